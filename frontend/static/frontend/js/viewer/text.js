/**
 * Texts for readers. They come from the page, whole and translated, in `data-` attributes.
 */

/**
 * Fill the named placeholders of a text: `Step {step} of {last}`.
 *
 * @param {string | undefined} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return (text ?? "").replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}
