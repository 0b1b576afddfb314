/**
 * Keyboard commands: arrows step, with Shift by turns, Home and End jump, space plays and pauses.
 *
 * @typedef {"first" | "previous" | "next" | "last" | "turn" | "turnback" | "play"} Command
 */

/** @type {Record<string, Command>} */
const COMMANDS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
/** @type {Record<string, Command>} */
const SHIFTED = { ArrowLeft: "turnback", ArrowRight: "turn" };

/**
 * Whether a key belongs to the focused element: typing in a field, pressing a button or link with space, scrolling a
 * region.
 *
 * @param {KeyboardEvent} event
 */
function isMeantForElement(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.isContentEditable || target.closest("input, select, textarea")) return true;
  if (event.key === " " && target.closest("a, button, summary") !== null) return true;
  return target.tabIndex === 0 && scrolls(target, event.key.startsWith("Arrow"));
}

/**
 * Whether the key scrolls the focused region.
 *
 * @param {HTMLElement} region
 * @param {boolean} sideways
 */
function scrolls(region, sideways) {
  if (!region.matches("[tabindex]")) return false;
  return sideways ? region.scrollWidth > region.clientWidth : region.scrollHeight > region.clientHeight;
}

/**
 * @param {KeyboardEvent} event
 * @returns {Command | null}
 */
export function commandOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return null;
  if (isMeantForElement(event)) return null;
  const commands = event.shiftKey ? SHIFTED : COMMANDS;
  return commands[event.key] ?? null;
}
