/**
 * The parts of the page that show one step: inserts the server's markup as it is.
 *
 * @typedef {import("./frames.js").Frame} Frame
 */

export class Stage {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {Map<string, Element>} */
    this.places = new Map();
    for (const place of root.querySelectorAll("[data-part]")) {
      this.places.set(place.getAttribute("data-part") ?? "", place);
    }
    /** The markup of each place, once this script has set it. @type {Map<string, string>} */
    this.shown = new Map();
  }

  /** @param {Frame} frame */
  show(frame) {
    for (const [name, place] of this.places) {
      const html = frame.parts[name];
      if (html === undefined || this.shown.get(name) === html) continue;
      const held = place.contains(document.activeElement);
      place.innerHTML = html;
      this.shown.set(name, html);
      const heir = held ? place.querySelector("a[href], button") : null;
      if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
    }
  }

  /** Screen readers announce a step that the reader goes to, but not the steps of automatic play. @param {boolean} playing */
  hush(playing) {
    for (const place of this.places.values()) {
      if (place.ariaLive) place.ariaLive = playing ? "off" : "polite";
    }
  }
}
