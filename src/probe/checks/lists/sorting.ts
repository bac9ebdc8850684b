import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type Operation, type Parameter } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { splitWords } from "../../graph/name-words.js";
import { findListedItems } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/** The parameter of a listing that names the property to sort by. */
export function findSortParameter({ parameters }: Operation): Parameter | undefined {
  return parameters.find((it) => it.in === "query" && /^(sort|order)(_?by|_?key|_?field|_?on)?$/i.test(it.name));
}

/** Numbers and times of items by their names, without those inside of lists. */
type Keys = ReadonlyMap<string, number | string>;

function readKeys(item: Json): Keys {
  const keys = new Map<string, number | string>();
  // Properties of the item itself come first.
  const visit = (value: Json): void => {
    const entries = isObject(value) ? Object.entries(value) : [];
    for (const [name, it] of entries) {
      const isTime = typeof it === "string" && /^\d{4}-\d\d-\d\dT/.test(it);
      if ((typeof it === "number" || isTime) && !keys.has(name)) keys.set(name, isTime ? String(it) : Number(it));
    }
    for (const [, it] of entries) visit(it as Json);
  };
  visit(item);
  return keys;
}

/** Names of numbers and times that a listing may be sorted by: those of properties, and `amount` for `totalAmount`. */
export function listSortNames(items: readonly Json[]): readonly string[] {
  const names = [...new Set(items.flatMap((item) => [...readKeys(item).keys()]))];
  return [...new Set([...names.slice(0, MAX_NAMES), ...names.map((it) => splitWords(it).at(-1) ?? "")])]
    .filter((it) => it !== "" && it !== "at" && it !== "id")
    .slice(0, MAX_NAMES * 2);
}

const MAX_NAMES = 6;

/**
 * Checks that a listing is sorted by the property that a parameter names: numbers as numbers, and times as times.
 *
 * @param isKnown Whether the service rejects unknown names, or the spec lists this one. Otherwise it may ignore the name.
 */
export function checkSorted(
  result: ProbeExchange,
  { name: parameter, pointer }: Pick<Parameter, "name" | "pointer">,
  isKnown: boolean,
): CheckFinding | undefined {
  const named = String(result.request.query[parameter]).replace(/^[-+]/, "");
  const items = (isAccepted(result) ? (findListedItems(result) ?? []) : []).map(readKeys);
  const names = [...new Set(items.flatMap((it) => [...it.keys()]))].filter(
    (it) => it === named || (splitWords(it).at(-1) === named && !items.some((keys) => keys.has(named))),
  );
  // The place of items without the property is not defined.
  const columns = names
    .map((name) => items.flatMap((keys) => keys.get(name) ?? []))
    .filter((values) => values.length === items.length && new Set(values).size > 2);
  if (columns.length === 0 || columns.some((values) => isOrdered(values.map(toNumber)))) return undefined;
  const isText = columns.some((values) => isOrdered(values.map(String)));
  if (!isText && !isKnown) return undefined;
  return createProbeFinding(result, {
    code: "exchange.filter.ignored",
    message: `the items are ${isText ? "sorted by the text of" : "not sorted by"} ${toPrintable(named)} with ${toPrintable(`${parameter}=${String(result.request.query[parameter])}`)}; expected ascending or descending values`,
    contract: pointer,
    property: `/${parameter}`,
    valueClass: isText ? "sorted as text" : "not sorted",
  });
}

function toNumber(value: number | string): number {
  return typeof value === "number" ? value : Date.parse(value);
}

function isOrdered<T extends number | string>(values: readonly T[]): boolean {
  const pairs = values.slice(1).map((it, at) => [values[at] as T, it] as const);
  return pairs.every(([one, other]) => one <= other) || pairs.every(([one, other]) => one >= other);
}

/** Checks that `name` and `-name` sort in opposite directions. */
export function checkSortDirection(
  ascending: ProbeExchange,
  descending: ProbeExchange,
  { name: parameter, pointer }: Pick<Parameter, "name" | "pointer">,
): CheckFinding | undefined {
  const name = String(ascending.request.query[parameter]);
  const [one, other] = [ascending, descending].map((it) =>
    (isAccepted(it) ? (findListedItems(it) ?? []) : []).flatMap((item) => readKeys(item).get(name) ?? []),
  );
  const isSame = one !== undefined && new Set(one).size > 1 && one.join() === other?.join();
  if (!isSame || !isOrdered(one.map(toNumber))) return undefined;
  return createProbeFinding(descending, {
    code: "exchange.filter.ignored",
    message: `the items have the same order with ${toPrintable(`${parameter}=-${name}`)} as with ${toPrintable(name)}; expected the opposite one`,
    contract: pointer,
    property: `/${parameter}`,
    valueClass: "sort direction",
  });
}
