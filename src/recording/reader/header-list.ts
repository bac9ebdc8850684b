import type { HeaderField } from "../exchange.js";
import { escapePointerToken } from "../headers.js";
import { EntryError, isPlainObject, type UnknownRecord } from "./entry-error.js";

/** A part of an entry, and its JSON Pointer in the entry. */
export type Located<T> = { readonly value: T; readonly pointer: string };

/** Headers, with their JSON Pointers relative to the part; `pointers` is absent if they are `/0`, `/1`, ... */
export type HeaderList = { readonly headers: readonly HeaderField[]; readonly pointers?: readonly string[] };

/** Collects headers with their JSON Pointers. */
export class HeaderCollector {
  readonly headers: HeaderField[] = [];
  readonly pointers: string[] = [];

  add(name: string, value: string, pointer: string): void {
    this.headers.push([name, value]);
    this.pointers.push(pointer);
  }
}

export const NO_HEADERS: HeaderList = { headers: [] };

/**
 * Reads an array of `{ name, value }` or `{ key, value }`, the format of HAR and Postman. Polly.JS writes the values of
 * repeated headers as an array.
 */
export function readHeaderItems(items: unknown, pointer: string, nameKey: "name" | "key" = "name"): HeaderList {
  if (!Array.isArray(items)) throw new EntryError(pointer, items, `an array of { ${nameKey}, value }`);
  const headers: HeaderField[] = [];
  let pointers: string[] | undefined;
  for (const [index, item] of items.entries()) {
    if (!isPlainObject(item)) {
      throw new EntryError(`${pointer}/${index}`, item, `an object with ${nameKey} and value`);
    }
    const { [nameKey]: name } = item;
    if (typeof name !== "string") throw new EntryError(`${pointer}/${index}/${nameKey}`, name, "a string");
    // HTTP/2 pseudo-headers such as ":authority" are not header fields.
    const isField = !name.startsWith(":") && item.disabled !== true;
    if (isField && pointers === undefined && typeof item.value === "string") {
      headers.push([name, item.value]);
      continue;
    }
    const values: readonly unknown[] = Array.isArray(item.value) ? item.value : [item.value];
    const texts = values.map((value, at) =>
      readHeaderText(value, `${pointer}/${index}/value${Array.isArray(item.value) ? `/${at}` : ""}`),
    );
    const fields = isField ? texts : [];
    if (fields.length !== 1) pointers ??= headers.map((_, before) => `/${before}`);
    for (const text of fields) {
      headers.push([name, text]);
      pointers?.push(`/${index}`);
    }
  }
  return pointers === undefined ? { headers } : { headers, pointers };
}

/**
 * Reads an object of headers by name or, with `readArray`, an array of them. Absent headers are none.
 *
 * @param expected describes both for messages
 */
export function readHeaders(
  headers: unknown,
  pointer: string,
  expected: string,
  readArray?: (items: readonly unknown[], pointer: string) => HeaderList,
): Located<HeaderList> {
  if (headers === undefined) return { value: NO_HEADERS, pointer };
  if (Array.isArray(headers) && readArray !== undefined) return { value: readArray(headers, pointer), pointer };
  if (isPlainObject(headers)) return { value: readHeaderObject(headers, pointer), pointer };
  throw new EntryError(pointer, headers, expected);
}

/** Reads an object that maps each name to a value or an array of values. */
export function readHeaderObject(named: UnknownRecord, pointer: string): HeaderList {
  const list = new HeaderCollector();
  for (const [name, value] of Object.entries(named)) {
    const itemPointer = `/${escapePointerToken(name)}`;
    if (!Array.isArray(value)) {
      list.add(name, readHeaderText(value, `${pointer}${itemPointer}`), itemPointer);
      continue;
    }
    for (const [index, item] of value.entries()) {
      list.add(name, readHeaderText(item, `${pointer}${itemPointer}/${index}`), `${itemPointer}/${index}`);
    }
  }
  return list;
}

/** Reads an array of alternating names and values, the format of `rawHeaders` in Node. */
export function readRawHeaders(items: readonly unknown[], pointer: string): HeaderList {
  if (items.length % 2 === 1) throw new EntryError(pointer, items, "alternating names and values");
  const list = new HeaderCollector();
  for (let index = 0; index < items.length; index += 2) {
    const itemPointer = `/${index + 1}`;
    list.add(
      readHeaderText(items[index], `${pointer}/${index}`),
      readHeaderText(items[index + 1], pointer + itemPointer),
      itemPointer,
    );
  }
  return list;
}

/** Reads an array of `[name, value]` pairs, the native exchange format. */
export function readHeaderPairs(pairs: readonly unknown[], pointer: string): HeaderList {
  return {
    headers: pairs.map((pair, index): HeaderField => {
      const at = `${pointer}/${index}`;
      if (!Array.isArray(pair) || pair.length !== 2) throw new EntryError(at, pair, "a pair [name, value]");
      return [readHeaderText(pair[0], `${at}/0`), readHeaderText(pair[1], `${at}/1`)];
    }),
  };
}

/** Some recorders write a Content-Length as a number. */
function readHeaderText(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new EntryError(pointer, value, "a string");
}
