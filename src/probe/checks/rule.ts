import type { CheckFinding, FindingCode } from "../../check/index.js";
import { isObject, type Json, type JsonObject, type Pointer, valueAt } from "../../document/index.js";
import { getCombinedHeader } from "../../recording/index.js";
import { openEnvelope } from "../graph/response-values.js";
import { readWrittenBody } from "../requests/probe-case.js";
import { findListedItems, isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";

/** An exchange as rules read it. What a message lacks is empty, so that a rule names only what it compares. */
export type ExchangeView = ProbeExchange & {
  readonly status: number;
  /** Whether the status is 2xx. */
  readonly isAccepted: boolean;
  /** Whether the status is 4xx. */
  readonly isRejected: boolean;
  /** Whether the response says that there is no such resource, or no longer. */
  readonly isGone: boolean;
  /** The JSON of the response; null without one. */
  readonly body: Json;
  /** The object that the response shows, also inside an envelope; empty without one. */
  readonly resource: JsonObject;
  /** The items of a listing; empty if the response is none. */
  readonly items: readonly Json[];
  /** The object in the body of the request; empty without one. */
  readonly written: JsonObject;
  /** The value at a place of the response. */
  readonly at: (pointer: Pointer) => Json | undefined;
  /** A header of the response. */
  readonly header: (name: string) => string | undefined;
  /** Creates a finding about the exchange: about the body of the response and the operation as a whole, unless a place is given. */
  readonly fail: (code: FindingCode, message: string, valueClass: string, place?: FindingPlace) => CheckFinding;
};

export type FindingPlace = Partial<Pick<CheckFinding, "part" | "at" | "contract" | "name" | "property" | "keyword">>;

/** Reads an exchange as rules do. Bodies are parsed on first use. */
export function readView(result: ProbeExchange): ExchangeView {
  const { operation, exchange, request } = result;
  const { status } = exchange.response;
  let parsed: { readonly body: Json } | undefined;
  const readBody = (): Json => {
    parsed ??= { body: (readResponseJson(result) ?? null) as Json };
    return parsed.body;
  };
  return {
    ...result,
    status,
    isAccepted: isAccepted(result),
    isRejected: status >= 400 && status < 500,
    isGone: status === 404 || status === 410,
    get body() {
      return readBody();
    },
    get resource() {
      return toObject(openEnvelope(readBody()));
    },
    get items() {
      return findListedItems(result) ?? [];
    },
    get written() {
      return toObject(readWrittenBody(request));
    },
    at: (pointer) => valueAt(readBody(), pointer),
    header: (name) => getCombinedHeader(exchange.response.headers, name),
    fail: (code, message, valueClass, place) => ({
      ...{ code, part: "response.body", at: "", contract: operation.pointer, occurrences: 1, message, valueClass },
      ...place,
    }),
  };
}

function toObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

type Counted<Item> = {
  1: readonly [Item];
  2: readonly [Item, Item];
  3: readonly [Item, Item, Item];
  4: readonly [Item, Item, Item, Item];
};

/** A rule about a number of exchanges, and what else it compares them with. */
type Rule<Exchange, Count extends keyof Counted<unknown>, More extends readonly unknown[]> = (
  ...given: [...Counted<Exchange>[Count], ...More]
) => CheckFinding | undefined;

/** Makes a check of a number of exchanges from a rule about their views. */
export function defineRule<Count extends keyof Counted<unknown> = 1, More extends readonly unknown[] = []>(
  rule: Rule<ExchangeView, Count, More>,
): Rule<ProbeExchange, Count, More> {
  // The exchanges come first, and nothing else that a rule gets is one.
  return (...given) => rule(...(given.map((it) => (isExchange(it) ? readView(it) : it)) as typeof given as never));
}

/** The same for a rule that reads accepted exchanges only. It is not called if one of them was not accepted. */
export function defineAcceptedRule<Count extends keyof Counted<unknown> = 1, More extends readonly unknown[] = []>(
  rule: Rule<ExchangeView, Count, More>,
): Rule<ProbeExchange, Count, More> {
  const check = defineRule<Count, More>(rule);
  return (...given) => (given.filter(isExchange).every(isAccepted) ? check(...given) : undefined);
}

function isExchange(value: unknown): value is ProbeExchange {
  return typeof value === "object" && value !== null && "exchange" in value && "operation" in value;
}
