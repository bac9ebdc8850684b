import { matchesCodePattern } from "./diagnostic.js";
import type { Document } from "./document.js";
import {
  asArray,
  asObject,
  asString,
  getSteps,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  walkObjects,
} from "./json.js";
import { memoizeByObject } from "./memoize.js";

/** The extension with the findings that a spec accepts at the object that holds it, and below. */
export const IGNORE_KEY = "x-contract-ignore";

export type IgnoreEntry = {
  /** A code, or a prefix with a star. */
  readonly code: string;
  readonly reason: string;
  /** The object that holds the extension. */
  readonly scope: Pointer;
  /** The place of the entry. */
  readonly pointer: Pointer;
  /** What is wrong with the entry, which then accepts nothing. */
  readonly fault?: string;
};

/** Lists all entries of a spec, in no particular order. */
export const listIgnoreEntries = memoizeByObject(({ root }: Document): readonly IgnoreEntry[] => {
  const entries: IgnoreEntry[] = [];
  for (const [object, place] of walkObjects(root))
    if (object[IGNORE_KEY] !== undefined) entries.push(...readEntries(object, joinPointer("", ...getSteps(place))));
  return entries;
});

/** Returns the reason for which the spec accepts a finding of a code at a place, if it does. */
export function findIgnoreReason(document: Document, code: string, pointer: Pointer): string | undefined {
  return listIgnoreEntries(document).find((it) => matchesIgnoreEntry(it, code, pointer))?.reason;
}

export function matchesIgnoreEntry(entry: IgnoreEntry, code: string, pointer: Pointer): boolean {
  const isBelow = `${pointer}/`.startsWith(`${entry.scope}/`);
  return entry.fault === undefined && isBelow && matchesCodePattern(entry.code, code);
}

function readEntries(holder: JsonObject, scope: Pointer): IgnoreEntry[] {
  const value = holder[IGNORE_KEY] ?? null;
  const pointer = joinPointer(scope, IGNORE_KEY);
  return Array.isArray(value)
    ? asArray(value).map((item, index) => readEntry(item, scope, joinPointer(pointer, index)))
    : [readEntry(value, scope, pointer)];
}

function readEntry(value: Json, scope: Pointer, pointer: Pointer): IgnoreEntry {
  const { code, reason, ...others } = asObject(value) ?? {};
  const entry = { code: asString(code) ?? "", reason: asString(reason) ?? "", scope, pointer };
  const [unknown] = Object.keys(others);
  const fault =
    asObject(value) === undefined
      ? "expected an object with code and reason, or a list of them"
      : entry.code === ""
        ? "expected a code, or a prefix with a star"
        : entry.reason.trim() === ""
          ? `expected the reason for which ${entry.code} is accepted`
          : unknown === undefined
            ? undefined
            : `"${unknown}" is not a field; expected code and reason`;
  return fault === undefined ? entry : { ...entry, fault };
}
