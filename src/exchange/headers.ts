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

/** Reads headers in the forms of clients and servers: pairs, a flat list of names and values, or an object. */
export function toHeaderFields(headers: unknown): readonly HeaderField[] {
  if (headers === undefined || headers === null) return [];
  const isIterable = Symbol.iterator in Object(headers);
  const entries: unknown[] = isIterable ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  const pairs = entries.every((it) => Array.isArray(it))
    ? entries
    : entries.flatMap((name, index) => (index % 2 === 0 ? [[name, entries[index + 1]]] : []));
  return pairs.flatMap(([name, value]) => [value ?? []].flat().map((it): HeaderField => [String(name), String(it)]));
}

/** Escapes a name as a reference token of a JSON Pointer (RFC 6901, section 3). */
export function escapePointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
