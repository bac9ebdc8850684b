import type { HeaderField } from "./exchange.js";

/** Returns all values of a header in the order sent. Names are compared case-insensitively. */
export function getHeaderValues(headers: readonly HeaderField[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  // Comparing lengths first is faster; this runs for each header of each exchange.
  for (const header of headers)
    if (header[0].length === wanted.length && header[0].toLowerCase() === wanted) values.push(header[1]);
  return values;
}

/**
 * Returns a header as one value, with repeated fields joined by commas.
 *
 * `Set-Cookie` values contain commas, so they are joined by line feeds instead.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.3
 */
export function getCombinedHeader(headers: readonly HeaderField[], name: string): string | undefined {
  const values = getHeaderValues(headers, name);
  if (values.length < 2) return values[0];
  return values.join(name.toLowerCase() === "set-cookie" ? "\n" : ", ");
}
