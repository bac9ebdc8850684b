/** Infers from names and schemas what a spec does not state. No recording fails because of it. */
import {
  type Document,
  type JsonObject,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
} from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { findIdentityName } from "./identity.js";
import { listArrays, listChildren, listNamesOfProperties, listPageSchemas } from "./properties.js";
import { listItemSchemas } from "./selections.js";

/** Names of other parameters may begin with `_` or `$`, as in `_limit`, or be in brackets, as in `page[size]`. */
export const PAGE_SIZE_NAME = /^[_$]?(limit|page[_-]?size|per[_-]?page|page\[(size|limit)\])$|^\$top$/i;

/** Infers the value of `x-list` for an operation without it; undefined if the operation does not seem to return a list. */
export function inferList(document: Document, operation: Operation): JsonObject | undefined {
  if (operation.kind !== "path" || operation.method !== "GET") return undefined;
  const names = listQueryNames(operation);
  const segment = operation.path.split("/").findLast((it) => it !== "" && !it.includes("{")) ?? "";
  const isNamed = (items: Pointer): boolean => ARRAY_NAME.test(items) || toPlainName(items) === toPlainName(segment);
  for (const page of listPageSchemas(operation)) {
    const arrays = listArrays(document, page);
    const items = arrays.length === 1 ? arrays[0] : arrays.find(isNamed);
    if (items === undefined) continue;
    const size = names.find((it) => PAGE_SIZE_NAME.test(it) || MORE_SIZE_NAMES.test(it));
    const paging = inferPaging(document, operation, { page, items });
    const isPaged = size !== undefined || paging !== undefined;
    // The path of a list can end with its owner: /attempts/endpoint/{endpoint_id}.
    const isList = operation.path.endsWith("}") ? isPaged && isNamed(items) : isPaged || isNamed(items);
    if (items !== "" ? !isList : operation.path.endsWith("}")) continue;
    const numbers = Object.entries(NUMBER_NAMES).flatMap(([field, pattern]) => {
      const name = listNamesOfProperties(document, page).find((it) => pattern.test(it));
      return name === undefined ? [] : [[field, joinPointer("", name)]];
    });
    return { ...paging, items, ...(size === undefined ? {} : { size }), ...Object.fromEntries(numbers) };
  }
  return undefined;
}

const MORE_SIZE_NAMES = /^(max_?results|page_?limit|count)$/i;
/** JSON Pointers to the items of a page. */
export const ARRAY_NAME = /^\/(data|items|results|list|values|records|entries|members)$/i;
/** Names of properties with the number of items in a list, and on a page. */
export const NUMBER_NAMES = { total: /^total(_?(count|items|results|size))?$/i, count: /^count$/i } as const;

/** The style that the name of a parameter for the start of a page suggests. */
const START_NAMES: readonly (readonly [style: string, name: RegExp])[] = [
  ["offset", /^(start_?)?(offset|skip|at)$|^\$skip$/i],
  ["cursor", /^(cursor|marker|continue|(page|next|continuation|start)_?(token|cursor)|page\[cursor\])$/i],
  ["after", /^(starting_)?after(_?id)?$/i],
  ["page", /^page(_?(number|index|no))?$|^page\[number\]$/i],
];

const NEXT_NAME = /^(next_?(page|cursor|token|marker|link|ur[il])?(_?(token|ur[il]))?|cursor|continue|after)$/i;
const NEXT_URL_NAME = /^(next(_?(page|link))?(_?ur[il])?|ur[il]|href|link)$/i;
const PAGE_OBJECT_NAME = /^(meta(data)?|paging|pagination|page|links|response_?metadata)$/i;

function inferPaging(
  document: Document,
  operation: Operation,
  { page, items }: { readonly page: Pointer; readonly items: Pointer },
): JsonObject | undefined {
  const names = listQueryNames(operation);
  const next = findNextProperty(document, page, names);
  const nextName = next?.split("/").at(-1) ?? "";
  const started = START_NAMES.flatMap(([style, pattern]) => {
    const start = names.find((it) => pattern.test(it) && !isTime(document, operation, it));
    return start === undefined ? [] : [{ style, start }];
  });
  const hasId = listChildren(document, page, items.slice(1)).length > 0 || items === "";
  for (const { style, start } of started) {
    const isCursor = style === "cursor" || nextName === start || (style === "after" && !/ur[il]|link/i.test(nextName));
    if (isCursor && next !== undefined) return { style: "cursor", start, next };
    if (style === "after" && hasId && next === undefined) return { style, start, id: "/id" };
  }
  const returned = findReturnedParameter(document, operation, page);
  if (returned !== undefined) return { style: "cursor", start: returned, next: joinPointer("", returned) };
  if (listNamesOfProperties(document, page).includes("links") && next === undefined) return { style: "links" };
  const hasLinkHeader = operation.responses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name)));
  if (hasLinkHeader) return { style: "header", next: "Link" };
  if (next !== undefined && NEXT_URL_NAME.test(nextName)) return { style: "url", next };
  return started.find(({ style }) => style === "offset" || style === "page");
}

/** Whether a query parameter is a time, as `after` is if it selects what was created after it. */
function isTime(document: Document, { parameters }: Operation, name: string): boolean {
  const schema = parameters.find((it) => it.in === "query" && it.name === name)?.schema;
  const declared = schema === undefined ? [] : getSchemas(document).model.possible(schema);
  return declared.some(({ schema: { format } }) => format === "date-time" || format === "date");
}

/** The text in a page that the query parameter of the same name takes back: a cursor, whatever its name is. */
function findReturnedParameter(document: Document, operation: Operation, page: Pointer): string | undefined {
  const properties = new Set(listNamesOfProperties(document, page));
  const names = listQueryNames(operation).filter(
    (it) => properties.has(it) && !isPagingName(it) && !isTime(document, operation, it),
  );
  const isText = (schema: Pointer): boolean => getSchemaTypes(getSchemas(document), schema).has("string");
  const texts = names.filter((name) => listChildren(document, page, name).some(isText));
  return texts.length === 1 ? texts[0] : undefined;
}

/** The property with the next cursor or URL: of a page, or of an object in it that describes the page. */
function findNextProperty(document: Document, page: Pointer, queryNames: readonly string[]): Pointer | undefined {
  const names = listNamesOfProperties(document, page);
  const listMembers = (name: string): readonly string[] =>
    listChildren(document, page, name).flatMap((child) => listNamesOfProperties(document, child));
  const own = names.find((it) => NEXT_NAME.test(it) && listMembers(it).length === 0);
  if (own !== undefined) return joinPointer("", own);
  const nested = names.flatMap((name) => {
    const members = listMembers(name);
    if (PAGE_OBJECT_NAME.test(name)) return members.filter((it) => NEXT_NAME.test(it)).map((it) => [name, it]);
    // An object that describes the next page has the value of a parameter, or the URL.
    const found = members.find((it) => queryNames.includes(it)) ?? members.find((it) => URL_NAME.test(it));
    return NEXT_NAME.test(name) && found !== undefined ? [[name, found]] : [];
  });
  return nested[0] === undefined ? undefined : joinPointer("", ...nested[0]);
}

const URL_NAME = /^(ur[il]|href|link)$/i;

/** Infers the value of `x-selects` for a parameter of an operation that reads a resource or a list. */
export function inferSelection(document: Document, operation: Operation, parameter: Parameter): JsonObject | undefined {
  const { in: place, name, schema } = parameter;
  if (operation.method !== "GET" || (place !== "path" && place !== "query")) return undefined;
  const items = listItemSchemas(document, operation, inferList(document, operation));
  const properties = items.flatMap((it) => listNamesOfProperties(document, it));
  const find = (...plain: readonly string[]): Pointer | undefined => {
    const found = properties.find((it) => plain.includes(toPlainName(it)));
    return found === undefined ? undefined : joinPointer("", found);
  };
  if (place === "path") {
    const isLast = operation.path.endsWith(`{${name}}`);
    // A parameter `id` in the middle of a path is not the `id` of what is returned.
    const owner = isLast || toPlainName(name) === "id" ? undefined : find(toPlainName(name));
    const property = isLast ? items.flatMap((it) => findIdentity(document, it, name) ?? [])[0] : owner;
    return property === undefined ? undefined : { property };
  }
  const isArray = schema !== undefined && getSchemaTypes(getSchemas(document), schema).has("array");
  return inferFilter(name, isArray, find);
}

/** Names of members that hold the resource of a body. */
export const ENVELOPE_NAME = /^(data|result|item|resource)$/i;

/** The property that the last path parameter names, of a body or of an envelope in it, such as `data` or all that there is. */
function findIdentity(document: Document, body: Pointer, parameter: string): Pointer | undefined {
  const names = listNamesOfProperties(document, body);
  const own = findIdentityName(names, parameter);
  if (own !== undefined) return joinPointer("", own);
  const envelopes = names.filter((it) => names.length === 1 || ENVELOPE_NAME.test(it));
  return envelopes.flatMap((member) =>
    listChildren(document, body, member).flatMap((it) => {
      const name = findIdentityName(listNamesOfProperties(document, it), parameter);
      return name === undefined ? [] : joinPointer("", member, name);
    }),
  )[0];
}

type PropertyFinder = (...plain: readonly string[]) => Pointer | undefined;

function inferFilter(name: string, isArray: boolean, find: PropertyFinder): JsonObject | undefined {
  const plain = toPlainName(name);
  const equal = find(plain);
  if (equal !== undefined) return { property: equal, ...(isArray ? { by: "one-of" } : {}) };
  const several = plain.endsWith("s") ? find(plain.slice(0, -1), plain.slice(0, -2)) : undefined;
  if (several !== undefined) return { property: several, by: "one-of" };
  const [, base = "", end = ""] = WINDOW_NAME.exec(name) ?? [];
  const bounded = find(...["", "at", "date", "time", "on"].map((it) => toPlainName(base) + it));
  return bounded === undefined ? undefined : { property: bounded, by: FROM_NAME.test(end) ? "from" : "until" };
}

const WINDOW_NAME = /^(.+?)[._[-]?(after|since|from|gte?|start|min|before|until|to|lte?|end|max)\]?$/i;
const FROM_NAME = /^(after|since|from|gte?|start|min)$/i;

/** Whether a query parameter belongs to the pages of a list. */
export function isPagingName(name: string): boolean {
  return [PAGE_SIZE_NAME, MORE_SIZE_NAMES, ...START_NAMES.map(([, pattern]) => pattern)].some((it) => it.test(name));
}

function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function listQueryNames({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
}
