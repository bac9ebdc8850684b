import { matchesCodePattern } from "./diagnostic.js";
import type { Document } from "./document.js";
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
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
  // YAML can repeat an object by an alias.
  const seen = new Set<Json>();
  const pending: Place[] = [{ value: root, steps: undefined }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value, steps } = place;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value) && value[IGNORE_KEY] !== undefined) entries.push(...readEntries(value, toPointer(steps)));
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === "object" && child !== null) pending.push({ value: child, steps: { name, parent: steps } });
    }
  }
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

/** A value of the document, with the steps to it. Pointers are made only where they are needed. */
type Place = { readonly value: Json; readonly steps: Steps | undefined };

type Steps = { readonly name: string; readonly parent: Steps | undefined };

function toPointer(steps: Steps | undefined): Pointer {
  const names: string[] = [];
  for (let step = steps; step !== undefined; step = step.parent) names.unshift(step.name);
  return joinPointer("", ...names);
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
