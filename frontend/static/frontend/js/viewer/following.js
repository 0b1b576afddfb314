/**
 * Following a running game: whoever stands on its last step goes along, whoever looks at an earlier one is told how many
 * steps have come.
 */

import { settle } from "./address.js";

/** Milliseconds between two steps that screen readers hear: bots may play several a second. */
const SAY_EVERY = 5000;

export class Following {
  /**
   * @param {import("./replay.js").Replay} replay
   * @param {HTMLElement} fresh the button that says how many steps have come, and leads to the last
   * @param {HTMLElement} said where screen readers hear that steps have come
   */
  constructor(replay, fresh, said) {
    this.replay = replay;
    this.fresh = fresh;
    this.said = said;
    /** The last step there was when the last one was being looked at. */
    this.known = replay.frames.last;
    this.saidAt = 0;
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
      this.tell("The game could not be followed just now; trying again.");
      return true;
    }
    this.tell("");
    // One may have stepped back while the steps were being fetched.
    if (replay.wanted === stood && stood < frames.last) await this.goAlong();
    else replay.controls?.show(replay.step, frames.last, replay.turns());
    this.count();
    this.conclude();
    return frames.running;
  }

  /**
   * When the game is over and one has come to its end, the page is loaded anew: it tells the result then. Whoever looks
   * at an earlier step is left in peace.
   */
  conclude() {
    const { frames, step } = this.replay;
    if (frames.running || step < frames.last) return;
    settle();
    location.reload();
  }

  /** @param {string} trouble */
  tell(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.replay.complain(trouble);
  }

  async goAlong() {
    const { replay } = this;
    const quiet = performance.now() - this.saidAt < SAY_EVERY;
    replay.stage.hush(quiet);
    if (!quiet) this.saidAt = performance.now();
    await replay.goTo(replay.frames.last, false);
    // What was just put in place is announced, or not, before anything else may change.
    setTimeout(() => replay.stage.hush(replay.playback.playing), 100);
  }

  /** Say how many steps have come since the last one was looked at. */
  count() {
    const { wanted, frames } = this.replay;
    if (wanted >= frames.last) this.known = frames.last;
    const steps = frames.last - this.known;
    const words = steps === 1 ? "1 new step" : `${steps} new steps`;
    if (this.fresh.hidden && steps > 0) this.said.textContent = "New steps have come.";
    if (steps === 0) this.said.textContent = "";
    this.fresh.textContent = words;
    this.fresh.hidden = steps === 0;
  }
}
