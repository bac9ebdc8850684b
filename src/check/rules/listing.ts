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
  parsePointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { type HeaderField, isSuccess, redactText } from "../../recording/index.js";
import {
  findPageFields,
  getListFacts,
  getSelections,
  inferList,
  listBodyFields,
  type Selection,
} from "../../resources/index.js";
import { describeViolation, readParameter, splitPairs, toPrintable } from "../../schema/index.js";
import type { BodyFinding, Check, CheckContext, CheckedParameter, CheckFinding, EarlierExchanges } from "./check.js";
import { isHidden, readJson } from "./values.js";

/** A page of a listing: its request and its response. */
export type ListingPage = {
  readonly document: Document;
  readonly operation: Operation;
  readonly url: string;
  /** The values of the query parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: readonly HeaderField[];
  readonly body: unknown;
  /** Whether only what the spec states counts, and nothing that is inferred from names. */
  readonly isStatedOnly?: boolean;
};

/** Finds the items of a listing: where the spec states, in the body itself, in its only array, or else where names suggest. */
export function findPageItems({
  document,
  operation,
  body,
  isStatedOnly = false,
}: ListingPage): readonly Json[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const items = getListFacts(document, operation)?.items;
  if (items !== undefined) {
    const list = valueAt(body, items);
    return Array.isArray(list) ? list : undefined;
  }
  const arrays = Object.entries(body).filter(([name, value]) => name !== "links" && Array.isArray(value));
  const [only] = arrays;
  if (arrays.length === 1 && only !== undefined && Array.isArray(only[1]) && body.id === undefined) return only[1];
  const inferred = arrays.length > 0 || isStatedOnly ? undefined : inferList(document, operation)?.items;
  const inner = typeof inferred === "string" ? valueAt(body, inferred) : undefined;
  return Array.isArray(inner) ? inner : undefined;
}

/** Finds the parameter or the field of the body for the page size: the one that the spec states, or a parameter with a common name. */
export function findPageSizeParameter({
  document,
  operation,
  isStatedOnly = false,
}: Pick<ListingPage, "document" | "operation" | "isStatedOnly">): Parameter | undefined {
  const size = getListFacts(document, operation)?.size;
  const inferred = size === undefined && !isStatedOnly ? findPageFields(document, operation).size : undefined;
  const fields = [...operation.parameters, ...listBodyFields(document, operation)];
  return fields.find(({ in: place, name }) => place === "query" && name === (size ?? inferred?.name));
}

/** The requested page size, or else the default of its parameter; undefined if neither is known. */
export function getPageSize({ document, query }: ListingPage, { name, schema }: Parameter): number | undefined {
  const stated = resolvePointer(document, schema)?.value.default;
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
  const { either = [] } = getListFacts(page.document, page.operation) ?? {};
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
    property: parameter.name.startsWith("/") ? parameter.name : joinPointer("", parameter.name),
    valueClass: `${isDefault ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

/**
 * Checks the numbers of items in a page. The spec states which one is of the page and which one of the whole listing. If it does not,
 * a number may be either, and it is wrong if it matches neither.
 */
export function findCountViolation(page: ListingPage): CheckFinding | undefined {
  const body = asObject(page.body as never);
  const items = findPageItems(page);
  if (body === undefined || items === undefined) return undefined;
  const { count, total, style, size } = getListFacts(page.document, page.operation) ?? {};
  const isStated = page.isStatedOnly === true || (count ?? total) !== undefined;
  const isWhole = (isStated && style === undefined && size === undefined) || isOnlyPage(page, items);
  const hasWrongNumber = (at: Pointer): boolean => {
    const value = valueAt(body, at);
    if (!Number.isInteger(value)) return false;
    const isOfPage = isStated && at !== total;
    return Number(value) < items.length || ((isWhole || isOfPage) && Number(value) !== items.length);
  };
  const numbers = isStated ? [count ?? [], total ?? []].flat() : ["/count", "/total"];
  const wrong = numbers.find(hasWrongNumber);
  if (wrong === undefined) return undefined;
  const name = parsePointer(wrong).join(".");
  const value = Number(valueAt(body, wrong));
  const all = isWhole ? ", the whole listing" : "";
  return createListingFinding(page, {
    code: "exchange.page.count",
    message: `"${name}" is ${value}, but there are ${items.length} items${all}`,
    at: wrong,
    property: wrong,
    valueClass: `${name} ${value < items.length ? "below" : "above"}`,
  });
}

/**
 * Whether a page has all items: nothing but its size was requested, it is not full, and no page follows. If the spec states how the
 * list continues, and which items the parameters select, the numbers are those of the selected ones.
 */
function isOnlyPage(page: ListingPage, items: readonly Json[]): boolean {
  const parameter = findPageSizeParameter(page);
  const size = parameter && getPageSize(page, parameter);
  const { style, start, before, either = [] } = getListFacts(page.document, page.operation) ?? {};
  const selecting = getSelections(page.document, page.operation).map((it) => it.parameter?.name);
  const isFirst = Object.keys(page.query)
    .filter((name) => name !== parameter?.name)
    .every((name) => style !== undefined && selecting.includes(name) && ![start, before, ...either].includes(name));
  return isFirst && size !== undefined && items.length < size && findPageLink(page, "next") === undefined;
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
  const { either = [] } = getListFacts(page.document, page.operation) ?? {};
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
function createListingFinding({ operation }: Pick<ListingPage, "operation">, fields: BodyFinding): CheckFinding {
  return { part: "response.body", contract: operation.pointer, ...fields };
}

/** Checks a recorded page of a listing by the rules of the probe, as far as the spec states facts about the listing. */
export const checkListing: Check = (context, report) => {
  const { exchange, operation, schemas, bodies } = context;
  const { content } = bodies.response;
  const list = getListFacts(schemas.document, operation);
  if (content.kind !== "value" || !isSuccess(exchange) || list === undefined) return;
  const isAskedUnknown = /^(not-checked|malformed)$/.test(bodies.request.content.kind);
  if (isAskedUnknown && listBodyFields(schemas.document, operation).length > 0) return;
  const query = Object.fromEntries(
    listRequestFields(context).flatMap(({ parameter, reading }) =>
      parameter.in === "query" && reading.kind === "value" ? [[parameter.name, reading.value]] : [],
    ),
  );
  const page: ListingPage = {
    ...{ document: schemas.document, operation, query, headers: exchange.response.headers },
    url: exchange.request.url,
    body: content.value as Json,
    isStatedOnly: true,
  };
  const found = [findPageSizeViolation(page, true), findCountViolation(page), findListedAgain(page, context.earlier)];
  if (URL.canParse(page.url) && list.style === "links")
    found.push(findSeveralNextLinks(page) ?? findNextLinkViolation(page) ?? findLinkQueryViolation(context, page));
  for (const finding of found) if (finding !== undefined) report(finding);
};

/** What a request asks a list for: its parameters, and the fields of its body. */
export function listRequestFields({
  parameters,
  bodies,
  operation,
  schemas,
}: CheckContext): readonly CheckedParameter[] {
  const fields = listBodyFields(schemas.document, operation);
  const { content } = bodies.request;
  if (fields.length === 0 || content.kind !== "value") return parameters;
  const sent = fields.map((parameter): CheckedParameter => {
    const value = valueAt(content.value as Json, parameter.name);
    return { parameter, reading: value === undefined ? { kind: "absent" } : { kind: "value", value, names: [] } };
  });
  return [...parameters, ...sent];
}

/** Checks that no item is on a page twice, or on the page before too, by the ids that the spec states. */
export function findListedAgain(page: ListingPage, earlier: EarlierExchanges | undefined): CheckFinding | undefined {
  const { id } = getListFacts(page.document, page.operation) ?? {};
  if (id === undefined) return undefined;
  const ids = listIds(page, id);
  const twice = ids.find((it, index) => ids.indexOf(it) < index);
  const before = earlier?.page && listIds({ ...page, body: readJson(earlier.page.response) }, id);
  const again = ids.filter((it) => before?.includes(it));
  const [shown = twice] = again;
  if (shown === undefined) return undefined;
  const where = again.length === 0 ? "the page twice" : "the page before too";
  const count =
    again.length > 1 ? `${again.length} of ${ids.length} items are` : `the item with ${id} ${redactText(shown)} is`;
  return createListingFinding(page, {
    // Items that others add between two requests move the last ones to the next page.
    code:
      again.length === 1 || (again.length > 0 && again.length < ids.length)
        ? "exchange.page.overlaps"
        : "exchange.page.repeated",
    message: `${toPrintable(count)} on ${where}`,
    valueClass: again.length === 0 ? "twice" : "earlier",
  });
}

function listIds(page: ListingPage, id: Pointer): readonly string[] {
  return (findPageItems(page) ?? []).flatMap((item) => {
    const value = valueAt(item, id);
    return value === undefined || value === null || isHidden(value) ? [] : [String(value)];
  });
}

function findSeveralNextLinks(page: ListingPage): CheckFinding | undefined {
  const links = isObject(page.body) && Array.isArray(page.body.links) ? page.body.links : [];
  const { length } = links.filter((it) => isObject(it) && it.rel === "next");
  if (length < 2) return undefined;
  const message = `the page has ${length} next links; expected one`;
  return createListingFinding(page, { code: "exchange.page.link", message, valueClass: "several" });
}

/** The parameter that selects the items of a page but not those of the page that its next link leads to. */
function findLostSelection({ document, operation, query }: ListingPage, next: URLSearchParams): Parameter | undefined {
  const isIgnored = ({ unless }: Selection): boolean => unless.some((name) => next.has(name));
  const selections = getSelections(document, operation).filter((it) => it.by !== "presence" && !isIgnored(it));
  const selecting = selections.flatMap(({ parameter }) => (parameter?.in === "query" ? parameter : []));
  return selecting.find(({ name }) => query[name] !== undefined && query[name] !== false && !next.has(name));
}

/** A next link is a request of the same operation, so that its query parameters have to conform. */
function findLinkQueryViolation({ schemas }: CheckContext, page: ListingPage): CheckFinding | undefined {
  const href = findPageLink(page, "next");
  if (href === undefined) return undefined;
  const lost = findLostSelection(page, new URL(href, page.url).searchParams);
  if (lost !== undefined) {
    const message = `the next link lacks the query parameter "${lost.name}" of the request: ${toPrintable(redactText(href))}`;
    const place = { contract: lost.pointer, property: `/${lost.name}`, valueClass: "lost" };
    return createListingFinding(page, { code: "exchange.page.link", message, ...place });
  }
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
