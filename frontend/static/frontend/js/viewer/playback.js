/**
 * Automatic play: one step after another, at the chosen speed, until the end or until paused.
 */

export class Playback {
  /**
   * @param {() => Promise<boolean>} advance goes to the next step; false when there is none
   * @param {() => number} pause milliseconds to show a step
   * @param {(playing: boolean) => void} changed called when playing starts and stops
   */
  constructor(advance, pause, changed) {
    this.advance = advance;
    this.pause = pause;
    this.changed = changed;
    this.playing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** The number of starts: a step requested before the latest start does not continue playing. */
    this.round = 0;
  }

  start() {
    if (this.playing) return;
    this.playing = true;
    this.round += 1;
    this.changed(true);
    this.tick(this.round);
  }

  stop() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.changed(false);
  }

  /** @param {number} round */
  tick(round) {
    this.timer = setTimeout(async () => {
      const more = await this.advance();
      if (!this.playing || round !== this.round) return;
      if (more) this.tick(round);
      else this.stop();
    }, this.pause());
  }
}
