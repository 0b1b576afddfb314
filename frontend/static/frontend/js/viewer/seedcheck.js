/**
 * The seed hashed by the reader's own browser: nobody need believe the server's sum.
 */

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Say beside the seed whether its SHA-256 is the commitment. Browsers hash only on pages that came by HTTPS or
 * from this machine; elsewhere nothing is said.
 *
 * @param {ParentNode} root
 */
export async function checkSeed(root) {
  const place = root.querySelector("[data-seedcheck]");
  if (!(place instanceof HTMLElement) || globalThis.crypto?.subtle === undefined) return;
  const { seed = "", commitment = "" } = place.dataset;
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(seed));
  const hashed = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  place.textContent =
    hashed === commitment
      ? "Your browser has hashed it too, and says the same."
      : `Your browser has hashed it too, and gets ${hashed}: not the commitment.`;
}
