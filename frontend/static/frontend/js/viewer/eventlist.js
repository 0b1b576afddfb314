/**
 * The list of events: marks the current line, appends lines of a running game, and filters.
 */

export class EventList {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** @type {HTMLSelectElement[]} */
    this.filters = [];
  }

  get lines() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-step]"));
  }

  /** @param {number} step */
  mark(step) {
    for (const line of this.lines) {
      const there = Number(line.dataset.step);
      line.classList.toggle("later", there > step);
      if (there === step) {
        line.setAttribute("aria-current", "step");
        this.reveal(line);
      } else {
        line.removeAttribute("aria-current");
      }
    }
  }

  /**
   * Scroll the list, and only the list, to the line.
   *
   * @param {HTMLElement} line
   */
  reveal(line) {
    const list = this.list.getBoundingClientRect();
    const spot = line.getBoundingClientRect();
    const room = list.height / 4;
    if (spot.top < list.top + room) this.list.scrollTop += spot.top - list.top - room;
    else if (spot.bottom > list.bottom - room) this.list.scrollTop += spot.bottom - list.bottom + room;
  }

  /** @returns {number[]} the steps with which turns begin, in order */
  turns() {
    const begins = [];
    for (const line of this.lines) {
      if (line.dataset.turn !== undefined) begins.push(Number(line.dataset.step));
    }
    return begins;
  }

  /** @param {string} html */
  append(html) {
    this.list.insertAdjacentHTML("beforeend", html);
    this.sift();
  }

  /** @param {NodeListOf<HTMLSelectElement>} filters each has in `data-filter` the name of the data attribute that it compares */
  filterBy(filters) {
    this.filters = [...filters];
    for (const filter of this.filters) filter.addEventListener("change", () => this.sift());
  }

  /** Hide the lines that do not match every filter, and headings without lines; the heading of a fork stays. */
  sift() {
    /** @type {HTMLElement | null} */
    let heading = null;
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("li"))) {
      if (item.classList.contains("turn")) {
        heading = item;
        heading.hidden = true;
        continue;
      }
      if (item.classList.contains("left")) continue;
      item.hidden = !this.filters.every((filter) => {
        const wanted = filter.value;
        return wanted === "" || item.dataset[filter.dataset.filter ?? ""] === wanted;
      });
      if (!item.hidden && heading !== null) heading.hidden = false;
    }
  }
}
