/**
 * A tournament's page while it is played: fetches the changing parts again after every change of the tournament.
 *
 * Each such part has its address in `data-live`; a part that no longer changes has none.
 */

import { Live } from "./live.js";

/** Minimum milliseconds between two announcements to screen readers: a tournament may end several games per second. */
const ANNOUNCE_EVERY = 30_000;
/** Milliseconds to wait for a response. */
const TIMEOUT = 20_000;

/**
 * Replace a part by its new markup, and keep focus and sideways scrolling.
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
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`${part.id}: HTTP ${response.status}`);
  if (response.status !== 204) replace(part, await response.text());
}

/** @returns {HTMLElement[]} the parts that still change */
function parts() {
  return [...document.querySelectorAll("[data-live]")].filter((part) => part instanceof HTMLElement);
}

class Announcer {
  /** @param {HTMLElement} place the status that screen readers read out */
  constructor(place) {
    this.place = place;
    this.announcedAt = performance.now();
  }

  /** @param {boolean} last whether this is the last announcement */
  announce(last) {
    if (!last && performance.now() - this.announcedAt < ANNOUNCE_EVERY) return;
    this.announcedAt = performance.now();
    this.place.textContent = document.querySelector("#progress .sum")?.textContent ?? "";
  }
}

const head = document.querySelector("[data-stream]");
if (head instanceof HTMLElement) {
  const announcer = new Announcer(head);
  const live = new Live({
    address: () => head.dataset.stream ?? "",
    events: ["progress", "end"],
    refresh: async () => {
      try {
        await Promise.all(parts().map(refresh));
      } catch {
        return true; // the server may be down; the next fetch tries again
      }
      const more = parts().length > 0;
      announcer.announce(!more);
      return more;
    },
    pace: 1000,
    poll: 2000,
    // Blockers appear without any event of the tournament.
    lull: 15_000,
  });
  live.begin();
}
