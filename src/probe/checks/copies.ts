import type { CheckFinding } from "../../checks/index.js";
import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
} from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { listChanges } from "../round-trip/list-changes.js";
import { findListedItems, getItemIdentity } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { readView } from "./rule.js";

/** A resource as a response shows it: as an item of its list, or inside another resource. */
type Copy = {
  readonly result: ProbeExchange;
  readonly at: Pointer;
  readonly value: JsonObject;
  readonly isListed: boolean;
};

export type CopyDifference = { readonly result: ProbeExchange; readonly finding: CheckFinding };

/**
 * Checks that a resource is the same in its list and inside other resources, such as a payment in the list of payments and in its
 * order. Only ids that cannot belong to two resources count. The response that fewer others agree with is the wrong one.
 */
export function checkCopies(results: readonly ProbeExchange[]): CopyDifference | undefined {
  const copies = new Map<string, Copy[]>();
  for (const copy of results.filter(isAccepted).flatMap(listCopies)) {
    const id = getItemIdentity(copy.value) ?? "";
    copies.set(id, [...(copies.get(id) ?? []), copy]);
  }
  for (const [id, own] of copies) {
    const listed = own.find(({ isListed }) => isListed);
    for (const inner of listed === undefined ? [] : own.filter((it) => !it.isListed && it.result !== listed.result)) {
      const place = listed && findCopyDifference(listed.value, inner.value);
      if (listed === undefined || place === undefined) continue;
      const agrees = (one: Copy): number =>
        own.filter((it) => it.result !== one.result && findCopyDifference(one.value, it.value) === undefined).length;
      const [wrong, other] = agrees(inner) < agrees(listed) ? [inner, listed] : [listed, inner];
      const names = `${wrong.result.operation.id} and ${other.result.operation.id}`;
      const message = `${toPrintable(place)} of ${toPrintable(id)} differs between ${names}, which both contain it`;
      const kind = `copy ${place.replaceAll(/\/\d+/g, "/*")}`;
      const { fail } = readView(wrong.result);
      return {
        result: wrong.result,
        finding: fail("exchange.resource.differs", message, kind, { at: wrong.at + place }),
      };
    }
  }
  return undefined;
}

/** Fewer shared properties may be those of a reference. */
const MIN_SHARED = 3;

function listCopies(result: ProbeExchange): readonly Copy[] {
  const places = [...walk(readView(result).body, "")];
  const items = findListedItems(result);
  const [list] = places.find(([, value]) => Array.isArray(value) && isSameJson(value, items ?? null)) ?? [];
  return places.flatMap(([at, value]) => {
    const id = isObject(value) ? getItemIdentity(value) : undefined;
    if (!isObject(value) || value.id !== id || !UUID_PATTERN.test(id ?? "")) return [];
    return [{ result, at, value, isListed: parentPointer(at) === list }];
  });
}

function* walk(value: Json, at: Pointer): Iterable<readonly [Pointer, Json]> {
  yield [at, value];
  if (Array.isArray(value)) for (const [index, it] of value.entries()) yield* walk(it, joinPointer(at, index));
  if (isObject(value)) for (const [name, it] of Object.entries(value)) yield* walk(it as Json, joinPointer(at, name));
}

/** Finds the first place where two copies of a resource differ. Compares only the properties that both have. */
export function findCopyDifference(one: JsonObject, other: JsonObject): Pointer | undefined {
  const shared = pickShared(one, other);
  if (Object.keys(shared).length < MIN_SHARED) return undefined;
  return [...listChanges(shared, other, "")].find(({ kind }) => kind === "lost")?.at;
}

function pickShared(one: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(one).flatMap(([name, value]): [string, Json][] => {
      const there = other[name];
      if (there === undefined || there === null || value === null || Array.isArray(value)) return [];
      if (isObject(value) && isObject(there)) return [[name, pickShared(value, there)]];
      return isObject(value) || isObject(there) ? [] : [[name, value as Json]];
    }),
  );
}

/** Whether two responses to the same requests differ, because something was written in between. */
export function isAnyChanged(before: readonly ProbeExchange[], after: readonly ProbeExchange[]): boolean {
  return before.some((it, at) => !isSameJson(readResponseJson(it) ?? null, readResponseJson(after[at] ?? it) ?? null));
}
