/**
 * The keyboard: arrows step, with Shift by turns, Home and End jump, space plays and pauses.
 *
 * @typedef {"first" | "previous" | "next" | "last" | "turn" | "turnback" | "play"} Command
 */

/** @type {Record<string, Command>} */
const COMMANDS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
/** @type {Record<string, Command>} */
const SHIFTED = { ArrowLeft: "turnback", ArrowRight: "turn" };

/**
 * Whoever types in a field, or presses a focused button or link with space, does not mean the replay.
 *
 * @param {KeyboardEvent} event
 */
function isMeantForElement(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.isContentEditable || target.closest("input, select, textarea")) return true;
  return event.key === " " && target.closest("a, button, summary") !== null;
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
