/**
 * The replay: shows one step and moves to others. Its whole state is the step.
 *
 * @typedef {"noStep" | "notFetched" | "notFollowed" | ""} Trouble the name of the message in the page
 * @typedef {import("./keys.js").Command} Command
 * @typedef {import("./frames.js").Frame} Frame
 */

import { forget, remember, stepIn } from "./address.js";
import { NoSuchStep } from "./frames.js";
import { Playback } from "./playback.js";

export class Replay {
  /**
   * @param {object} parts
   * @param {number} parts.step the step the page came with
   * @param {import("./frames.js").FrameStore} parts.frames
   * @param {import("./stage.js").Stage} parts.stage
   * @param {import("./eventlist.js").EventList} parts.events
   * @param {(trouble: Trouble) => void} parts.complain shows what is wrong; an empty name hides it
   */
  constructor({ step, frames, stage, events, complain }) {
    this.step = step;
    this.frames = frames;
    this.stage = stage;
    this.events = events;
    this.complain = complain;
    /** The step requested last: of several requests at once, only the last is shown. */
    this.wanted = step;
    /** @type {import("./controls.js").Controls | null} */
    this.controls = null;
    /** Called whenever another step is shown. @type {() => void} */
    this.moved = () => {};
    this.playback = new Playback(
      () => this.advance(),
      () => this.controls?.pause ?? 1200,
      (playing) => this.playingChanged(playing),
    );
  }

  /** @param {import("./controls.js").Controls} controls */
  begin(controls) {
    this.controls = controls;
    controls.show(this.step, this.frames.last, this.turns());
    this.events.mark(this.step);
    addEventListener("popstate", () => {
      forget();
      this.playback.stop();
      this.show(stepIn(location.href) ?? this.frames.last);
    });
  }

  /** @param {Command} name */
  command(name) {
    if (name === "play") {
      this.play();
      return;
    }
    this.playback.stop();
    const { turn, turnback } = this.turns();
    const last = this.frames.last;
    const targets = { first: 0, previous: this.wanted - 1, next: this.wanted + 1, last, turn, turnback };
    const target = targets[name];
    if (target !== null) this.goTo(target, name === "first" || name === "last");
  }

  async play() {
    if (this.playback.playing) {
      this.playback.stop();
      return;
    }
    // From the end it starts over; a running game has no end yet.
    if (this.wanted >= this.frames.last && !this.frames.running) await this.goTo(0, true);
    this.playback.start();
  }

  /**
   * @param {number} step
   * @param {boolean} jump whether Back returns to the current step
   */
  async goTo(step, jump) {
    const target = Math.min(Math.max(step, 0), this.frames.last);
    if (await this.show(target)) remember(target, jump);
  }

  /**
   * @param {number} step
   * @returns {Promise<boolean>} whether it is shown now
   */
  async show(step) {
    const direction = step < this.step ? -1 : 1;
    this.wanted = step;
    let frame;
    try {
      frame = await this.frames.frame(step);
    } catch (error) {
      if (this.wanted === step) this.failed(error);
      return false;
    }
    if (this.wanted !== step) return false;
    this.step = step;
    this.present(frame);
    this.frames.prefetch(step, direction);
    return true;
  }

  /** @param {Frame} frame */
  present(frame) {
    this.complain("");
    this.stage.show(frame);
    this.events.mark(frame.step);
    this.controls?.show(frame.step, this.frames.last, this.turns());
    this.moved();
  }

  /** @param {unknown} error */
  failed(error) {
    this.playback.stop();
    this.wanted = this.step;
    this.controls?.show(this.step, this.frames.last, this.turns());
    this.complain(error instanceof NoSuchStep ? "noStep" : "notFetched");
  }

  async advance() {
    if (this.step >= this.frames.last) return this.frames.running;
    if (await this.show(this.step + 1)) remember(this.step, false);
    return this.playback.playing;
  }

  /** @returns {{ turn: number | null, turnback: number | null }} the beginnings of the next and the previous turn */
  turns() {
    const begins = this.events.turns();
    return {
      turn: begins.find((step) => step > this.wanted) ?? null,
      turnback: begins.findLast((step) => step < this.wanted) ?? null,
    };
  }

  /** @param {boolean} playing */
  playingChanged(playing) {
    this.controls?.showPlaying(playing);
    this.stage.hush(playing);
  }
}
