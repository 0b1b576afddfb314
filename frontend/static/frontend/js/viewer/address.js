/**
 * The step in the address bar: `?step=144` names one frame of a game, so that a replay is a link.
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
 * @returns {string} this page's address at that step; the part after # stays behind
 */
export function addressOf(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  url.hash = "";
  return url.pathname + url.search;
}

/** Milliseconds between two entries of a walk: browsers refuse an address that changes many times a second. */
const WALK = 150;

/** The step of a walk that is still to be written. @type {number | null} */
let walked = null;
/** @type {number | undefined} */
let timer;

/**
 * Write the step into the address.
 *
 * A walk from step to step replaces the entry, so that Back leaves the replay; a jump adds one, so that Back
 * returns to where the jump began.
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

/** Write at once where a walk has come to. */
export function settle() {
  const step = walked;
  forget();
  if (step !== null && stepIn(location.href) !== step) history.replaceState({ step }, "", addressOf(step));
}

/** The address has been changed by somebody else: what is still to be written belongs to another entry. */
export function forget() {
  clearTimeout(timer);
  timer = undefined;
  walked = null;
}
