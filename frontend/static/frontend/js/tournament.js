/**
 * A tournament's page while it is played: the parts that change are fetched anew whenever the tournament has moved.
 *
 * Each such part names in `data-live` where it is served; one that is over names nothing.
 */

import { Live } from "./live.js";

/** Milliseconds between two sentences that screen readers hear: a tournament may end several games a second. */
const SAY_EVERY = 30_000;
/** Milliseconds after which an answer is not waited for any longer. */
const PATIENCE = 20_000;

/**
 * Put a part's new markup in its place, with the focus and what was scrolled sideways as they were.
 *
 * @param {HTMLElement} part
 * @param {string} html
 */
function replace(part, html) {
  const scrolled = [...part.querySelectorAll(".scroll")].map((region) => region.scrollLeft);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const href = focused?.getAttribute("href");
  const label = focused?.getAttribute("aria-label");
  const id = part.id;
  part.outerHTML = html;
  const fresh = /** @type {HTMLElement} */ (document.getElementById(id));
  for (const [number, region] of fresh.querySelectorAll(".scroll").entries()) {
    region.scrollLeft = scrolled[number] ?? 0;
  }
  if (focused === null) return;
  const same = [...fresh.querySelectorAll("a, [tabindex]")].find(
    (each) => each.getAttribute("href") === href && each.getAttribute("aria-label") === label,
  );
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/** @param {HTMLElement} part */
async function refresh(part) {
  const response = await fetch(part.dataset.live ?? "", {
    headers: { Accept: "text/html" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`${part.id}: HTTP ${response.status}`);
  if (response.status !== 204) replace(part, await response.text());
}

/** @returns {HTMLElement[]} the parts that still change */
function parts() {
  return [...document.querySelectorAll("[data-live]")].filter((part) => part instanceof HTMLElement);
}

class Herald {
  /** @param {HTMLElement} place where screen readers listen */
  constructor(place) {
    this.place = place;
    this.saidAt = performance.now();
  }

  /** @param {boolean} last whether nothing more will be said */
  say(last) {
    if (!last && performance.now() - this.saidAt < SAY_EVERY) return;
    this.saidAt = performance.now();
    this.place.textContent = document.querySelector("#progress .sum")?.textContent ?? "";
  }
}

const head = document.querySelector("[data-stream]");
if (head instanceof HTMLElement) {
  const herald = new Herald(head);
  const live = new Live({
    address: () => head.dataset.stream ?? "",
    events: ["progress", "end"],
    refresh: async () => {
      try {
        await Promise.all(parts().map(refresh));
      } catch {
        return true; // the server may be away; the next fetch tells
      }
      const more = parts().length > 0;
      herald.say(!more);
      return more;
    },
    pace: 1000,
    poll: 2000,
    // Why nothing moves is no news of anything that moved.
    lull: 15_000,
  });
  live.begin();
}
