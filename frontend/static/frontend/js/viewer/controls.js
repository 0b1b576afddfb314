/**
 * The bar of controls: turns links that work without scripts into buttons of the replay, and adds slider, play and speed.
 */

import { addressOf } from "./address.js";
import { fill } from "./text.js";

/**
 * @typedef {import("./keys.js").Command} Command
 */

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {{ command: (name: Command) => void, goTo: (step: number, jump: boolean) => void }} replay
   */
  constructor(root, replay) {
    this.root = root;
    /** @type {HTMLAnchorElement[]} */
    this.links = [...root.querySelectorAll("a[data-command]")].map((link) => /** @type {HTMLAnchorElement} */ (link));
    this.play = /** @type {HTMLButtonElement} */ (root.querySelector("[data-play]"));
    this.pace = /** @type {HTMLSelectElement} */ (root.querySelector("[data-pace]"));
    this.slider = /** @type {HTMLInputElement} */ (root.querySelector("[data-slider]"));
    this.listen(replay);
  }

  /** @param {{ command: (name: Command) => void, goTo: (step: number, jump: boolean) => void }} replay */
  listen(replay) {
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        replay.command(/** @type {Command} */ (link.dataset.command));
      });
    }
    this.play.addEventListener("click", () => replay.command("play"));
    this.slider.addEventListener("input", () => replay.goTo(Number(this.slider.value), false));
  }

  /** @returns {number} milliseconds to show a step */
  get pause() {
    return 1200 / Number(this.pace.value);
  }

  /**
   * @param {number} step
   * @param {number} last
   * @param {{ turn: number | null, turnback: number | null }} turns
   */
  show(step, last, turns) {
    this.slider.max = String(last);
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", fill(this.slider.dataset.text, { step, last }));
    const targets = {
      first: step > 0 ? 0 : null,
      previous: step > 0 ? step - 1 : null,
      next: step < last ? step + 1 : null,
      last: step < last ? last : null,
      ...turns,
    };
    for (const link of this.links) {
      const target = targets[/** @type {keyof typeof targets} */ (link.dataset.command)] ?? null;
      if (target === null) {
        // The link stays focusable, so that keyboard users keep their place at the end.
        link.setAttribute("role", "link");
        link.setAttribute("tabindex", "0");
        link.setAttribute("aria-disabled", "true");
        link.removeAttribute("href");
      } else {
        link.href = addressOf(target);
        for (const name of ["role", "tabindex", "aria-disabled"]) link.removeAttribute(name);
      }
    }
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const { textPlay = "", textPause = "" } = this.play.dataset;
    this.play.setAttribute("aria-label", playing ? textPause : textPlay);
    this.play.toggleAttribute("data-playing", playing);
  }
}
