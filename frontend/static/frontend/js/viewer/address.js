/**
 * The step in the address bar: `?step=144` names one frame of a game, so that a step can be linked to.
 */

/**
 * @param {string} href
 * @returns {number | null} the step the address names, or null if it names none
 */
export function stepIn(href) {
  const text = new URL(href, document.baseURI).searchParams.get("step");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * @param {number} step
 * @returns {string} this page's address at that step; without the part after #
 */
export function addressOf(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  url.hash = "";
  return url.pathname + url.search;
}

/** Minimum milliseconds between two address changes: browsers refuse many of them per second. */
const WALK = 150;

/** The step that is still to be written into the address. @type {number | null} */
let walked = null;
/** @type {number | undefined} */
let timer;

/**
 * Write the step into the address.
 *
 * Going from step to step replaces the history entry, so that Back leaves the replay. A jump adds an entry, so that Back
 * returns to the start of the jump.
 *
 * @param {number} step
 * @param {boolean} jump
 */
export function remember(step, jump) {
  if (jump) {
    settle();
    if (stepIn(location.href) !== step) history.pushState({ step }, "", addressOf(step));
    return;
  }
  walked = step;
  timer ??= setTimeout(settle, WALK);
}

/** Write the pending step into the address at once. */
export function settle() {
  const step = walked;
  forget();
  if (step !== null && stepIn(location.href) !== step) history.replaceState({ step }, "", addressOf(step));
}

/** Drop the pending step: the address was changed elsewhere, so the step belongs to another entry. */
export function forget() {
  clearTimeout(timer);
  timer = undefined;
  walked = null;
}
