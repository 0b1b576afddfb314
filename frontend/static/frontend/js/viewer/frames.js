/**
 * Frames by step, fetched from the server in blocks and cached. The server makes the pictures and texts.
 *
 * @typedef {{ step: number, parts: Record<string, string>, line: string }} Frame
 * @typedef {{ last: number, running: boolean, frames: Frame[] }} Answer
 */

const BLOCK = 24;
/** Milliseconds to wait for a response. */
const TIMEOUT = 20_000;

/** The server has no such step (yet): it is after the last event, or after a divergence. */
export class NoSuchStep extends Error {}

export class FrameStore {
  /**
   * @param {string} address where frames are served, taking `from` and `to`
   * @param {number} last the last step known to exist
   * @param {boolean} running whether more steps may come
   */
  constructor(address, last, running) {
    this.address = address;
    this.last = last;
    this.running = running;
    /** @type {Map<number, Frame>} */
    this.known = new Map();
    /** @type {Map<number, Promise<unknown>>} */
    this.pending = new Map();
  }

  /**
   * @param {number} step
   * @returns {Promise<Frame>}
   */
  async frame(step) {
    if (!this.known.has(step)) await this.fetchBlock(step);
    const frame = this.known.get(step);
    if (frame === undefined) throw new NoSuchStep(`step ${step}`);
    return frame;
  }

  /**
   * Fetch the block ahead of a step before it is needed; a failure is reported when it is needed.
   *
   * @param {number} step
   * @param {number} direction 1 forwards, -1 backwards
   */
  prefetch(step, direction) {
    const ahead = step + direction * (BLOCK / 2);
    if (ahead < 0 || ahead > this.last || this.known.has(ahead)) return;
    this.fetchBlock(ahead).catch(() => {});
  }

  /**
   * Fetch the new steps of a running game. Only this method updates the last step: other responses would leave out steps
   * or come late.
   *
   * @returns {Promise<Frame[]>} the new frames, in order
   */
  async followUp() {
    const first = this.last + 1;
    const { last, running } = await this.fetchRange(first, first + BLOCK - 1);
    const frames = [];
    for (let step = first; step <= last; step += 1) frames.push(await this.frame(step));
    this.last = Math.max(this.last, last);
    this.running = running;
    return frames;
  }

  /**
   * @param {number} step
   * @returns {Promise<unknown>}
   */
  fetchBlock(step) {
    const block = Math.floor(step / BLOCK);
    let fetched = this.pending.get(block);
    if (fetched === undefined) {
      fetched = this.fetchRange(block * BLOCK, (block + 1) * BLOCK - 1);
      this.pending.set(block, fetched);
      const forget = () => this.pending.delete(block);
      fetched.then(forget, forget);
    }
    return fetched;
  }

  /**
   * @param {number} first
   * @param {number} last
   * @returns {Promise<Answer>}
   */
  async fetchRange(first, last) {
    const address = new URL(this.address, document.baseURI);
    address.searchParams.set("from", String(first));
    address.searchParams.set("to", String(last));
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) throw new Error(`frames ${first} to ${last}: HTTP ${response.status}`);
    /** @type {Answer} */
    const answer = await response.json();
    this.keep(answer.frames);
    return answer;
  }

  /**
   * A part that a frame lacks is the same as in the frame before it.
   *
   * @param {Frame[]} frames in order
   */
  keep(frames) {
    /** @type {Record<string, string>} */
    let parts = {};
    for (const frame of frames) {
      parts = { ...parts, ...frame.parts };
      this.known.set(frame.step, { ...frame, parts });
    }
  }
}
