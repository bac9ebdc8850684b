import type { UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector, NO_HEADERS, readHeaderObject } from "../../reader/header-list.js";
import { requireObject } from "../../reader/parsed-entry.js";
import type { LoggedHeaders } from "./log-entry.js";
import { isEmptyField } from "./log-entry.js";

/**
 * Reads an object with all headers of a message, or returns no headers if the object is absent. Redacted values are
 * skipped, and the headers are then not complete.
 */
export function readAllHeaders(value: unknown, pointer: string): LoggedHeaders {
  if (value === undefined) return { list: NO_HEADERS, pointer: "", isComplete: false };
  const { headers, pointers = [] } = readHeaderObject(requireObject(value, pointer, "an object of headers"), pointer);
  const list = new HeaderCollector();
  for (const [index, [name, text]] of headers.entries())
    if (text !== WITHHELD_VALUE) list.add(name, text, pointers[index] ?? "");
  const isComplete = list.headers.length === headers.length && !Object.values(value as UnknownRecord).some(isEmptyList);
  return { list, pointer, isComplete };
}

/** Reads headers that are separate fields of an entry. `nameOf` returns the header name of a field, or undefined. */
export function readNamedHeaders(entry: UnknownRecord, nameOf: (field: string) => string | undefined): LoggedHeaders {
  const list = new HeaderCollector();
  for (const [field, value] of Object.entries(entry)) {
    const name = typeof value !== "string" || isEmptyField(value) ? undefined : nameOf(field);
    if (name !== undefined) list.add(name, value as string, `/${field}`);
  }
  return { list, pointer: "", isComplete: false };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const WITHHELD_VALUE = "REDACTED";
