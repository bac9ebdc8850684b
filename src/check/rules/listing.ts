import {
  asObject,
  asString,
  type Document,
  isObject,
  type Json,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { type HeaderField, redactText } from "../../recording/index.js";
import {
  canHaveSensitiveProperty,
  describeViolation,
  readParameter,
  type Schemas,
  splitPairs,
  toPrintable,
} from "../../schema/index.js";
import type { Check, CheckContext, CheckFinding } from "./check.js";
import type { FindingCode } from "./codes.js";

/** A page of a listing: its request and its response. */
export type ListingPage = {
  readonly document: Document;
  readonly operation: Operation;
  readonly url: string;
  /** The values of the query parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: readonly HeaderField[];
  readonly body: unknown;
};

/** How a listing is paged, according to `x-paging`. */
type ListingPaging = {
  readonly style: "links" | "offset" | "none";
  readonly items: Pointer | undefined;
  readonly start: string | undefined;
  readonly count: string | undefined;
  /** Parameters of which a next link has at most one. */
  readonly either: readonly string[];
};

export function getListingPaging(document: Document, operation: Pick<Operation, "pointer">): ListingPaging {
  const known = pagings.get(operation);
  if (known !== undefined) return known;
  const value = valueAt(document.root, operation.pointer);
  const config = isObject(value) && isObject(value["x-paging"]) ? value["x-paging"] : {};
  const style = config.style === "links" || config.style === "offset" ? config.style : "none";
  const either = [config.either ?? []].flat().map(String);
  const { items, start, count } = config;
  const paging = { style, items: asString(items), start: asString(start), count: asString(count), either } as const;
  pagings.set(operation, paging);
  return paging;
}

const pagings = new WeakMap<object, ListingPaging>();

/** Whether the spec states how the listing is paged. Only then are recorded pages checked. */
function hasStatedPaging(document: Document, operation: Pick<Operation, "pointer">): boolean {
  return getListingPaging(document, operation).style !== "none";
}

/** Finds the items of a listing: at the location in `x-paging`, or in the body itself, or in its only array. */
export function findPageItems({ document, operation, body }: ListingPage): readonly Json[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { items } = getListingPaging(document, operation);
  if (items !== undefined) {
    const list = valueAt(body, items);
    return Array.isArray(list) ? list : undefined;
  }
  const arrays = Object.entries(body).filter(([name, value]) => name !== "links" && Array.isArray(value));
  const [only] = arrays;
  return arrays.length === 1 && only !== undefined && Array.isArray(only[1]) && body.id === undefined
    ? only[1]
    : undefined;
}

/** Finds the parameter for the page size: the one that `x-paging` names, or one with a common name. */
export function findPageSizeParameter({
  document,
  operation,
}: Pick<ListingPage, "document" | "operation">): Parameter | undefined {
  const { count } = getListingPaging(document, operation);
  return operation.parameters.find(
    ({ in: place, name }) => place === "query" && (count === undefined ? PAGE_SIZE_NAME.test(name) : name === count),
  );
}

/** Names of other parameters may begin with `_` or `$`, as in `_limit`, or be in brackets, as in `page[size]`. */
const PAGE_SIZE_NAME = /^[_$]?(limit|page[_-]?size|per[_-]?page|page\[(size|limit)\])$|^\$top$/i;

/** The requested page size, or else the default of its parameter; undefined if neither is known. */
export function getPageSize({ document, query }: ListingPage, { name, schema }: Parameter): number | undefined {
  const stated = schema === undefined ? undefined : resolvePointer(document, schema)?.value.default;
  const size = Number(query[name] ?? stated);
  return Number.isInteger(size) && size > 0 ? size : undefined;
}

/** Finds a link with this relation in the Link header (RFC 8288), in a header such as `Next-Page`, or in `links` of the body. */
export function findPageLink({ body, headers }: ListingPage, rel: string): string | undefined {
  const links = isObject(body) ? body.links : undefined;
  const inBody = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === rel) : undefined;
  if (isObject(inBody)) return asString(inBody.href);
  for (const [name, value] of headers) {
    if (name.toLowerCase().replace(/^x-/, "") === `${rel}-page` && /^https?:\/\//.test(value)) return value;
    if (name.toLowerCase() !== "link") continue;
    const found = value.split(/,\s*(?=<)/).find((it) => new RegExp(`;\\s*rel="?${rel}"?`, "i").test(it));
    const href = /^\s*<([^>]*)>/.exec(found ?? "")?.[1];
    if (href !== undefined) return href;
  }
  return undefined;
}

/**
 * Checks that a page has at most as many items as requested, or as the default says. Unless `allowsShort`, only the last page
 * has fewer: a service that filters a page after reading it may return a short one.
 */
export function findPageSizeViolation(page: ListingPage, allowsShort = false): CheckFinding | undefined {
  const parameter = findPageSizeParameter(page);
  const items = findPageItems(page);
  const size = parameter && getPageSize(page, parameter);
  if (parameter === undefined || items === undefined || size === undefined) return undefined;
  const isShort = !allowsShort && items.length < size && findPageLink(page, "next") !== undefined;
  if (items.length <= size && !isShort) return undefined;
  const isDefault = page.query[parameter.name] === undefined;
  // A parameter that excludes the size, such as a cursor, may carry the size of the first page.
  const { either } = getListingPaging(page.document, page.operation);
  const isCarried = either.some((name) => name !== parameter.name && page.query[name] !== undefined);
  if (isDefault && isCarried && either.includes(parameter.name)) return undefined;
  const expectation = isDefault
    ? `expected ${size}, the default of "${parameter.name}"`
    : `expected ${size}, as requested with ${parameter.name}=${size}`;
  const next = isShort ? ", and a next link" : "";
  return createListingFinding(page, {
    code: "exchange.limit.ignored",
    message: `the page has ${items.length} items${next}; ${expectation}`,
    contract: parameter.pointer,
    property: joinPointer("", parameter.name),
    valueClass: `${isDefault ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

/**
 * Checks `count` and `total` of a listing. Each may refer to the page or to the whole listing; it is wrong if it
 * matches neither.
 */
export function findCountViolation(page: ListingPage): CheckFinding | undefined {
  const body = asObject(page.body as never);
  const items = findPageItems(page);
  if (body === undefined || items === undefined) return undefined;
  const parameter = findPageSizeParameter(page);
  const size = parameter && getPageSize(page, parameter);
  const names = Object.keys(page.query).filter((name) => name !== parameter?.name);
  const isWhole =
    names.length === 0 && size !== undefined && items.length < size && findPageLink(page, "next") === undefined;
  const wrong = ["count", "total"].find((name) => {
    const value = body[name];
    if (!Number.isInteger(value)) return false;
    return Number(value) < items.length || (isWhole && Number(value) !== items.length);
  });
  if (wrong === undefined) return undefined;
  const all = isWhole ? ", the whole listing" : "";
  return createListingFinding(page, {
    code: "exchange.page.count",
    message: `"${wrong}" is ${String(body[wrong])}, but there are ${items.length} items${all}`,
    at: joinPointer("", wrong),
    property: joinPointer("", wrong),
    valueClass: `${wrong} ${Number(body[wrong]) < items.length ? "below" : "above"}`,
  });
}

/** Checks that a next link leads to a later page of the same listing. `earlier` are the URLs of the pages before. */
export function findNextLinkViolation(page: ListingPage, earlier: readonly string[] = []): CheckFinding | undefined {
  const href = findPageLink(page, "next");
  if (href === undefined) return undefined;
  const target = URL.canParse(href, page.url) ? new URL(href, page.url) : undefined;
  const here = new URL(page.url);
  const count = page.operation.path.split("/").length - 1;
  const isSame =
    target !== undefined && target.host === here.host && getPathEnd(target, count) === getPathEnd(here, count);
  if (target === undefined || !isSame) {
    const message = `the next link leads out of the listing: ${toPrintable(href)}`;
    return createListingFinding(page, { code: "exchange.page.link", message, valueClass: "elsewhere" });
  }
  if ([...earlier, page.url].includes(target.href)) {
    const message = `the next link leads back to an earlier page: ${toPrintable(href)}`;
    return createListingFinding(page, { code: "exchange.page.repeated", message, valueClass: "loop" });
  }
  const { either } = getListingPaging(page.document, page.operation);
  const both = either.filter((name) => target.searchParams.has(name));
  if (both.length < 2) return undefined;
  const message = `the next link has ${both.join(" and ")}; expected either ${either.join(" or ")}: ${toPrintable(href)}`;
  return createListingFinding(page, { code: "exchange.page.link", message, valueClass: "either" });
}

/** The last `count` segments of the path, because a link may omit the prefix of the base URL. */
function getPathEnd({ pathname }: URL, count: number): string {
  return pathname.split("/").slice(-count).join("/");
}

/** Creates a finding about the body of a page. */
function createListingFinding(
  { operation }: Pick<ListingPage, "operation">,
  fields: ListingFindingFields,
): CheckFinding {
  return { part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...fields };
}

type ListingFindingFields = Pick<CheckFinding, "message" | "valueClass"> &
  Partial<Pick<CheckFinding, "at" | "contract" | "property">> & { readonly code: FindingCode };

/**
 * Checks a recorded page of a listing with `x-paging`, by the rules of the probe: `exchange.limit.ignored`,
 * `exchange.page.count`, `exchange.page.link`, `exchange.page.repeated`.
 */
export const checkListing: Check = (context, report) => {
  const { exchange, operation, schemas, bodies, parameters } = context;
  const { content } = bodies.response;
  const { status } = exchange.response;
  if (content.kind !== "value" || status < 200 || status > 299 || !hasStatedPaging(schemas.document, operation)) return;
  const query = Object.fromEntries(
    parameters.flatMap(({ parameter, reading }) =>
      parameter.in === "query" && reading.kind === "value" ? [[parameter.name, reading.value]] : [],
    ),
  );
  const page: ListingPage = {
    ...{ document: schemas.document, operation, query, headers: exchange.response.headers },
    url: exchange.request.url,
    body: content.value as Json,
  };
  const found = [findPageSizeViolation(page, true), findCountViolation(page)];
  if (URL.canParse(page.url)) found.push(findNextLinkViolation(page) ?? findLinkQueryViolation(context, page));
  for (const finding of found) if (finding !== undefined) report(finding);
};

/** Whether checks of an operation compare values of its bodies, beyond what their schemas say. */
export function hasBodyComparison(schemas: Schemas, { pointer, requestBody }: Operation): boolean {
  const sent = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  return hasStatedPaging(schemas.document, { pointer }) || sent.some((it) => canHaveSensitiveProperty(schemas, it));
}

/** A next link is a request of the same operation, so that its query parameters have to conform. */
function findLinkQueryViolation({ schemas }: CheckContext, page: ListingPage): CheckFinding | undefined {
  const href = findPageLink(page, "next");
  if (href === undefined) return undefined;
  const pairs = splitPairs(new URL(href, page.url).search.slice(1));
  const inQuery = page.operation.parameters.filter(({ in: location }) => location === "query");
  const taken = new Set(inQuery.map(({ name }) => name));
  const describe = (parameter: Parameter): string | undefined => {
    const reading = readParameter(schemas, parameter, { in: "query", pairs, taken });
    if (reading.kind === "malformed") return reading.reason;
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return undefined;
    const [violation] = schemas.validate(schema, "request", reading.value);
    return violation && `expected ${describeViolation(violation).expected}`;
  };
  for (const parameter of inQuery) {
    const reason = describe(parameter);
    if (reason === undefined) continue;
    return createListingFinding(page, {
      code: "exchange.page.link",
      message: `the query parameter "${parameter.name}" of the next link is invalid; ${reason}: ${toPrintable(redactText(href))}`,
      contract: parameter.pointer,
      property: `/${parameter.name}`,
      valueClass: "query",
    });
  }
  return undefined;
}
