import { type Operation, valueAt } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type RawBodyValidator } from "../../recording/index.js";
import { getListFacts, type ListFacts } from "../../resources/index.js";
import type { Contract } from "../contract.js";
import type { ExchangeResult } from "../exchange/exchange-result.js";
import { getRawQuery as getQuery } from "../router/router.js";
import type { EarlierExchanges } from "../rules/check.js";
import { findKeyParameter, readJson } from "../rules/values.js";

/** Remembers the exchanges of a recording that later ones have to agree with, in bounded memory. */
export type EarlierExchangeFinder = {
  /** Forgets all exchanges, at the start of a recording. */
  readonly begin: () => void;
  /** The page before a page, or the first write with the same idempotency key. */
  readonly find: (exchange: Exchange) => EarlierExchanges | undefined;
  /** Remembers an exchange after its check. */
  readonly remember: (exchange: Exchange, result: ExchangeResult) => void;
  /** Keeps the bodies of pages that a validator accepts from their bytes. */
  readonly keepBodies: (validate: RawBodyValidator<ExchangeResult>) => RawBodyValidator<ExchangeResult>;
  /** The exchange with the body that `keepBodies` kept. */
  readonly restoreBody: (exchange: Exchange) => Exchange;
};

export function createEarlierExchangeFinder({ specs }: Pick<Contract, "specs">): EarlierExchangeFinder {
  const { lists, keyNames } = readStatements(specs);
  const pages = new Map<string, { readonly exchange: Exchange; readonly list: ListFacts }>();
  const writes = new Map<string, Exchange>();
  const bodies = new WeakMap<Exchange, Buffer>();
  const restoreBody = (exchange: Exchange): Exchange => {
    const bytes = bodies.get(exchange);
    if (bytes === undefined) return exchange;
    const text = JSON.parse(`"${bytes.toString("utf8")}"`) as string;
    return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
  };
  return {
    restoreBody,
    begin: () => {
      pages.clear();
      writes.clear();
    },
    find: (exchange) => {
      if (pages.size + writes.size === 0 || !isSuccess(exchange)) return undefined;
      if (exchange.request.method === "GET") {
        const before = pages.get(getPath(exchange.request.url));
        if (before === undefined || before.exchange.request.url === exchange.request.url) return undefined;
        const page = restoreBody(before.exchange);
        return isNextPage(before.list, page, exchange) ? { page } : undefined;
      }
      for (const name of new Set(keyNames.values())) {
        const first = writes.get(getKey(exchange, name) ?? "");
        if (first !== undefined) return { first };
      }
      return undefined;
    },
    remember: (exchange, { operation }) => {
      if (operation === undefined || !isSuccess(exchange)) return;
      const list = lists.get(operation);
      if (list !== undefined) setBounded(pages, getPath(exchange.request.url), { exchange, list });
      const key = getKey(exchange, keyNames.get(operation));
      if (key !== undefined && !writes.has(key)) setBounded(writes, key, exchange);
    },
    keepBodies: (validate) => (exchange, body, requestBody) => {
      const outcome = validate(exchange, body, requestBody);
      const isPage = outcome?.operation !== undefined && lists.has(outcome.operation);
      if (isPage) bodies.set(exchange, Buffer.from(body.bytes.subarray(body.start, body.end)));
      return outcome;
    },
  };
}

/** The lists whose items have a stated id, and the headers with idempotency keys. */
function readStatements(specs: Contract["specs"]) {
  const lists = new Map<Operation, ListFacts>();
  const keyNames = new Map<Operation, string>();
  for (const { document, operations } of specs)
    for (const operation of operations) {
      const list = getListFacts(document, operation);
      if (list?.style !== undefined && list.id !== undefined) lists.set(operation, list);
      const key = findKeyParameter(document, operation.parameters);
      if (key !== undefined) keyNames.set(operation, key.name);
    }
  return { lists, keyNames };
}

/** The same key in requests of another method or path is not the same request. */
function getKey({ request: { method, url, headers } }: Exchange, name: string | undefined): string | undefined {
  const key = name === undefined ? undefined : getCombinedHeader(headers, name);
  return key === undefined ? undefined : `${method} ${getPath(url)} ${key}`;
}

/** Whether a request is for the page that follows another one. */
function isNextPage(
  { style, start = "", next = "", id = "", items = "" }: ListFacts,
  page: Exchange,
  { request }: Exchange,
) {
  const [before, now] = [page, { request }].map((it) => new URLSearchParams(getQuery(it.request.url)));
  const { headers, body } = page.response;
  const text = body.kind === "text" ? body.text : "";
  if (style === "links" || style === "url" || style === "header") {
    const links = `${text.replaceAll("\\u0026", "&")} ${getCombinedHeader(headers, "link") ?? ""}`;
    return getQuery(request.url) !== "" && links.includes(getQuery(request.url));
  }
  const [from, to] = [before?.get(start), now?.get(start)];
  before?.delete(start);
  now?.delete(start);
  if (to == null || String(before) !== String(now)) return false;
  const value = readJson(body);
  if (style === "page") return Number(to) > Number(from ?? 1);
  if (style === "cursor") return String(valueAt(value, next)) === to;
  const shown = valueAt(value, items);
  if (!Array.isArray(shown)) return false;
  if (style === "after") return String(valueAt(shown.at(-1) ?? null, id)) === to;
  return style === "offset" && Number(to) >= Number(from ?? 0) + shown.length;
}

const MAX_REMEMBERED = 500;

function setBounded<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
}

function isSuccess({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300;
}

function getPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
