/**
 * Live updates: a stream of server-sent events that announces changes, and polling while there is no stream.
 *
 * The changes are fetched from the pages' own addresses, one fetch at a time. A hidden page neither listens nor polls:
 * browsers allow few connections per site, and may freeze a hidden page.
 */

/** Milliseconds after which a refused stream is tried again. */
const TRY_AGAIN = 60_000;

export class Live {
  /**
   * @param {object} parts
   * @param {() => string} parts.address returns the address of the stream; called for each connection
   * @param {string[]} parts.events the names of the messages that announce a change
   * @param {() => Promise<boolean>} parts.refresh fetches the change; false when no more will come
   * @param {number} parts.pace minimum milliseconds between two fetches
   * @param {number} parts.poll milliseconds between two fetches while there is no stream
   * @param {number} [parts.lull] milliseconds of silence of the stream after which to fetch anyway
   */
  constructor({ address, events, refresh, pace, poll, lull }) {
    this.address = address;
    this.events = events;
    this.refresh = refresh;
    this.pace = pace;
    this.poll = poll;
    this.lull = lull;
    /** @type {EventSource | null} */
    this.source = null;
    /** Whether messages arrive now. */
    this.streaming = false;
    this.over = false;
    this.fetching = false;
    this.waiting = false;
    this.fetchedAt = 0;
    /** Undefined while the page is hidden. @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.retry = undefined;
  }

  /** Follow for as long as the page is visible and more may come. */
  begin() {
    document.addEventListener("visibilitychange", () => this.seen(!document.hidden));
    addEventListener("pagehide", () => this.seen(false));
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.seen(!document.hidden);
    });
    if (!document.hidden) this.listen();
  }

  /** @param {boolean} visible */
  seen(visible) {
    if (this.over) return;
    if (!visible) {
      this.silence();
    } else if (this.timer === undefined) {
      this.wake(); // something may have changed while the page was hidden
      this.listen();
    }
  }

  listen() {
    clearTimeout(this.retry);
    this.schedule();
    if (typeof EventSource === "undefined") return;
    const source = new EventSource(this.address());
    this.source = source;
    source.addEventListener("open", () => this.streams(true));
    source.addEventListener("error", () => {
      this.streams(false);
      // Refused, which ends the stream; the browser reconnects a lost connection by itself.
      if (source.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.again(), TRY_AGAIN);
    });
    for (const name of this.events) source.addEventListener(name, () => this.wake());
  }

  again() {
    if (this.over || document.hidden) return;
    this.silence();
    this.listen();
  }

  silence() {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.timer = undefined;
    this.source?.close();
    this.source = null;
    this.streaming = false;
  }

  stop() {
    this.over = true;
    this.silence();
  }

  /** @param {boolean} streaming */
  streams(streaming) {
    this.streaming = streaming;
    this.schedule();
  }

  /** Fetch after a while even if no change is announced. */
  schedule() {
    clearTimeout(this.timer);
    const pause = this.streaming ? this.lull : this.poll;
    this.timer = pause === undefined ? 0 : setTimeout(() => this.wake(), pause);
  }

  /** Fetch the change: now, or when the previous fetch is done and the pace allows it. */
  async wake() {
    if (this.fetching || this.over) {
      this.waiting = true;
      return;
    }
    this.fetching = true;
    const early = this.fetchedAt + this.pace - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    this.waiting = false;
    let more = true;
    try {
      more = await this.refresh();
    } finally {
      // After an error, the next message or the next poll tries again.
      this.fetchedAt = performance.now();
      this.fetching = false;
      if (!more) this.stop();
      else if (this.waiting) this.wake();
      else if (this.timer !== undefined) this.schedule();
    }
  }
}
