import { isPlainObject } from "../../reader/entry-error.js";
import { HeaderCollector, type HeaderList, NO_HEADERS, readHeaderItems } from "../../reader/header-list.js";

/** Reads the headers of a saved message: a list of objects or, in format 2.0, also a text with one header per line. */
export function readSavedHeaders(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined || headers === null) return NO_HEADERS;
  if (typeof headers === "string") return parseHeaderLines(headers);
  return readHeaderItems(Array.isArray(headers) ? headers.map(fillNullValue) : headers, pointer, "key");
}

/** An empty header value is saved as null. */
function fillNullValue(item: unknown): unknown {
  return isPlainObject(item) && item.value === null ? { ...item, value: "" } : item;
}

function parseHeaderLines(text: string): HeaderList {
  const list = new HeaderCollector();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    // Disabled lines start with "//".
    if (colon > 0 && !line.startsWith("//")) list.add(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), "");
  }
  return list;
}
