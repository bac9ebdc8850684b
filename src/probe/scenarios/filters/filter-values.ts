import { findPageSizeParameter } from "../../../check/index.js";
import {
  asArray,
  type Document,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { collectValueConstraints } from "../../../schema/model/value-constraints.js";
import { readDescription } from "../../body-properties.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import type { ListingFilter } from "../../checks/lists/filter.js";
import { splitWords } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { ScenarioContext } from "../scenario-context.js";

export type FilteredListing = {
  readonly operation: Operation;
  /** An accepted request without filters, for as many items as possible. */
  readonly request: CaseRequest;
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
  return candidates.find((it) => !known.has(it) && isValid(operation, setFilter(request, filter, it)));
}

/** Words for a text that names one item, so that a filter by a part of it finds nothing. */
const EXACT_WORDS = new Set(["number", "id", "sku", "serial"]);
const PART_TEXT = /\b(contain|start|begin|prefix|partial|part of|search|like|match|wildcard|pattern)/i;

/** Values that no item has, but that a service may take for another one: 0, a part of a known text, and a pattern of it. */
export function listSimilarValues(
  { document, isValid }: ScenarioContext,
  { operation, request, items }: FilteredListing,
  filter: ListingFilter,
): readonly Json[] {
  const known = items.flatMap((item) => filter.getValues(item));
  const description = readDescription(document, filter.parameter.pointer);
  const isExact =
    splitWords(filter.parameter.name).some((word) => EXACT_WORDS.has(word)) && !PART_TEXT.test(description);
  const text = known.find((it) => typeof it === "string" && it.length > 3);
  const parts = isExact && typeof text === "string" ? [text.slice(0, -1)] : [];
  const numbers = known.some((it) => typeof it === "number") ? [0] : [];
  const { enum: listed, "x-extensible-enum": usual } = resolveSchema(document, filter.parameter);
  const isFree =
    typeof text === "string" && listed === undefined && usual === undefined && !PART_TEXT.test(description);
  const wildcards = isFree ? ["%", "*", `${text.slice(0, -1)}_`] : [];
  return [...parts, ...wildcards, ...numbers].filter(
    (it) => !known.includes(it) && isValid(operation, setFilter(request, filter, it)),
  );
}

/** The schema of a parameter; empty without one. */
export function resolveSchema(document: Document, { schema }: Parameter): JsonObject {
  return (schema === undefined ? undefined : resolvePointer(document, schema)?.value) ?? {};
}

/** The values that the schema of a parameter lists. */
export function listAllowedFilterValues(document: Document, parameter: Parameter): readonly Json[] {
  const { enum: listed, "x-extensible-enum": usual } = resolveSchema(document, parameter);
  return [...asArray(listed), ...asArray(usual)];
}

export function setFilter(request: CaseRequest, { parameter, isList }: ListingFilter, value: Json): CaseRequest {
  return putParameter(request, parameter, isList ? [value].flat() : value);
}

/** The request with another value of a query parameter or a header. */
export function putParameter(
  request: CaseRequest,
  { in: place, name }: Pick<Parameter, "in" | "name">,
  value: unknown,
): CaseRequest {
  return place === "query" || place === "header"
    ? { ...request, [place]: { ...request[place], [name]: value } }
    : request;
}

/** The request with several boolean parameters. */
export function putFlags(request: CaseRequest, flags: readonly Parameter[]): CaseRequest {
  return flags.reduce((it, flag) => putParameter(it, flag, true), request);
}

const LARGE_PAGE = 100;

/** An accepted request for a listing without filters, in pages as large as possible. */
export function buildLargeListing(
  { document }: Pick<ScenarioContext, "document">,
  { operation, request }: Pick<ProbeExchange, "operation" | "request">,
): CaseRequest {
  const size = findPageSizeParameter({ document, operation });
  return size === undefined ? request : putPageSize(document, request, size, LARGE_PAGE);
}

/** The request with a page size, or with the nearest one that the spec allows. */
export function putPageSize(document: Document, request: CaseRequest, size: Parameter, wanted: number): CaseRequest {
  return putParameter(request, size, findNearestAllowed(document, size, wanted));
}

/** The allowed integer that is nearest to the wanted one. */
export function findNearestAllowed(document: Document, { schema }: Parameter, wanted: number): number {
  if (schema === undefined) return wanted;
  const { applicableSchemas } = getGenerationContext({ document }).schemas.model.at([schema]);
  const { minimum, maximum, enumValues = [] } = collectValueConstraints(applicableSchemas);
  const listed = enumValues.filter((it) => typeof it === "number");
  const [nearest] = listed.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  if (nearest !== undefined) return nearest;
  const least = minimum === undefined ? wanted : Math.floor(minimum.value) + (minimum.exclusive ? 1 : 0);
  const most = maximum === undefined ? wanted : Math.ceil(maximum.value) - (maximum.exclusive ? 1 : 0);
  return Math.max(least, Math.min(most, wanted));
}

/** The same URL with the last letter of a parameter percent-encoded; undefined if its value ends with another character. */
export function encodeLastLetter(url: string, name: string): string | undefined {
  const [, before = "", letter = "", after = ""] =
    new RegExp(`^(.*[?&]${encodeURIComponent(name)}=[^&]*)([A-Za-z\\d])((?:&.*)?)$`).exec(url) ?? [];
  // The last letter of an encoded character is part of its code.
  if (letter === "" || /%.?$/.test(before)) return undefined;
  return `${before}%${letter.charCodeAt(0).toString(16).toUpperCase()}${after}`;
}
