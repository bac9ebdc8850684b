import { type CheckFinding, findPageSizeParameter } from "../../../check/index.js";
import {
  asArray,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  type Pointer,
  parentPointer,
  parsePointer,
  resolvePointer,
} from "../../../document/index.js";
import {
  inferList,
  inferSelection,
  listItemSchemas,
  listValues,
  readSelections,
  splitWords,
} from "../../../resources/index.js";
import { listChildren } from "../../../resources/properties.js";
import { getSchemas, getSchemaTypes, toPrintable } from "../../../schema/index.js";
import { readDescription } from "../../body-properties.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  placeOf,
  type Rule,
  whenAccepted,
} from "../../session/probe-exchange.js";
import type { PlainRequest } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

/** An accepted request without filters, for as many items as possible. */
export type FilteredListing = PlainRequest & {
  /** The same without a page size. */
  readonly plain: CaseRequest;
  readonly items: readonly Json[];
  /** All items, if the request returns all of them. */
  readonly all: readonly Json[] | undefined;
};

/**
 * Lists the rarest values first, because a service that ignores the filter then returns the most wrong items. Skips false,
 * because it may mean no filter.
 */
export function listSelectiveValues({ getValues }: ListingFilter, items: readonly Json[]): readonly Json[] {
  const counts = new Map<Json, number>();
  for (const item of items)
    for (const value of new Set(getValues(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const selective = [...counts].filter(([value, count]) => value !== false && count < items.length);
  return selective.sort(([, a], [, b]) => a - b).map(([value]) => value);
}

/** Finds a valid value that no item has: one that the spec lists, or another. */
export function findUnknownValue(
  { document, isValid, createId }: ScenarioContext,
  { operation, request, items }: FilteredListing,
  filter: ListingFilter,
): Json | undefined {
  const known = new Set(items.flatMap((item) => filter.getValues(item)));
  const { enum: listed, "x-extensible-enum": usual } = resolveSchema(document, filter.parameter);
  const candidates = [
    ...asArray(listed),
    ...["NONE_HAS_THIS", createId(`no ${filter.parameter.name}`), "0000", 987_654_321],
    ...asArray(usual),
  ];
  return candidates.find(
    (it) => !known.has(it) && isValid(operation, setFilter({ operation, request }, filter, it).request),
  );
}

/** Words for a text that names one item, so that a filter by a part of it finds nothing. */
const EXACT_WORDS = new Set(["number", "id", "sku", "serial"]);
const PART_TEXT = /\b(contain|start|begin|prefix|partial|part of|search|like|match|wildcard|pattern)/i;

function hasExactName({ name }: Parameter): boolean {
  return splitWords(name).some((word) => EXACT_WORDS.has(word));
}

/** Values that no item has, but that a service may take for another one: 0, a part of a known text, and a pattern of it. */
export function listSimilarValues(
  { document, isValid }: ScenarioContext,
  { operation, request, items }: FilteredListing,
  filter: ListingFilter,
): readonly Json[] {
  const known = items.flatMap((item) => filter.getValues(item));
  const description = readDescription(document, filter.parameter.pointer);
  const isExact = hasExactName(filter.parameter) && !PART_TEXT.test(description);
  const text = known.find((it) => typeof it === "string" && it.length > 3);
  const parts = isExact && typeof text === "string" ? [text.slice(0, -1)] : [];
  const numbers = known.some((it) => typeof it === "number") ? [0] : [];
  const isListed = listAllowedFilterValues(document, filter.parameter).length > 0;
  const isFree = typeof text === "string" && !isListed && !PART_TEXT.test(description);
  const wildcards = isFree ? ["%", "*", `${text.slice(0, -1)}_`] : [];
  return [...parts, ...wildcards, ...numbers].filter(
    (it) => !known.includes(it) && isValid(operation, setFilter({ operation, request }, filter, it).request),
  );
}

function resolveSchema(document: Document, { schema }: Parameter): JsonObject {
  return resolvePointer(document, schema)?.value ?? {};
}

/** The values that the schema of a parameter lists. */
export function listAllowedFilterValues(document: Document, parameter: Parameter): readonly Json[] {
  const { enum: listed, "x-extensible-enum": usual } = resolveSchema(document, parameter);
  return [...asArray(listed), ...asArray(usual)];
}

/** The request of a listing with a value of a filter. */
export function setFilter(
  { operation, request }: PlainRequest,
  { parameter, isList }: ListingFilter,
  value: Json,
): PlainRequest {
  return { operation, request: putParameter(request, parameter, isList ? [value].flat() : value) };
}

export function putParameter(
  request: CaseRequest,
  { in: place, name }: Pick<Parameter, "in" | "name">,
  value: unknown,
): CaseRequest {
  return place === "query" || place === "header"
    ? { ...request, [place]: { ...request[place], [name]: value } }
    : request;
}

const LARGE_PAGE = 100;

/** An accepted request for a listing without filters, in pages as large as possible. */
export function buildLargeListing(
  { document }: Pick<ScenarioContext, "document">,
  { operation, request }: PlainRequest,
): PlainRequest {
  const size = findPageSizeParameter({ document, operation });
  return { operation, request: size === undefined ? request : putPageSize(document, request, size, LARGE_PAGE) };
}

/** The request with a page size, or with the nearest one that the spec allows. */
export function putPageSize(document: Document, request: CaseRequest, size: Parameter, wanted: number): CaseRequest {
  return putParameter(request, size, findNearestAllowed(document, size, wanted));
}

/** The allowed integer that is nearest to the wanted one. */
export function findNearestAllowed(document: Document, { schema }: Parameter, wanted: number): number {
  if (schema === undefined) return wanted;
  const { minimum, maximum, enumValues = [] } = getSchemas(document).model.at([schema]).constraints;
  const listed = enumValues.filter((it) => typeof it === "number");
  const [nearest] = listed.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  if (nearest !== undefined) return nearest;
  const least = minimum === undefined ? wanted : Math.floor(minimum.value) + (minimum.exclusive ? 1 : 0);
  const most = maximum === undefined ? wanted : Math.ceil(maximum.value) - (maximum.exclusive ? 1 : 0);
  return Math.max(least, Math.min(most, wanted));
}

/** What a parameter selects, as the spec states or else as its name suggests. */
export function findSelection(document: Document, operation: Operation, parameter: Parameter) {
  const stated = readSelections(document, parameter);
  if (stated.length > 0) return stated[0];
  const { property, by = "equal" } = inferSelection(document, operation, parameter) ?? {};
  return property === undefined ? undefined : { properties: [String(property)], by: String(by), values: undefined };
}

/** A query parameter that filters a listing by properties of its items. */
export type ListingFilter = {
  readonly parameter: Parameter;
  /** Whether the parameter takes several values, of which an item has to match one. */
  readonly isList: boolean;
  readonly paths: readonly (readonly string[])[];
  /** Whether only equal values match: the spec states so, or lists the values, or they are numbers of something. */
  readonly isExact: boolean;
  readonly getValues: (item: Json) => readonly Json[];
};

export function findListingFilter(
  document: Document,
  operation: Operation,
  parameter: Parameter,
): ListingFilter | undefined {
  const { in: place, name, schema, pointer } = parameter;
  if (place !== "query" || schema === undefined || hasOpenQuestion(document, pointer)) return undefined;
  const selection = findSelection(document, operation, parameter);
  if (!/^(equal|one-of)$/.test(selection?.by ?? "") || selection?.values !== undefined) return undefined;
  const isStated = readSelections(document, parameter).length > 0;
  if (!isStated && NOT_EQUAL.test(splitWords(name).join(" "))) return undefined;
  const items = listItemSchemas(document, operation, inferList(document, operation));
  const isDeclared = (path: readonly string[]): boolean =>
    path.reduce((at, it) => at.flatMap((schemas) => listChildren(document, schemas, it)), items).length > 0;
  const paths = (selection?.properties ?? []).map(parsePointer).filter(isDeclared);
  if (paths.length === 0) return undefined;
  return {
    parameter,
    isExact: isStated || listAllowedFilterValues(document, parameter).length > 0 || hasExactName(parameter),
    isList: getSchemaTypes(getSchemas(document), schema).has("array"),
    paths,
    getValues: (item) => paths.flatMap((path) => listValues(item, path)).filter((it) => !isObject(it) && it !== null),
  };
}

/** Names of parameters that exclude or compare, or that say how items are shown. */
const NOT_EQUAL =
  /\b(exclude|excluding|except|not|without|min|max|from|to|since|until|before|after|[gl]te?)\b|^(sort|order|group|fields?|format|view|locale|lang|language|currency|units?|version|q|query|search|filter)( by)?$/;

/** Checks a filtered listing: it contains only matching items, and all of them if the whole listing is known. */
export const checkListingFilter = whenAccepted<1, [ListingFilter, readonly Json[] | undefined]>(
  (result, { parameter, isExact, getValues }, all) => {
    const items = result.list;
    if (items === undefined) return undefined;
    const given = result.request.query[parameter.name];
    if (given === undefined) return undefined;
    const wanted = [given].flat() as readonly Json[];
    const isWanted = (value: Json): boolean => wanted.some((it) => isSameText(it, value));
    const isLike = isExact ? isWanted : createLikeness(wanted, items.flatMap(getValues));
    const wrong = items.filter((item) => !getValues(item).some(isLike)).length;
    const expected = all?.filter((item) => getValues(item).some(isWanted)).length ?? 0;
    if (wrong === 0 && items.length >= expected) return undefined;
    const value = toPrintable(JSON.stringify(given) ?? "");
    const message =
      wrong > 0
        ? `${wrong} of ${items.length} items do not match ${parameter.name}=${value}`
        : `${parameter.name}=${value} returns ${items.length} items, but ${expected} items of the whole listing match`;
    return result.fail("exchange.filter.ignored", message, wrong > 0 ? "shown" : "left out", placeOf(parameter));
  },
);

function isSameText(one: Json, other: Json): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/**
 * Creates a test for values that match in any reading of a name: a text may contain a word that is wanted, a number or a time may be a
 * bound, and true may show more.
 */
function createLikeness(wanted: readonly Json[], shown: readonly Json[]): (value: Json) => boolean {
  const orders = shown.map(toOrder);
  const isBound = (bound: number): boolean => orders.every((it) => it >= bound) || orders.every((it) => it <= bound);
  return (value) =>
    wanted.some((it) => {
      if (isSameText(it, value) || typeof value === "boolean") return true;
      if (!Number.isNaN(toOrder(value))) return isBound(toOrder(it));
      const words = String(it).toLowerCase().split(/\s+/);
      return words.some((word) => String(value).toLowerCase().includes(word));
    });
}

/** The place of a number or a time among others. */
function toOrder(value: Json): number {
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);
  return isTime ? Date.parse(value) : typeof value === "number" ? value : Number.NaN;
}

/** Checks that small pages of a filtered listing have as many items as the unfiltered listing has matching ones. */
export function checkFilteredPages(
  pages: readonly ProbeExchange[],
  { parameter }: Pick<ListingFilter, "parameter">,
  expected: number,
): CheckFinding | undefined {
  const [last] = pages.slice(-1);
  const count = pages.flatMap((page) => page.items).length;
  if (last === undefined || !areAccepted(...pages) || count >= expected) return undefined;
  const message = `${pages.length} pages with ${toPrintable(parameter.name)} have ${count} items, but at least ${expected} items of the listing match`;
  return last.fail("exchange.page.incomplete", message, `filtered ${parameter.name}`, placeOf(parameter));
}

/** Checks that a filter by several values, of which one is unknown, finds the items of the others. `before` has only known values. */
export const checkPartlyUnknown: Rule<2, [Pick<ListingFilter, "parameter">]> = (before, result, { parameter }) => {
  const { status } = result;
  if (!before.isAccepted) return undefined;
  const items = result.isAccepted && status !== 204 ? result.list : undefined;
  const missing = items && findMissingItem(before.items, items);
  if (missing !== undefined) {
    const message = `${toPrintable(parameter.name)} with a known and an unknown value leaves out ${toPrintable(missing)}, which it lists with the known one alone; expected the items of the known one`;
    return result.fail("exchange.filter.ignored", message, "partly unknown", placeOf(parameter));
  }
  // A list of ids may be rejected for an unknown one.
  if (/ids?$/i.test(parameter.name) || (status !== 404 && status !== 204)) return undefined;
  const message = `the response is ${status} for ${toPrintable(parameter.name)} with a known and an unknown value; expected the items of the known one`;
  return result.failStatus("exchange.filter.ignored", message, "partly unknown", placeOf(parameter));
};

function findMissingItem(before: readonly Json[], after: readonly Json[]): string | undefined {
  const found = new Set(after.map(getItemIdentity));
  return before.map(getItemIdentity).find((id) => id !== undefined && !found.has(id));
}

/**
 * Whether the spec marks an open question (`x-open-point`) at a location or at an ancestor, up to the parameter,
 * property or schema.
 */
export function hasOpenQuestion(document: Document, pointer: Pointer): boolean {
  for (let at = pointer; at !== ""; at = parentPointer(at)) {
    const value = resolvePointer(document, at)?.value;
    if (isObject(value) && value["x-open-point"] !== undefined) return true;
    if (/^\/components\/[^/]+\/[^/]+$|\/parameters\/\d+$/.test(at)) return false;
  }
  return false;
}
