/**
 * Playing on by itself: one step after another, at the chosen pace, until the end or until paused.
 */

export class Playback {
  /**
   * @param {() => Promise<boolean>} advance goes one step on; false when there is none
   * @param {() => number} pause milliseconds to show a step
   * @param {(playing: boolean) => void} changed told when playing starts and stops
   */
  constructor(advance, pause, changed) {
    this.advance = advance;
    this.pause = pause;
    this.changed = changed;
    this.playing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  start() {
    if (this.playing) return;
    this.playing = true;
    this.changed(true);
    this.tick();
  }

  stop() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.changed(false);
  }

  tick() {
    this.timer = setTimeout(async () => {
      const more = await this.advance();
      if (!this.playing) return;
      if (more) this.tick();
      else this.stop();
    }, this.pause());
  }
}
