/**
 * The replay viewer. The page works without it, because every control is a link. With it, steps change without
 * reloading the page; the server makes all pictures and texts.
 */

import { Live } from "./live.js";
import { Controls } from "./viewer/controls.js";
import { EventList } from "./viewer/eventlist.js";
import { Following } from "./viewer/following.js";
import { FrameStore } from "./viewer/frames.js";
import { commandOf } from "./viewer/keys.js";
import { Replay } from "./viewer/replay.js";
import { checkSeed } from "./viewer/seedcheck.js";
import { Stage } from "./viewer/stage.js";

/** @param {HTMLElement} root */
function begin(root) {
  const bar = /** @type {HTMLElement} */ (root.querySelector("[data-controls]"));
  const list = /** @type {HTMLElement} */ (root.querySelector("[data-events]"));
  const events = new EventList(list);
  events.filterBy(root.querySelectorAll("select[data-filter]"));
  const trouble = /** @type {HTMLElement} */ (root.querySelector("[data-trouble]"));
  const replay = new Replay({
    step: Number(root.dataset.step),
    frames: new FrameStore(
      root.dataset.frames ?? "",
      Number(root.dataset.last),
      root.dataset.stream !== undefined,
    ),
    stage: new Stage(root),
    events,
    complain: (name) => {
      trouble.textContent = name === "" ? "" : (trouble.dataset[name] ?? "");
      trouble.hidden = name === "";
    },
  });
  replay.begin(new Controls(bar, replay));
  if (root.dataset.stream !== undefined) follow(root, root.dataset.stream, replay);
  for (const part of root.querySelectorAll("[data-scripted]")) part.removeAttribute("hidden");
  for (const part of root.querySelectorAll("[data-unscripted]")) part.setAttribute("hidden", "");
  listen(root, list, replay);
  void checkSeed(root);
  root.dataset.ready = "";
}

/**
 * @param {HTMLElement} root
 * @param {string} stream
 * @param {Replay} replay
 */
function follow(root, stream, replay) {
  const fresh = /** @type {HTMLElement} */ (root.querySelector("[data-fresh]"));
  const said = /** @type {HTMLElement} */ (root.querySelector("[data-fresh-said]"));
  const following = new Following(replay, fresh, said);
  const live = new Live({
    address: () => `${stream}?last_event_id=${replay.frames.last}`,
    events: ["event", "end"],
    refresh: () => following.refresh(),
    pace: 400,
    poll: 2000,
  });
  live.begin();
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} list
 * @param {Replay} replay
 */
function listen(root, list, replay) {
  document.addEventListener("keydown", (event) => {
    const command = commandOf(event);
    if (command === null) return;
    event.preventDefault();
    replay.command(command);
  });
  list.addEventListener("click", (event) => {
    const line = event.target instanceof Element ? event.target.closest("a[data-step]") : null;
    if (!(line instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    replay.playback.stop();
    replay.goTo(Number(line.dataset.step), true);
  });
}

const viewer = document.querySelector("[data-viewer]");
if (viewer instanceof HTMLElement) begin(viewer);
