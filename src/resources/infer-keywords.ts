/** Infers from names and schemas what a spec does not state. No recording fails because of it. */
import {
  type Document,
  type JsonObject,
  joinPointer,
  memoizeByObject,
  type Operation,
  type Parameter,
  type Pointer,
} from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { findIdentityName } from "./identity.js";
import {
  findPageFields,
  isPagingParameter,
  isTimeField,
  listPageMembers,
  listQueryFields,
  type PageMember,
  toPlainName,
} from "./page-names.js";
import { listArrays, listChildren, listNamesOfProperties, listPageSchemas } from "./properties.js";
import { listItemSchemas } from "./selections.js";

/** Infers the value of `x-list` for an operation without it; undefined if the operation does not seem to return a list. */
export function inferList(document: Document, operation: Operation): JsonObject | undefined {
  return getInference(document)(operation);
}

const getInference = memoizeByObject((document: Document) =>
  memoizeByObject((operation: Operation) => inferOwnList(document, operation)),
);

function inferOwnList(document: Document, operation: Operation): JsonObject | undefined {
  if (operation.kind !== "path" || operation.method !== "GET") return undefined;
  const size = findPageFields(document, operation).size?.name;
  const segment = operation.path.split("/").findLast((it) => it !== "" && !it.includes("{")) ?? "";
  const isNamed = (items: Pointer): boolean => {
    const name = items.slice(Math.max(0, items.lastIndexOf("/")));
    return ARRAY_NAME.test(name) || toPlainName(name) === toPlainName(segment);
  };
  for (const page of listPageSchemas(operation)) {
    const arrays = listPageArrays(document, page);
    const items = arrays.length === 1 ? arrays[0] : arrays.find(isNamed);
    if (items === undefined) continue;
    const members = listPageMembers(document, page, { operation, facts: { items } });
    const paging = inferPaging(document, operation, { page, members });
    const isPaged = size !== undefined || paging !== undefined;
    // The path of a list can end with its owner: /attempts/endpoint/{endpoint_id}.
    const isList = operation.path.endsWith("}")
      ? isPaged && isNamed(items)
      : isPaged || isNamed(items) || isHalPage(document, page, members);
    if (items !== "" ? !isList : operation.path.endsWith("}")) continue;
    const numbers = ["total", "count"].flatMap((field) => {
      const member = members.find(({ role }) => role === field || role === "amount");
      return member === undefined ? [] : [[field, joinPointer("", ...member.path)]];
    });
    return { ...paging, items, ...(size === undefined ? {} : { size }), ...Object.fromEntries(numbers) };
  }
  return undefined;
}

/** The arrays of a page, or those of an object in it that has all of its items. */
function listPageArrays(document: Document, page: Pointer): readonly Pointer[] {
  const own = listArrays(document, page);
  const around = listNamesOfProperties(document, page).filter((it) => it === "_embedded" || ENVELOPE_NAME.test(it));
  const inner = around.flatMap((name) =>
    listChildren(document, page, name).flatMap((it) =>
      listArrays(document, it).map((at) => joinPointer("", name) + at),
    ),
  );
  return own.length > 0 ? own : inner;
}

/** A page of HAL has nothing beside its items but what describes it. */
function isHalPage(document: Document, page: Pointer, members: readonly PageMember[]): boolean {
  const names = listNamesOfProperties(document, page);
  return (
    names.includes("_embedded") && names.every((it) => /^_/.test(it) || members.some(({ path }) => path[0] === it))
  );
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
  for (const { style, name: start } of starts) {
    const isText = (style === "after" || style === "from") && link?.kind !== "url";
    const isCursor = style === "cursor" || link?.path.at(-1) === start || isText;
    if (isCursor && next !== undefined) return { style: "cursor", start, next };
    if (style === "after" && next === undefined) return { style, start, id: "/id" };
  }
  const returned = findReturnedParameter(document, operation, page);
  if (returned !== undefined) return { style: "cursor", start: returned, next: joinPointer("", returned) };
  if (listNamesOfProperties(document, page).includes("links") && next === undefined) return { style: "links" };
  const hasLinkHeader = operation.responses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name)));
  if (hasLinkHeader) return { style: "header", next: "Link" };
  if (next !== undefined && (link?.kind === "url" || link?.kind === "text")) return { style: "url", next };
  const numbered = starts.find(({ style }) => style === "offset" || style === "page");
  return numbered && { style: numbered.style, start: numbered.name };
}

/** The text in a page that the query parameter of the same name takes back: a cursor, whatever its name is. */
function findReturnedParameter(document: Document, operation: Operation, page: Pointer): string | undefined {
  const properties = new Set(listNamesOfProperties(document, page));
  const fields = listQueryFields(document, operation).filter(
    ({ name, parameter, schema }) =>
      properties.has(name) && !isPagingParameter(document, operation, parameter) && !isTimeField(document, schema),
  );
  const isText = (schema: Pointer): boolean => getSchemaTypes(getSchemas(document), schema).has("string");
  const texts = fields.filter(({ name }) => listChildren(document, page, name).some(isText));
  return texts.length === 1 ? texts[0]?.name : undefined;
}

/** Infers the value of `x-selects` for a parameter of an operation that reads a resource or a list. */
export function inferSelection(document: Document, operation: Operation, parameter: Parameter): JsonObject | undefined {
  const { in: place, name, schema } = parameter;
  if (operation.method !== "GET" || (place !== "path" && place !== "query")) return undefined;
  const items = listItemSchemas(document, operation, inferList(document, operation));
  const find = createPropertyFinder(document, items);
  if (place === "path") {
    const isLast = operation.path.endsWith(`{${name}}`);
    // A parameter `id` in the middle of a path is not the `id` of what is returned.
    const owner = isLast || toPlainName(name) === "id" ? undefined : find(toPlainName(name));
    const property = isLast ? items.flatMap((it) => findIdentity(document, it, name) ?? [])[0] : owner;
    return property === undefined ? undefined : { property };
  }
  return inferFilter(document, { name, schema }, items);
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

/** Infers which items a field of a query or of a body selects. */
export function inferFilter(
  document: Document,
  { name, schema }: { readonly name: string; readonly schema?: Pointer | undefined },
  items: readonly Pointer[],
): JsonObject | undefined {
  const find = createPropertyFinder(document, items);
  const isArray = schema !== undefined && getSchemaTypes(getSchemas(document), schema).has("array");
  const plain = toPlainName(name);
  const equal = find(plain);
  if (equal !== undefined) return { property: equal, ...(isArray ? { by: "one-of" } : {}) };
  const several = plain.endsWith("s") ? find(plain.slice(0, -1), plain.slice(0, -2)) : undefined;
  if (several !== undefined) return { property: several, by: "one-of" };
  const [, base = "", end = ""] = WINDOW_NAME.exec(name) ?? [];
  const ends = ["", "at", "date", "time", "on"];
  // Without a name, a window is of the only time that items have.
  const times = base === "" && isTimeField(document, schema) ? listTimes(document, items) : [];
  const bounded =
    base === ""
      ? (times.length === 1 && find(toPlainName(times[0] ?? ""))) || undefined
      : find(...ends.map((it) => toPlainName(base) + it));
  return bounded === undefined ? undefined : { property: bounded, by: FROM_NAME.test(end) ? "from" : "until" };
}

function createPropertyFinder(document: Document, items: readonly Pointer[]) {
  const properties = items.flatMap((it) => listNamesOfProperties(document, it));
  return (...plain: readonly string[]): Pointer | undefined => {
    const found = properties.find((it) => plain.includes(toPlainName(it)));
    return found === undefined ? undefined : joinPointer("", found);
  };
}

/** The times of items but for those of their changes. */
function listTimes(document: Document, items: readonly Pointer[]): readonly string[] {
  const names = items.flatMap((item) =>
    listNamesOfProperties(document, item).filter((name) =>
      listChildren(document, item, name).some((it) => isTimeField(document, it)),
    ),
  );
  return [...new Set(names)].filter((it) => !/updated|modified|changed|deleted/i.test(it));
}

const WINDOW_NAME = /^(.*?)[._[-]?(after|since|from|gte?|start|min|before|until|to|lte?|end|max)\]?$/i;
const FROM_NAME = /^(after|since|from|gte?|start|min)$/i;
