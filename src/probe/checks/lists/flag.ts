import type { CheckFinding } from "../../../checks/index.js";
import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable, walkReachableSchemas } from "../../../schema/index.js";
import { splitWords } from "../../graph/name-words.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";
import { findItemSchema } from "./filter.js";

/** The boolean parameters of a listing that include more of each item, such as `includeNotes`. */
export function listIncludeFlags(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, name, schema }) =>
      place === "query" &&
      /^(include|with|show|expand)/i.test(name) &&
      schema !== undefined &&
      resolvePointer(document, schema)?.value.type === "boolean",
  );
}

/**
 * Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true.
 *
 * @param all The listing with all flags.
 */
export function checkIncludeFlag(
  all: ProbeExchange,
  hidden: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  const property = findIncluded(all, name);
  const items = listItems(hidden);
  const wrong = property === undefined ? 0 : countWith(items, property);
  if (property === undefined || wrong === 0) return undefined;
  return createFlagFinding(hidden, {
    ...{ name, pointer, valueClass: "flag" },
    message: `${wrong} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`,
  });
}

type FlagListings = {
  /** Without any flag. */
  readonly none: ProbeExchange;
  /** With all flags. */
  readonly all: ProbeExchange;
  /** With one flag. */
  readonly alone: ProbeExchange;
};

/** Checks that a flag includes the property that it names, and none that only another flag names. */
export function checkOwnFlag(
  { none, all, alone }: FlagListings,
  { name, pointer }: Parameter,
  others: readonly Parameter[],
): CheckFinding | undefined {
  const [before, items] = [listItems(none), listItems(alone)];
  const own = findIncluded(all, name);
  if (own !== undefined && items.length > 0 && countWith(items, own) === 0)
    return createFlagFinding(alone, {
      ...{ name, pointer, valueClass: "flag without effect" },
      message: `no item has ${toPrintable(own)} with ${toPrintable(name)}=true, but some have it with all flags`,
    });
  for (const other of others) {
    const property = findIncluded(all, other.name);
    const isAdded = property !== undefined && countWith(before, property) === 0 && countWith(items, property) > 0;
    if (property === own || !isAdded || before.length === 0) continue;
    return createFlagFinding(alone, {
      ...{ name, pointer, valueClass: "other flag" },
      message: `${toPrintable(name)}=true includes ${toPrintable(property)}, which ${toPrintable(other.name)} names`,
    });
  }
  return undefined;
}

/** Checks that a flag such as `unpaidOnly` shows no item in the opposite state: `paid: true`, or a text `PAID`. */
export function checkOnlyFlag(result: ProbeExchange, { name, pointer }: Parameter): CheckFinding | undefined {
  const words = splitWords(name).filter((word) => word !== "only");
  const state = words.at(-1) ?? "";
  for (const item of listItems(result).filter(isObject)) {
    const shown = Object.entries(item).find(([property, value]) => {
      const named = splitWords(property).join(" ");
      if (typeof value === "string") return isOpposite(value.toLowerCase(), state);
      return (value === true && isOpposite(named, state)) || (value === false && named === words.join(" "));
    });
    if (shown === undefined) continue;
    return createFlagFinding(result, {
      ...{ name, pointer, valueClass: "opposite state" },
      message: `an item has ${toPrintable(`${shown[0]}: ${String(shown[1])}`)} with ${toPrintable(name)}=true`,
    });
  }
  return undefined;
}

/** Whether a text says that a flag lists only some items, so that without the flag, or with false, all are listed. */
export function isOnlyText(description: string): boolean {
  return /\b(if|whether)\b[^.]{0,40}\bonly\b/i.test(description);
}

/** Checks that a flag such as `unpaidOnly` with the value false leaves the list as it is without the flag. */
export function checkFlagOff(
  without: readonly ProbeExchange[],
  off: ProbeExchange,
  { name, pointer, schema }: Parameter,
): CheckFinding | undefined {
  const { description } = resolvePointer(off.document, pointer)?.value ?? {};
  // A filter by the property itself, such as `readOnly`, lists the items that have `false` there, unless its text says otherwise.
  const isFilter =
    !isOnlyText(String(description ?? "")) && listItems(off).some((item) => isObject(item) && item[name] === false);
  const isDefault = schema !== undefined && resolvePointer(off.document, schema)?.value.default === true;
  if (isFilter || isDefault || hasSameItems(without, off)) return undefined;
  return createFlagFinding(off, {
    ...{ name, pointer, valueClass: "flag off" },
    message: `${toPrintable(name)}=false lists ${listItems(off).length} items, but there are ${listItems(without[0] ?? off).length} without it; expected the same items`,
  });
}

/** Checks that the default of a parameter lists what the listing has without the parameter. */
export function checkDefault(
  without: readonly ProbeExchange[],
  result: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  if (hasSameItems(without, result)) return undefined;
  return createFlagFinding(result, {
    ...{ name, pointer, valueClass: "default" },
    message: `${toPrintable(name)} with its default lists ${listItems(result).length} items, but there are ${listItems(without[0] ?? result).length} without it; expected the same items`,
  });
}

/** Whether a list has the items of two lists around it. If those differ, the items may have changed in between. */
function hasSameItems(around: readonly ProbeExchange[], result: ProbeExchange): boolean {
  const ids = (it: ProbeExchange) => listItems(it).map((item) => getItemIdentity(item) ?? null);
  const [before = [], after = []] = around.map(ids);
  if (![...around, result].every(isAccepted) || !isSameJson(before, after)) return true;
  return isSameJson([...ids(result)].sort(), [...before].sort());
}

/** Checks that a list with a flag includes in an item what the item has alone. */
export function checkIncluded(
  listed: ProbeExchange,
  { item, shown }: { readonly item: Json; readonly shown: ProbeExchange },
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  const whole = readResponseJson(shown) as Json | undefined;
  if (!isAccepted(shown) || !isAccepted(listed) || !isObject(whole) || !isObject(item)) return undefined;
  const wanted = splitWords(name).slice(1).join(" ");
  const property = Object.keys(whole).find((it) => splitWords(it).join(" ") === wanted);
  const value = property === undefined ? undefined : whole[property];
  const hasContent = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
  // The schema of a list may have fewer properties.
  const isListed =
    property !== undefined && (countWith(listItems(listed), property) > 0 || isDeclared(listed, property));
  if (!isListed || !hasContent || item[property] !== undefined) return undefined;
  return createFlagFinding(listed, {
    ...{ name, pointer, valueClass: "not included" },
    message: `an item has no ${toPrintable(property)} with ${toPrintable(name)}=true, but ${shown.operation.id} shows it`,
  });
}

function isOpposite(one: string, other: string): boolean {
  const negate = (text: string): readonly string[] => ["un", "non", "not ", "not_", "in"].map((it) => it + text);
  return one.length > 2 && other.length > 2 && (negate(one).includes(other) || negate(other).includes(one));
}

type FlagFinding = Pick<Parameter, "name" | "pointer"> & Pick<CheckFinding, "message" | "valueClass">;

function createFlagFinding(result: ProbeExchange, { name, pointer, message, valueClass }: FlagFinding): CheckFinding {
  const place = { contract: pointer, property: `/${name}` };
  return readView(result).fail("exchange.filter.ignored", message, valueClass, place);
}

function listItems(result: ProbeExchange): readonly Json[] {
  return isAccepted(result) ? (findListedItems(result) ?? []) : [];
}

function isDeclared({ document, operation }: ProbeExchange, property: string): boolean {
  const schema = findItemSchema(document, operation);
  return [...walkReachableSchemas(document, schema === undefined ? [] : [schema])].some(
    ({ schema: { properties } }) => isObject(properties as Json) && Object.hasOwn(properties as JsonObject, property),
  );
}

function countWith(items: readonly Json[], property: string): number {
  return items.filter((item) => isObject(item) && item[property] !== undefined).length;
}

/** The property of items that a flag names. */
function findIncluded(shown: ProbeExchange, flag: string): string | undefined {
  const wanted = splitWords(flag).slice(1).join(" ");
  const names = listItems(shown).filter(isObject).flatMap(Object.keys);
  return names.find((name) => splitWords(name).join(" ") === wanted);
}

/** Checks that a parameter has no effect beside another one that, as the spec says, overrides it. */
export function checkIgnoredParameter(
  alone: ProbeExchange,
  both: ProbeExchange,
  { parameter, other }: { readonly parameter: Parameter; readonly other: Parameter },
): CheckFinding | undefined {
  if (!isAccepted(alone) || !isAccepted(both)) return undefined;
  const [expected, found] = [alone, both].map((it) =>
    (findListedItems(it) ?? []).map((item) => getItemIdentity(item) ?? null),
  );
  if (isSameJson(expected ?? [], found ?? [])) return undefined;
  const message = `${toPrintable(parameter.name)} changes the listing although ${toPrintable(other.name)} is present: ${found?.length} instead of ${expected?.length} items`;
  const place = { contract: parameter.pointer, property: `/${parameter.name}` };
  return readView(both).fail("exchange.filter.ignored", message, "overridden", place);
}
