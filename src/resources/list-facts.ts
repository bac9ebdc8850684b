import {
  asArray,
  asObject,
  asString,
  type Document,
  getLocalReferenceTarget,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  memoizeByPair,
  type Operation,
  type Pointer,
  resolveChildren,
  resolvePointer,
  valueAt,
} from "../document/index.js";
import { listArrays } from "./properties.js";

/** How a list continues. */
export type ListStyle = "links" | "offset" | "startTime" | "page" | "cursor" | "after" | "header" | "url";

/** What a spec states about a list. Values are as written: the rules of `contract lint` report those that are wrong. */
export type ListFacts = {
  /** The keyword that states it: `x-list`, one of another tool, or `links`. */
  readonly keyword: string;
  /** The location of the keyword. */
  readonly pointer: Pointer;
  /** Without it, a response has the whole list. */
  readonly style?: ListStyle | undefined;
  /** JSON Pointer to the array of items in the response. */
  readonly items?: Pointer | undefined;
  /**
   * The query parameter for the start of a page: an offset, a page number, a cursor or a time. Like the other parameters, it can be a field of
   * the body, as a JSON Pointer.
   */
  readonly start?: string | undefined;
  /** The query parameter for the number of items on a page. */
  readonly size?: string | undefined;
  /** The query parameter for the item or page that a page ends before. */
  readonly before?: string | undefined;
  /** Query parameters of which a next link has at most one. */
  readonly either: readonly string[];
  /** Query parameters for the order of the items. */
  readonly sort: readonly string[];
  /** Query parameters for what items have beside the rest, or instead of it. */
  readonly include: readonly string[];
  /** Query parameters with a text or an expression that items have to match. */
  readonly search: readonly string[];
  /** JSON Pointer to the next cursor or URL in the response; with the style `header`, the header with the URL. */
  readonly next?: string | undefined;
  /** JSON Pointer to the id in an item. */
  readonly id?: Pointer | undefined;
  /** JSON Pointer to the number of items on the page. If `total` is the same, the spec leaves open which of both it is. */
  readonly count?: Pointer | undefined;
  /** JSON Pointer to the number of items in the whole list. */
  readonly total?: Pointer | undefined;
  /** The values that each item has at a JSON Pointer. */
  readonly only: Readonly<Record<Pointer, readonly Json[]>>;
  /** The method of a generated client. */
  readonly name?: string | undefined;
  /** Maximum number of pages that a generated client reads, unless the caller sets one. */
  readonly maxPages?: number | undefined;
};

/** Reads what the spec states about the list of an operation: by `x-list`, a keyword of another tool, or a link. */
export const getListFacts = memoizeByPair(
  (document: Document, operation: Operation): ListFacts | undefined => readStatements(document, operation)[0],
);

/** All statements about the list of an operation, of which the first one counts. */
export function readStatements(document: Document, operation: Operation): readonly ListFacts[] {
  const { pointer, parameters } = operation;
  const value = asObject(valueAt(document.root, pointer)) ?? {};
  const inQuery = new Set(parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : [])));
  const byKeyword = Object.entries(READERS).flatMap(([keyword, read]): ListFacts[] => {
    const stated = value[keyword];
    const facts = isObject(stated) ? read(stated) : undefined;
    if (facts === undefined) return [];
    const needed = [facts.items, ...(NEEDED[facts.style ?? ""] ?? []).map((field) => facts[field])];
    const { start } = facts;
    const isSent = start === undefined || start.startsWith("/") || inQuery.has(start);
    const isUsable = needed.every((it) => it !== undefined) && isSent;
    // What other tools understand in another way is no error of the spec.
    if (keyword !== "x-list" && !isUsable) return [];
    return [{ ...NOTHING_STATED, ...facts, keyword, pointer: joinPointer(pointer, keyword) }];
  });
  const link = readListLink(document, operation);
  return link === undefined ? byKeyword : [...byKeyword, { ...NOTHING_STATED, keyword: "links", ...link }];
}

const NOTHING_STATED = { either: [], sort: [], include: [], search: [], only: {} };

const TEXT_FIELDS = ["style", "items", "start", "before", "size", "next", "id", "count", "total", "name"];

type StatedFacts = Partial<Omit<ListFacts, "keyword" | "pointer">>;

const READERS: Readonly<Record<string, (value: JsonObject) => StatedFacts | undefined>> = {
  "x-list": (value) => ({
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, asString(value[field])])),
    ...Object.fromEntries(
      ["either", "sort", "include", "search"].map((field) => [field, [value[field] ?? []].flat().map(String)]),
    ),
    only: Object.fromEntries(Object.entries(asObject(value.only) ?? {}).map(([at, it]) => [at, [it].flat()])),
    maxPages: typeof value.maxPages === "number" ? value.maxPages : undefined,
  }),
  // https://www.speakeasy.com/docs/sdks/customize/runtime/pagination
  "x-speakeasy-pagination": ({ type, inputs, outputs }) => {
    const sent = asArray(inputs).filter(isObject);
    const [offset, page, size, cursor] = ["offset", "page", "limit", "cursor"].map((kind) => {
      const { name, in: place } = sent.find((it) => it.type === kind) ?? {};
      return typeof name === "string" && place === "requestBody" ? joinPointer("", name) : asString(name);
    });
    const { results, nextCursor, nextUrl } = asObject(outputs) ?? {};
    const items = toPointer(results);
    if (type === "cursor") return { style: "cursor", items, size, start: cursor, next: toPointer(nextCursor) };
    if (type === "url") return { style: "url", items, next: toPointer(nextUrl) };
    return type === "offsetLimit"
      ? { style: page === undefined ? "offset" : "page", items, size, start: offset ?? page }
      : undefined;
  },
  // https://buildwithfern.com/learn/api-definitions/openapi/extensions/pagination
  "x-fern-pagination": ({ offset, cursor, results, step, next_cursor, next_uri }) => {
    const [start, size] = [offset ?? cursor, step].map((it) => /^\$request\.([\w-]+)$/.exec(asString(it) ?? "")?.[1]);
    const items = toPointer(results);
    if (next_uri !== undefined) return { style: "url", items, next: toPointer(next_uri) };
    if (cursor !== undefined) return { style: "cursor", items, start, next: toPointer(next_cursor) };
    // Without a step, the number of the page is sent.
    return { style: size === undefined ? "page" : "offset", items, start, size };
  },
  // https://github.com/Azure/autorest/blob/main/docs/extensions/readme.md#x-ms-pageable
  "x-ms-pageable": ({ itemName = "value", nextLinkName }) => {
    const items = joinPointer("", String(itemName));
    return nextLinkName ? { style: "url", items, next: joinPointer("", String(nextLinkName)) } : { items };
  },
};

/** The facts that a style needs. */
const NEEDED: Readonly<Record<string, readonly ("start" | "next")[]>> = {
  offset: ["start"],
  page: ["start"],
  cursor: ["start", "next"],
  url: ["next"],
};

/** The JSON Pointer of a path such as `$.data.items` or `$response.data`; undefined for others. */
function toPointer(path: Json | undefined): Pointer | undefined {
  const names = /^\$(?:response)?((?:\.[\w-]+)*)$/.exec(asString(path) ?? "")?.[1];
  return names === undefined ? undefined : joinPointer("", ...names.split(".").slice(1));
}

/**
 * Reads from the `links` of a successful response how a list continues. Such a link leads to the operation itself, and sets one
 * query parameter to a value of the body, the cursor of the next page. Undefined without it, or if the items are not clear.
 */
function readListLink(document: Document, operation: Operation) {
  for (const { status, content } of operation.responses) {
    const schema = content.find(({ range }) => /json/.test(range))?.schema;
    if (!status.startsWith("2") || schema === undefined) continue;
    const response = resolvePointer(document, joinPointer(operation.pointer, "responses", status))?.pointer;
    if (response === undefined) continue;
    for (const { key, value } of resolveChildren(document, joinPointer(response, "links"))) {
      const cursor = isLinkTo(value, operation) ? readCursor(value, operation) : undefined;
      const [items, ...others] = cursor === undefined ? [] : listArrays(document, schema);
      if (cursor !== undefined && items !== undefined && others.length === 0)
        return { style: "cursor" as const, ...cursor, items, pointer: joinPointer(response, "links", key) };
    }
  }
  return undefined;
}

function isLinkTo({ operationId, operationRef }: JsonObject, { id, pointer }: Operation): boolean {
  return typeof operationRef === "string" ? getLocalReferenceTarget(operationRef) === pointer : operationId === id;
}

function readCursor(link: JsonObject, operation: Operation) {
  const parameters = Object.entries(asObject(link.parameters) ?? {});
  const cursors = parameters.flatMap(([key, value]) => {
    const start = key.replace(/^query\./, "");
    const next = /^\$response\.body#(\/.+)$/.exec(asString(value) ?? "")?.[1];
    const isQuery = operation.parameters.some((it) => it.in === "query" && it.name === start);
    return next !== undefined && isQuery ? [{ start, next }] : [];
  });
  return cursors.length === 1 ? cursors[0] : undefined;
}
