import type { HeaderField } from "./exchange.js";

/** All values of a header, in the order of the wire; names are compared without case. */
export function getHeaderValues(headers: readonly HeaderField[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  // The length settles most comparisons, and this runs for each header of each exchange.
  for (const header of headers)
    if (header[0].length === wanted.length && header[0].toLowerCase() === wanted) values.push(header[1]);
  return values;
}

/**
 * A header as one value: a repeated one is the same as one with its values joined by commas.
 *
 * `Set-Cookie` is not, for its values contain commas; its values stand on lines of their own.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.3
 */
export function getCombinedHeader(headers: readonly HeaderField[], name: string): string | undefined {
  const values = getHeaderValues(headers, name);
  if (values.length < 2) return values[0];
  return values.join(name.toLowerCase() === "set-cookie" ? "\n" : ", ");
}
