/**
 * Hashes the seed in the reader's own browser, so that nobody has to trust the server's hash.
 */

import { fill } from "./text.js";

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Show next to the seed whether its SHA-256 is the commitment. Browsers hash only on pages served by HTTPS or from this
 * machine; elsewhere nothing is shown.
 *
 * @param {ParentNode} root
 */
export async function checkSeed(root) {
  const place = root.querySelector("[data-seedcheck]");
  if (!(place instanceof HTMLElement) || globalThis.crypto?.subtle === undefined) return;
  const { seed = "", commitment = "", agrees = "", differs = "" } = place.dataset;
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(seed));
  const hashed = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  place.textContent = hashed === commitment ? agrees : fill(differs, { hash: hashed });
}
