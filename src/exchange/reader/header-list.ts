import type { HeaderField } from "../exchange.js";
import { escapePointerToken } from "../json/escape-pointer-token.js";
import { EntryError, isPlainObject, type UnknownRecord } from "./entry-error.js";

/** Headers, and where each of them stands below its part when that is not its number. */
export type HeaderList = { readonly headers: readonly HeaderField[]; readonly pointers?: readonly string[] };

/** Collects headers with their places. */
export class HeaderCollector {
  readonly headers: HeaderField[] = [];
  readonly pointers: string[] = [];

  add(name: string, value: string, place: string): void {
    this.headers.push([name, value]);
    this.pointers.push(place);
  }
}

export const NO_HEADERS: HeaderList = { headers: [] };

/** An array of objects that name a header and its value, as HAR and Postman write it. */
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
    const value = readHeaderText(item.value, `${pointer}/${index}/value`);
    // HTTP/2 carries the request line as pseudo headers such as ":authority"; they are no header fields.
    if (name.startsWith(":") || item.disabled === true) {
      pointers ??= headers.map((_, before) => `/${before}`);
      continue;
    }
    headers.push([name, value]);
    pointers?.push(`/${index}`);
  }
  return pointers === undefined ? { headers } : { headers, pointers };
}

/** An object from names to a value or to an array of values. */
export function readHeaderObject(named: UnknownRecord, pointer: string): HeaderList {
  const list = new HeaderCollector();
  for (const [name, value] of Object.entries(named)) {
    const place = `/${escapePointerToken(name)}`;
    if (!Array.isArray(value)) {
      list.add(name, readHeaderText(value, `${pointer}${place}`), place);
      continue;
    }
    for (const [index, item] of value.entries()) {
      list.add(name, readHeaderText(item, `${pointer}${place}/${index}`), `${place}/${index}`);
    }
  }
  return list;
}

/** An array of names and values in turn, as Node has raw headers. */
export function readRawHeaders(turns: readonly unknown[], pointer: string): HeaderList {
  if (turns.length % 2 === 1) throw new EntryError(pointer, turns, "names and values in turn");
  const list = new HeaderCollector();
  for (let index = 0; index < turns.length; index += 2) {
    const place = `/${index + 1}`;
    list.add(
      readHeaderText(turns[index], `${pointer}/${index}`),
      readHeaderText(turns[index + 1], pointer + place),
      place,
    );
  }
  return list;
}

/** An array of pairs, as an exchange has them. */
export function readHeaderPairs(pairs: readonly unknown[], pointer: string): HeaderList {
  return {
    headers: pairs.map((pair, index): HeaderField => {
      const at = `${pointer}/${index}`;
      if (!Array.isArray(pair) || pair.length !== 2) throw new EntryError(at, pair, "a pair [name, value]");
      return [readHeaderText(pair[0], `${at}/0`), readHeaderText(pair[1], `${at}/1`)];
    }),
  };
}

/** Recorders write the number of a Content-Length as a number. */
function readHeaderText(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new EntryError(pointer, value, "a string");
}
