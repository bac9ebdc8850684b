/** Infers from names and schemas what a spec does not state. No recording fails because of it. */
import {
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  resolvePointer,
  singularize,
} from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { findIdentityName, findLastParameter, splitWords } from "./identity.js";
import { findPageFields, isTimeField, listPageMembers, type PageMember, toPlainName } from "./page-names.js";
import { listArrays, listChildren, listNamesOfProperties, listPageSchemas } from "./properties.js";
import { FROM_NAME, listItemSchemas } from "./selections.js";

/** Infers the value of `x-list` for an operation without it; undefined if the operation does not seem to return a list. */
export const inferList = memoizeByPair(inferOwnList);

function inferOwnList(document: Document, operation: Operation): JsonObject | undefined {
  if (operation.kind !== "path" || operation.method !== "GET") return undefined;
  const size = findPageFields(document, operation).size?.name;
  const segment = operation.path.split("/").findLast((it) => it !== "" && !it.includes("{")) ?? "";
  const toWords = (name: string): string => ` ${splitWords(name).join(" ")}`;
  for (const page of listPageSchemas(operation)) {
    const arrays = listPageArrays(document, operation, page);
    const isNamed = (items: Pointer): boolean => {
      const name = items.slice(Math.max(0, items.lastIndexOf("/")));
      // Of several arrays, `/reverse_dependencies` lists `dependencies`.
      const isEnd = arrays.length > 1 && toWords(segment).endsWith(toWords(name));
      return ARRAY_NAME.test(name) || toPlainName(name) === toPlainName(segment) || isEnd;
    };
    const items = arrays.length === 1 ? arrays[0] : arrays.find(isNamed);
    if (items === undefined) continue;
    const members = listPageMembers(document, page, { operation, facts: { items } });
    const paging = inferPaging(document, operation, { page, members });
    const isPaged = size !== undefined || paging !== undefined;
    // The path of a list can end with its owner: /attempts/endpoint/{endpoint_id}.
    const isItem = findLastParameter(operation.path) !== undefined;
    const isList = isItem
      ? isPaged && isNamed(items)
      : isPaged || isNamed(items) || isBarePage(document, page, { items, members });
    if (items !== "" ? !isList : isItem) continue;
    const numbers = ["total", "count"].flatMap((field) => {
      const member = members.find(({ role }) => role === field || role === "amount");
      return member === undefined ? [] : [[field, joinPointer("", ...member.path)]];
    });
    const sent = {
      ...(size === undefined ? {} : { size }),
      ...inferOtherParameters(document, operation, { isPaged, style: paging?.style }),
    };
    return { ...paging, items, ...sent, ...Object.fromEntries(numbers) };
  }
  return undefined;
}

/** The parameters of a list that select neither items nor the next page. */
function inferOtherParameters(
  document: Document,
  { parameters }: Operation,
  { isPaged, style }: { readonly isPaged: boolean; readonly style: Json | undefined },
): JsonObject {
  const list = (pattern: RegExp): readonly string[] =>
    parameters.flatMap(({ in: place, name }) => (place === "query" && pattern.test(name) ? [name] : []));
  const isBefore = (it: Parameter): boolean => BEFORE_NAME.test(it.name) && !isTimeField(document, it.schema);
  const isByCursor = isPaged && style !== "page" && style !== "offset";
  const before = isByCursor ? parameters.find(isBefore)?.name : undefined;
  const named = Object.entries({ sort: list(SORT_NAME), include: list(INCLUDE_NAME), search: list(SEARCH_NAME) });
  return { ...(before && { before }), ...Object.fromEntries(named.filter(([, names]) => names.length > 0)) };
}

const SEARCH_NAME = /^(q|query|search|jql|\w+Selector)$/i;
const BEFORE_NAME = /^(page_?|ending_?)?before(_?id)?$/i;
export const SORT_NAME =
  /^(\$?order_?by|sort(_?(by|order|field|key|dir(ection)?))?|order(_?(direction|dir))?|direction)$/i;
export const INCLUDE_NAME = /^(\$?(include|expand|embed|fields|select)(s|ed)?|include_?\w+|include[A-Z]\w*)(\[\])?$/;

/** The arrays of a page, or those of an object in it that has all of its items; also of a page that is the only member, such as `pets.data`. */
function listPageArrays(document: Document, operation: Operation, page: Pointer): readonly Pointer[] {
  const own = listArrays(document, page);
  if (own.length > 0) return own;
  const names = listNamesOfProperties(document, page);
  const isAround = (name: string, inner: Pointer, items: Pointer): boolean => {
    if (name === "_embedded" || ENVELOPE_NAME.test(name)) return true;
    const members = listPageMembers(document, inner, { operation, facts: { items } });
    return names.length === 1 && members.length > 0 && isOnlyPage(document, inner, { items, members });
  };
  return names.flatMap((name) =>
    listChildren(document, page, name).flatMap((inner) =>
      listArrays(document, inner).flatMap((at) => (isAround(name, inner, at) ? [joinPointer("", name) + at] : [])),
    ),
  );
}

/** A page whose array has another name than the list has nothing beside it but what describes the page. */
function isBarePage(document: Document, page: Pointer, { items, members }: PageItems): boolean {
  const array = parsePointer(items).reduce((at, name) => at.flatMap((it) => listChildren(document, it, name)), [page]);
  const hasObjects =
    /^\/_embedded\//.test(items) ||
    array.some((it) =>
      listChildren(document, it, "*").some((item) => listNamesOfProperties(document, item).length > 0),
    );
  return hasObjects && isOnlyPage(document, page, { items, members });
}

type PageItems = { readonly items: Pointer; readonly members: readonly PageMember[] };

/** Whether an object has nothing but an array and what describes the page. */
function isOnlyPage(document: Document, page: Pointer, { items, members }: PageItems): boolean {
  const isOfPage = (name: string): boolean =>
    /^(_|ok$|errors$)/.test(name) || items.split("/")[1] === name || members.some(({ path }) => path[0] === name);
  return listNamesOfProperties(document, page).every(isOfPage);
}

/** The last name of a JSON Pointer to the items of a page. */
export const ARRAY_NAME = /^\/_?(data|items|results|list|values|records|entries|members|content)$/i;

function inferPaging(
  document: Document,
  operation: Operation,
  { page, members }: { readonly page: Pointer; readonly members: readonly PageMember[] },
): JsonObject | undefined {
  const { starts } = findPageFields(document, operation);
  const hasCursor = starts.some(({ style }) => /^(cursor|after|from)$/.test(style));
  const [link] = members
    .filter(({ role, kind }) => role === "next" && kind !== "object" && (hasCursor || kind !== "number"))
    .toSorted((a, b) => Number(a.kind === "number") - Number(b.kind === "number"));
  const next = link && joinPointer("", ...link.path);
  const [more] = members.flatMap(({ role, path }) => (role === "hasNext" ? [{ next: joinPointer("", ...path) }] : []));
  for (const { style, name: start, schema } of starts) {
    const name = toPlainName(link?.path.at(-1) ?? "");
    const isText = getSchemaTypes(getSchemas(document), schema).has("string");
    const isOfStart = link?.path.at(-1) === start || (isText && name === `next${toPlainName(start)}`);
    const isCursor = isOfStart || style === "cursor" || style === "after" || style === "from";
    if (isCursor && next !== undefined && link?.kind !== "url") return { style: "cursor", start, next };
    if (style === "after" && next === undefined) return { style, start, id: "/id", ...more };
  }
  // An array of links says something else than the next page.
  const links = listNamesOfProperties(document, page).includes("links") ? listChildren(document, page, "links") : [];
  const hasLinks = links.some((it) => !getSchemaTypes(getSchemas(document), it).has("array"));
  if (hasLinks && next === undefined) return { style: "links" };
  const hasLinkHeader = operation.responses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name)));
  if (hasLinkHeader) return { style: "header", next: "Link" };
  if (next !== undefined && (link?.kind === "url" || link?.kind === "text")) return { style: "url", next };
  const numbered = starts.find(({ style }) => style === "offset" || style === "page");
  return numbered && { style: numbered.style, start: numbered.name };
}

/** Infers the value of `x-selects` for a parameter of an operation that reads a resource or a list. */
export function inferSelection(document: Document, operation: Operation, parameter: Parameter): JsonObject | undefined {
  const { in: place, name, schema } = parameter;
  if (operation.method !== "GET" || (place !== "path" && place !== "query")) return undefined;
  const items = listItemSchemas(document, operation, inferList(document, operation));
  const find = createPropertyFinder(document, items);
  if (place === "path") {
    const isLast = findLastParameter(operation.path) === name;
    const named = { parameter: name, owner: operation.path.split("/").findLast((it) => !/[{}]|^$/.test(it)) ?? "" };
    // A parameter `id` in the middle of a path is not the `id` of what is returned.
    const owner = isLast || toPlainName(name) === "id" ? undefined : find(toPlainName(name));
    const property = isLast ? items.flatMap((it) => inferIdentity(document, it, named) ?? [])[0] : owner;
    return property === undefined ? undefined : { property };
  }
  const others = operation.parameters.map((it) => it.name);
  return inferFilter(document, { name, schema, others }, items);
}

/** Names of members that hold the resource of a body. */
export const ENVELOPE_NAME = /^(data|result|item|resource)$/i;

/** What a path ends with: the name of its last parameter, after that of the list. */
type NamedInPath = { readonly parameter: string; readonly owner: string };

/** The property that a path names, of a body or of an envelope in it: `data`, the only member, or one with the name of the list, such as `pet`. */
export function inferIdentity(document: Document, body: Pointer, path: NamedInPath): Pointer | undefined {
  const names = listNamesOfProperties(document, body);
  const find = (object: Pointer): string | undefined => {
    const isScalar = (it: string): boolean =>
      findScalar(document, listChildren(document, object, it), "") !== undefined;
    return findIdentityName(listNamesOfProperties(document, object).filter(isScalar), path.parameter);
  };
  const own = find(body);
  if (own !== undefined) return joinPointer("", own);
  const noun = toPlainName(singularize(path.owner));
  const envelopes = names.filter((it) => names.length === 1 || ENVELOPE_NAME.test(it) || toPlainName(it) === noun);
  return envelopes.flatMap((member) =>
    listChildren(document, body, member).flatMap((it) => {
      const name = find(it);
      return name === undefined ? [] : joinPointer("", member, name);
    }),
  )[0];
}

/** A field of a query or of a body. `others`: the names of the fields beside it. */
type FilterField = {
  readonly name: string;
  readonly schema?: Pointer | undefined;
  readonly others?: readonly string[] | undefined;
};

/** Infers which items a field of a query or of a body selects. */
export function inferFilter(document: Document, field: FilterField, items: readonly Pointer[]): JsonObject | undefined {
  const { schema } = field;
  const name = /^filters?\[([\w.-]+)\]$/i.exec(field.name)?.[1] ?? field.name;
  if (NO_FILTER_NAME.test(name)) return undefined;
  const find = createPropertyFinder(document, items);
  const isArray = getSchemaTypes(getSchemas(document), schema).has("array");
  const plain = toPlainName(name);
  const equal = find(plain);
  if (equal !== undefined) {
    const isList = isArray || (equal.endsWith("/*") && plain.endsWith("s"));
    const by = isList ? "one-of" : findRelation(document, { ...field, name });
    return by === "" ? { property: equal } : { property: equal, by };
  }
  const several = plain.endsWith("s") ? find(singularize(plain)) : undefined;
  if (several !== undefined) return { property: several, by: "one-of" };
  const member = find(`${plain}s`);
  if (member?.endsWith("/*") === true) return { property: member, ...(isArray ? { by: "one-of" } : {}) };
  const state = /^(states?|status(es)?)$/.test(plain) ? find(...listStates(document, items)) : undefined;
  if (state !== undefined) return { property: state, ...(isArray || plain.endsWith("es") ? { by: "one-of" } : {}) };
  return inferWindow(document, { ...field, name }, items);
}

/** The name of the state of items, if it is their only one: `status`, or `assetStatus`. */
function listStates(document: Document, items: readonly Pointer[]): readonly string[] {
  const names = items.flatMap((item) => listNamesOfProperties(document, item));
  const states = [...new Set(names.map(toPlainName))].filter((it) => /(state|status)$/.test(it));
  return states.length === 1 ? states : [];
}

/** Infers the time or number of items that a field limits, such as `created_after`. */
function inferWindow(
  document: Document,
  { name, schema }: FilterField,
  items: readonly Pointer[],
): JsonObject | undefined {
  const find = createPropertyFinder(document, items);
  const [, first = "", last = ""] = FIRST_END_NAME.exec(name) ?? [];
  // Only numbers and times have ends: `fromAddress` is none.
  const isEnd = /^m/.test(first) || isTimeField(document, schema);
  const [, base = isEnd ? last : "", end = first, unit = ""] = WINDOW_NAME.exec(name) ?? [];
  const ends = base === "" ? [unit] : ["", "at", "date", "time", "on"].map((it) => base + it);
  // Without a name, a window is of the only time that items have, but for those of their changes.
  const isTime = end !== "" && (unit !== "" || isTimeField(document, schema));
  const times = base === "" && isTime ? listTimes(document, items, /updated|modified|changed|deleted/i) : [];
  const own = times.length === 1 ? find(toPlainName(times[0] ?? "")) : undefined;
  const property = find(...ends.map(toPlainName)) ?? own;
  return property === undefined ? undefined : { property, by: FROM_NAME.test(end) ? "from" : "until" };
}

/** The end of a time window that a field is, as its format and a word of its name say. A precondition, such as `If-Unmodified-Since`, is none. */
export function findTimeBound(document: Document, { name, schema }: FilterField): "from" | "until" | undefined {
  const words = splitWords(name);
  const isTime = resolvePointer(document, schema)?.value.format === "date-time" && !words.includes("unmodified");
  const isFrom = words.some((it) => FROM_WORDS.has(it));
  if (!isTime || isFrom === words.some((it) => UNTIL_WORDS.has(it))) return undefined;
  return isFrom ? "from" : "until";
}

const FROM_WORDS = new Set(["start", "from", "after", "since", "begin", "min", "newer"]);
const UNTIL_WORDS = new Set(["end", "to", "until", "before", "max", "till", "older"]);

/** Which items a time window selects if nothing says of which of their times it is: those that have one of their times in it. */
export function inferTimeWindow(document: Document, field: FilterField, items: readonly Pointer[]) {
  const by = findTimeBound(document, field);
  const properties = listTimes(document, items).map((name) => joinPointer("", name));
  return by === undefined || properties.length === 0 ? undefined : { by, properties };
}

/** How a field with the name of a property is related to it: as an end of a window, or as an object with both ends. Empty: equal. */
function findRelation(document: Document, { name, schema, others = [] }: FilterField): string {
  const members = schema === undefined ? [] : listNamesOfProperties(document, schema);
  if (members.length > 0 && members.every((it) => BOUND_NAME.test(it))) return "range";
  if (/[<>]=?$/.test(name)) return />=?$/.test(name) ? "from" : "until";
  const getEnd = (it: string): string | undefined => {
    const [, base, end = "", unit] = WINDOW_NAME.exec(it) ?? [];
    return base === "" && unit !== undefined ? (FROM_NAME.test(end) ? "from" : "until") : undefined;
  };
  const ends = new Set(others.map(getEnd));
  const isWindow = ends.has("from") && ends.has("until") && !others.some((it) => /^[<>]/.test(it.slice(name.length)));
  return (isWindow ? getEnd(name) : undefined) ?? "";
}

/**
 * Finds a property of items, or of the attributes of JSON:API, that can be compared with a parameter. A property inside of an object or a
 * list is found by both names, such as `card.number` for `cardNumber`.
 */
function createPropertyFinder(document: Document, items: readonly Pointer[]) {
  const listInside = (schemas: readonly Pointer[], at: Pointer, prefix = "") =>
    schemas.flatMap((schema) =>
      listNamesOfProperties(document, schema).map((name) => ({
        name: prefix + name,
        at: joinPointer(at, name),
        schemas: listChildren(document, schema, name),
      })),
    );
  const own = items.flatMap((item) => {
    const members = listInside([item], "");
    const attributes = listInside(listChildren(document, item, "attributes"), "/attributes");
    const isEnvelope = attributes.length > 0 && members.every(({ name }) => RESOURCE_OBJECT_NAMES.includes(name));
    // All resource objects of a list have the same type.
    return isEnvelope ? [...attributes, ...members.filter(({ name }) => name !== "type")] : [...members, ...attributes];
  });
  const nested = () =>
    own.flatMap(({ name, at, schemas }) => {
      const lists = schemas.flatMap((it) => listChildren(document, it, "*"));
      return [...listInside(schemas, at, name), ...listInside(lists, joinPointer(at, "*"), name)];
    });
  return (...plain: readonly string[]): Pointer | undefined => {
    const find = (properties: ReturnType<typeof listInside>): Pointer | undefined =>
      properties
        .filter(({ name }) => plain.includes(toPlainName(name)))
        .flatMap(({ at, schemas }) => findScalar(document, schemas, at) ?? [])[0];
    return find(own) ?? find(nested());
  };
}

/** The members of a resource object of JSON:API. */
export const RESOURCE_OBJECT_NAMES: readonly string[] = ["type", "id", "attributes", "relationships", "links", "meta"];

/** The location of a scalar, or of the scalars of an array; undefined for what has one value only, such as the name of a type. */
function findScalar(document: Document, schemas: readonly Pointer[], at: Pointer): Pointer | undefined {
  const types = new Set(schemas.flatMap((it) => [...getSchemaTypes(getSchemas(document), it)]));
  const values = schemas.map((it) => resolvePointer(document, it)?.value ?? {});
  if (values.some((it) => it.const !== undefined || (Array.isArray(it.enum) && it.enum.length === 1))) return undefined;
  if (types.size === 0 || ["string", "number", "integer", "boolean"].some((it) => types.has(it))) return at;
  const inner = types.has("array") && !at.endsWith("*") ? schemas.flatMap((it) => listChildren(document, it, "*")) : [];
  return inner.length === 0 ? undefined : findScalar(document, inner, joinPointer(at, "*"));
}

/** The names of the times of items, but for some. */
function listTimes(document: Document, items: readonly Pointer[], but = /^$/): readonly string[] {
  const names = items.flatMap((item) =>
    listNamesOfProperties(document, item).filter((name) =>
      listChildren(document, item, name).some((it) => TIME_WORD.test(name) || isTimeField(document, it)),
    ),
  );
  return [...new Set(names)].filter((it) => !but.test(it));
}

/** Names of parameters that select no items by a property of the same name. */
const NO_FILTER_NAME = /^(\$?(include|expand|embed|fields|select)(s|ed)?(\[\])?|q|query|search|filter)$/i;
const WINDOW_NAME =
  /^(.*?)[._[-]?(after|since|from|gte?|start|begin|min|before|until|to|lte?|end|max)(?:_?(at|on|date|time|ts|timestamp))?\]?$/i;
/** An end of a window before what it is of: `fromTimestamp`, `min_price`. */
const FIRST_END_NAME = /^(after|since|from|start|before|until|to|end|min|max)(?:_(?=.)|(?=[A-Z]))(.+)$/;
const TIME_WORD = /(_at|_time|_date|[a-z]At|[a-z]Time|[a-z]Date)$/;
const BOUND_NAME = /^(after|since|from|gte?|start|min|before|until|to|lte?|end|max)$/i;
