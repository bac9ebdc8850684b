import type { Header } from "./exchange.js";
import { pointerToken } from "./pointer-token.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";

/** Headers, and where each of them stands below its part when that is not its number. */
export type HeaderList = { readonly headers: readonly Header[]; readonly places?: readonly string[] };

/** Collects headers with their places. */
export class HeaderCollector {
  readonly headers: Header[] = [];
  readonly places: string[] = [];

  add(name: string, value: string, place: string): void {
    this.headers.push([name, value]);
    this.places.push(place);
  }
}

export const noHeaders: HeaderList = { headers: [] };

/** An array of objects that name a header and its value, as HAR and Postman write it. */
export function headersOfItems(items: unknown, pointer: string, nameKey: "name" | "key" = "name"): HeaderList {
  if (!Array.isArray(items)) throw new UnreadableEntry(pointer, items, `an array of { ${nameKey}, value }`);
  const headers: Header[] = [];
  let places: string[] | undefined;
  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) {
      throw new UnreadableEntry(`${pointer}/${index}`, item, `an object with ${nameKey} and value`);
    }
    const { [nameKey]: name } = item;
    if (typeof name !== "string") throw new UnreadableEntry(`${pointer}/${index}/${nameKey}`, name, "a string");
    const value = textOf(item.value, `${pointer}/${index}/value`);
    // HTTP/2 carries the request line as pseudo headers such as ":authority"; they are no header fields.
    if (name.startsWith(":") || item.disabled === true) {
      places ??= headers.map((_, before) => `/${before}`);
      continue;
    }
    headers.push([name, value]);
    places?.push(`/${index}`);
  }
  return places === undefined ? { headers } : { headers, places };
}

/** An object from names to a value or to an array of values. */
export function headersOfObject(named: UnknownRecord, pointer: string): HeaderList {
  const list = new HeaderCollector();
  for (const [name, value] of Object.entries(named)) {
    const place = `/${pointerToken(name)}`;
    if (!Array.isArray(value)) {
      list.add(name, textOf(value, `${pointer}${place}`), place);
      continue;
    }
    for (const [index, item] of value.entries()) {
      list.add(name, textOf(item, `${pointer}${place}/${index}`), `${place}/${index}`);
    }
  }
  return list;
}

/** An array of names and values in turn, as Node has raw headers. */
export function headersOfTurns(turns: readonly unknown[], pointer: string): HeaderList {
  if (turns.length % 2 === 1) throw new UnreadableEntry(pointer, turns, "names and values in turn");
  const list = new HeaderCollector();
  for (let index = 0; index < turns.length; index += 2) {
    const place = `/${index + 1}`;
    list.add(textOf(turns[index], `${pointer}/${index}`), textOf(turns[index + 1], pointer + place), place);
  }
  return list;
}

/** An array of pairs, as an exchange has them. */
export function headersOfPairs(pairs: readonly unknown[], pointer: string): HeaderList {
  return {
    headers: pairs.map((pair, index): Header => {
      const at = `${pointer}/${index}`;
      if (!Array.isArray(pair) || pair.length !== 2) throw new UnreadableEntry(at, pair, "a pair [name, value]");
      return [textOf(pair[0], `${at}/0`), textOf(pair[1], `${at}/1`)];
    }),
  };
}

/** Recorders write the number of a Content-Length as a number. */
function textOf(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new UnreadableEntry(pointer, value, "a string");
}
