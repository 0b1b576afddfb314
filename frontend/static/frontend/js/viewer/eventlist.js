/**
 * The list of events: the current line, lines that a running game adds, and what the filters let through.
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
   * Scroll the list, and only the list, so that the line can be seen.
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

  /** @param {NodeListOf<HTMLSelectElement>} filters each names in `data-filter` the mark it asks for */
  filterBy(filters) {
    this.filters = [...filters];
    for (const filter of this.filters) filter.addEventListener("change", () => this.sift());
  }

  /** Hide the lines that a filter does not let through, and headings left with no line; where a fork began stays. */
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
