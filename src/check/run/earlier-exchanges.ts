import { type Operation, valueAt } from "../../document/index.js";
import {
  type Exchange,
  getCombinedHeader,
  isSuccess,
  type RawBodyValidator,
  restoreResponseBody,
} from "../../recording/index.js";
import { getIdempotencyKey, getListFacts, type ListFacts } from "../../resources/index.js";
import type { Contract } from "../contract.js";
import type { ExchangeResult } from "../exchange/exchange-result.js";
import { listKeyNames } from "../router/documented-parts.js";
import { getRawQuery as getQuery } from "../router/router.js";
import type { EarlierExchanges } from "../rules/check.js";
import { findListedAgain, type ListingPage } from "../rules/listing.js";
import { findReplayDifference, readJson } from "../rules/values.js";

/** Remembers the exchanges of a recording that later ones have to agree with, in bounded memory. */
export type EarlierExchangeFinder = {
  /** Forgets all exchanges, at the start of a recording. */
  readonly begin: () => void;
  /** The page before a page, or the first write with the same idempotency key, if the exchange contradicts it. */
  readonly find: (exchange: Exchange) => EarlierExchanges | undefined;
  /** Remembers an exchange after its check. */
  readonly remember: (exchange: Exchange, result: ExchangeResult) => void;
  /** Keeps the bodies of pages that a validator accepts from their bytes. */
  readonly keepBodies: (validate: RawBodyValidator<ExchangeResult>) => RawBodyValidator<ExchangeResult>;
  /** The exchange with the body that `keepBodies` kept. */
  readonly restoreBody: (exchange: Exchange) => Exchange;
};

export function createEarlierExchangeFinder({ specs }: Pick<Contract, "specs">): EarlierExchangeFinder {
  const { lists, keyNames, credentials } = readStatements(specs);
  /** The path with the credentials: another user may have other items, and keys of their own. */
  const getPlace = ({ request: { url, headers } }: Exchange): string =>
    [url.split(/[?#]/, 1)[0], ...[...credentials].map((name) => getCombinedHeader(headers, name) ?? "")].join("\n");
  const getKey = (exchange: Exchange, name: string | undefined): string | undefined => {
    const key = name === undefined ? undefined : getCombinedHeader(exchange.request.headers, name);
    return key === undefined ? undefined : `${exchange.request.method} ${key} ${getPlace(exchange)}`;
  };
  const names = [...new Set(keyNames.values())];
  const pages = new Map<string, RememberedPage>();
  const writes = new Map<string, Exchange>();
  const bodies = new WeakMap<Exchange, Buffer>();
  const restoreBody = (exchange: Exchange): Exchange => {
    const bytes = bodies.get(exchange);
    return bytes === undefined ? exchange : restoreResponseBody(exchange, { bytes, start: 0, end: bytes.length });
  };
  /** Decides most cases without the text of the page before. */
  const mayBeNextPage = ({ exchange: before, list }: RememberedPage, { request: { url } }: Exchange): boolean => {
    const query = getQuery(url);
    if (before.request.url === url || query === "") return false;
    const bytes = bodies.get(before);
    const isInBody = list.style === "links" || list.style === "url";
    return bytes === undefined || !isInBody || bytes.includes(query.split("&", 1)[0] ?? query);
  };
  const findPage = (exchange: Exchange): EarlierExchanges | undefined => {
    const before = pages.get(getPlace(exchange));
    if (before === undefined || !mayBeNextPage(before, exchange)) return undefined;
    const page = restoreBody(before.exchange);
    if (!isNextPage(before.list, page, exchange)) return undefined;
    return findListedAgain(createListing(before, restoreBody(exchange)), { page }) === undefined ? undefined : { page };
  };
  const findWrite = (exchange: Exchange): EarlierExchanges | undefined => {
    const known = names.flatMap((name) => writes.get(getKey(exchange, name) ?? "") ?? [])[0];
    const first = known && restoreBody(known);
    return first && findReplayDifference(first, restoreBody(exchange)) !== undefined ? { first } : undefined;
  };
  return {
    restoreBody,
    begin: () => {
      pages.clear();
      writes.clear();
    },
    find: (exchange) => {
      if (pages.size + writes.size === 0 || !isSuccess(exchange)) return undefined;
      return exchange.request.method === "GET" ? findPage(exchange) : findWrite(exchange);
    },
    remember: (exchange, { operation }) => {
      if (operation === undefined || !isSuccess(exchange)) return;
      // A write between two pages can move items.
      if (exchange.request.method !== "GET") pages.delete(getPlace(exchange));
      const { body } = exchange.response;
      if ((bodies.get(exchange)?.length ?? (body.kind === "text" ? body.text.length : 0)) > MAX_BODY) return;
      const list = lists.get(operation);
      if (list !== undefined) setBounded(pages, getPlace(exchange), { exchange, ...list });
      const key = getKey(exchange, keyNames.get(operation));
      if (key !== undefined && !writes.has(key)) setBounded(writes, key, exchange);
    },
    keepBodies: (validate) => (exchange, body, requestBody) => {
      const outcome = validate(exchange, body, requestBody);
      const { operation } = outcome ?? {};
      const isNeeded = operation !== undefined && (lists.has(operation) || keyNames.has(operation));
      if (isNeeded) bodies.set(exchange, Buffer.from(body.bytes.subarray(body.start, body.end)));
      return outcome;
    },
  };
}

type RememberedPage = ListedOperation & { readonly exchange: Exchange };

function createListing(list: ListedOperation, { request, response }: Exchange): ListingPage {
  return { ...list, url: request.url, ...response, query: {}, body: readJson(response), isStatedOnly: true };
}

type ListedOperation = Pick<ListingPage, "document" | "operation"> & { readonly list: ListFacts };

/** The lists whose items have a stated id, the headers with idempotency keys, and those with credentials. */
function readStatements(specs: Contract["specs"]) {
  const lists = new Map<Operation, ListedOperation>();
  const keyNames = new Map<Operation, string>();
  const credentials = new Set(["authorization", "cookie"]);
  for (const { document, operations } of specs)
    for (const operation of operations) {
      const list = getListFacts(document, operation);
      if (list?.style !== undefined && list.id !== undefined) lists.set(operation, { document, operation, list });
      const key = getIdempotencyKey(document, operation);
      if (key !== undefined) keyNames.set(operation, key.name);
      for (const name of listKeyNames(operation, "header")) credentials.add(name);
    }
  return { lists, keyNames, credentials };
}

/** Whether a request is for the page that follows another one. */
function isNextPage(list: ListFacts, page: Exchange, { request }: Exchange): boolean {
  const { style, start = "", next = "", id = "", items = "" } = list;
  const { headers, body } = page.response;
  if (style === "links" || style === "url" || style === "header") {
    const text = body.kind === "text" ? body.text.replaceAll("\\u0026", "&") : "";
    return `${text} ${getCombinedHeader(headers, "link") ?? ""}`.includes(getQuery(request.url));
  }
  const [before, now] = [page, { request }].map((it) => new URLSearchParams(getQuery(it.request.url)));
  const [from, to] = [before?.get(start), now?.get(start)];
  before?.delete(start);
  now?.delete(start);
  if (to == null || String(before) !== String(now)) return false;
  const value = readJson(page.response);
  if (style === "page") return Number(to) > Number(from ?? 1);
  if (style === "cursor") return String(valueAt(value, next)) === to;
  const shown = valueAt(value, items);
  if (!Array.isArray(shown)) return false;
  if (style === "after") return String(valueAt(shown.at(-1) ?? null, id)) === to;
  return style === "offset" && Number(to) >= Number(from ?? 0) + shown.length;
}

const MAX_REMEMBERED = 200;
/** In characters or bytes. */
const MAX_BODY = 500_000;

function setBounded<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
}
