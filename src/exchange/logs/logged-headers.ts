import { HeaderCollector, headersOfObject, noHeaders } from "../header-list.js";
import { record } from "../recorded-fields.js";
import type { UnknownRecord } from "../unreadable-entry.js";
import type { LoggedHeaders } from "./logged-exchange.js";
import { isBlank } from "./logged-exchange.js";

/**
 * All headers of a message, but for credentials of which a gateway tells only that they were there; none where its log leaves
 * them out.
 */
export function allHeaders(value: unknown, place: string): LoggedHeaders {
  if (value === undefined) return { list: noHeaders, place: "", isWhole: false };
  const { headers, places = [] } = headersOfObject(record(value, place, "an object of headers"), place);
  const list = new HeaderCollector();
  for (const [index, [name, text]] of headers.entries())
    if (text !== withheld) list.add(name, text, places[index] ?? "");
  const isWhole = list.headers.length === headers.length && !Object.values(value as UnknownRecord).some(isEmptyList);
  return { list, place, isWhole };
}

/** Single headers that stand in an entry under names of their own. */
export function namedHeaders(entry: UnknownRecord, nameOf: (field: string) => string | undefined): LoggedHeaders {
  const list = new HeaderCollector();
  for (const [field, value] of Object.entries(entry)) {
    const name = typeof value !== "string" || isBlank(value) ? undefined : nameOf(field);
    if (name !== undefined) list.add(name, value as string, `/${field}`);
  }
  return { list, place: "", isWhole: false };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const withheld = "REDACTED";
