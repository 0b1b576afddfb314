/**
 * Following a running game: a reader at its last step moves on with it, a reader at an earlier step sees the number of
 * new steps.
 */

import { settle } from "./address.js";
import { fill } from "./text.js";

/** Minimum milliseconds between two announcements to screen readers: bots may play several steps per second. */
const ANNOUNCE_EVERY = 5000;

export class Following {
  /**
   * @param {import("./replay.js").Replay} replay
   * @param {HTMLElement} fresh the button with the number of new steps, which leads to the last one
   * @param {HTMLElement} said the status in which screen readers hear of new steps
   */
  constructor(replay, fresh, said) {
    this.replay = replay;
    this.fresh = fresh;
    this.said = said;
    /** The last step of the game when the reader last looked at it. */
    this.known = replay.frames.last;
    this.announcedAt = 0;
    /** @type {import("./replay.js").Trouble} */
    this.trouble = "";
    replay.moved = () => {
      this.count();
      // The address is written only after this.
      setTimeout(() => this.conclude());
    };
    fresh.addEventListener("click", () => replay.command("last"));
  }

  /** @returns {Promise<boolean>} whether more steps may come */
  async refresh() {
    const { replay } = this;
    const { frames } = replay;
    const stood = replay.wanted === frames.last && !replay.playback.playing ? replay.wanted : null;
    try {
      for (const frame of await frames.followUp()) replay.events.append(frame.line);
    } catch {
      this.report("notFollowed");
      return true;
    }
    this.report("");
    // The reader may have stepped back while the steps were being fetched.
    if (replay.wanted === stood && stood < frames.last) await this.moveOn();
    else replay.controls?.show(replay.step, frames.last, replay.turns());
    this.count();
    this.conclude();
    return frames.running;
  }

  /**
   * Reload the page when the game is over and the reader is at its end, to show the result. A reader at an earlier step
   * is not disturbed.
   */
  conclude() {
    const { frames, step } = this.replay;
    if (frames.running || step < frames.last) return;
    settle();
    location.reload();
  }

  /** @param {import("./replay.js").Trouble} trouble */
  report(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.replay.complain(trouble);
  }

  async moveOn() {
    const { replay } = this;
    const quiet = performance.now() - this.announcedAt < ANNOUNCE_EVERY;
    replay.stage.hush(quiet);
    if (!quiet) this.announcedAt = performance.now();
    await replay.goTo(replay.frames.last, false);
    // Let screen readers take up the change, or not, before the next one.
    setTimeout(() => replay.stage.hush(replay.playback.playing), 100);
  }

  /** Show how many steps are new since the reader last looked at the last one. */
  count() {
    const { wanted, frames } = this.replay;
    if (wanted >= frames.last) this.known = frames.last;
    const steps = frames.last - this.known;
    if (this.fresh.hidden && steps > 0) this.said.textContent = this.said.dataset.text ?? "";
    if (steps === 0) this.said.textContent = "";
    this.fresh.textContent = fill(this.fresh.dataset.text, { n: steps });
    this.fresh.hidden = steps === 0;
  }
}
