import { HeaderCollector, type HeaderList, headersOfItems, noHeaders } from "../header-list.js";
import { isRecord } from "../unreadable-entry.js";

/** The headers of a saved message: a list of objects, or, as format 2.0 may have them, lines of text. */
export function savedHeaders(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined || headers === null) return noHeaders;
  if (typeof headers === "string") return headersOfLines(headers);
  return headersOfItems(Array.isArray(headers) ? headers.map(withValue) : headers, pointer, "key");
}

/** A header that was left empty has null for its value. */
function withValue(item: unknown): unknown {
  return isRecord(item) && item.value === null ? { ...item, value: "" } : item;
}

function headersOfLines(text: string): HeaderList {
  const list = new HeaderCollector();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    // A line that is switched off begins with two slashes.
    if (colon > 0 && !line.startsWith("//")) list.add(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), "");
  }
  return list;
}
