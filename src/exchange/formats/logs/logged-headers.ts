import type { UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector, NO_HEADERS, readHeaderObject } from "../../reader/header-list.js";
import { requireObject } from "../../reader/parsed-entry.js";
import type { LoggedHeaders } from "./log-entry.js";
import { isEmptyField } from "./log-entry.js";

/**
 * All headers of a message, but for credentials of which a gateway tells only that they were there; none where its log leaves
 * them out.
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

/** Single headers that stand in an entry under names of their own. */
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
