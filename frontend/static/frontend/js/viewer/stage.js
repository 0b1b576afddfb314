/**
 * The parts of the page that show one step: what the server drew for a step goes in as it is.
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
    /** What each place shows, once it was set from here. @type {Map<string, string>} */
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

  /** Screen readers hear each step one goes to, but not those that play by. @param {boolean} playing */
  hush(playing) {
    for (const place of this.places.values()) {
      if (place.ariaLive) place.ariaLive = playing ? "off" : "polite";
    }
  }
}
