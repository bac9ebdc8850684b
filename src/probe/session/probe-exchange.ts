import {
  type CheckFinding,
  type FindingCode,
  findPageItems,
  findPageLink,
  type ListingPage,
} from "../../check/index.js";
import { matchesStatus } from "../../check/router/documented-parts.js";
import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
  type ResponseDefinition,
  valueAt,
} from "../../document/index.js";
import {
  decodeBody,
  decodeBodyText,
  EXCHANGE_PART_POINTERS,
  type Exchange,
  getCombinedHeader,
  parseMediaType,
  REDIRECT_STATUSES,
  toRecordedBody,
} from "../../recording/index.js";
import { isEqual, tryParseExactJson } from "../../schema/index.js";
import { openEnvelope } from "../graph/envelope.js";
import { type CaseEdit, type CaseRequest, type ProbeCase, readWrittenBody } from "../requests/probe-case.js";
import type { SerializedRequest } from "../requests/serialize-request.js";
import type { SendResult } from "./send.js";

/** A sent request and what came of it. */
export type ExchangeFacts = {
  readonly document: Document;
  readonly operation: Operation;
  /** The values of the request, to compare with responses. */
  readonly request: CaseRequest;
  /** The difference from an accepted request. */
  readonly edit?: CaseEdit | undefined;
  /** Absent if the request is no case with an expectation. */
  readonly expect?: ProbeCase["expect"] | undefined;
  /** Status 0 means no response; `incomplete` then gives the reason. */
  readonly exchange: Exchange;
};

export type FindingPlace = Partial<Pick<CheckFinding, "part" | "at" | "contract" | "name" | "property" | "keyword">>;

/**
 * A sent request and its response, as rules and scenarios read them. What a message lacks is empty, so that a rule names only
 * what it compares. Bodies are parsed on first use.
 */
export class ProbeExchange implements ExchangeFacts {
  readonly document: Document;
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly edit: CaseEdit | undefined;
  readonly expect: ProbeCase["expect"] | undefined;
  readonly exchange: Exchange;
  #body: { readonly value: Json | undefined } | undefined;

  constructor({ document, operation, request, edit, expect, exchange }: ExchangeFacts) {
    this.document = document;
    this.operation = operation;
    this.request = request;
    this.edit = edit;
    this.expect = expect;
    this.exchange = exchange;
  }

  with(changes: Partial<ExchangeFacts>): ProbeExchange {
    const { document, operation, request, edit, expect, exchange } = this;
    return new ProbeExchange({ document, operation, request, edit, expect, exchange, ...changes });
  }

  get status(): number {
    return this.exchange.response.status;
  }

  get isAccepted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** Whether the response sends the client to another URL. */
  get isRedirect(): boolean {
    return REDIRECT_STATUSES.includes(this.status);
  }

  /** The same where the spec says so, which is how such an operation accepts a request. */
  get isDocumentedRedirect(): boolean {
    return this.isRedirect && this.operation.responses.some(({ status }) => matchesStatus(status, this.status));
  }

  get isRejected(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /**
   * Whether the response rejects the content of the request. Excludes statuses with other causes: credentials, permissions,
   * missing resources, conflicts and rate limits.
   */
  get isRefusal(): boolean {
    return [400, 405, 406, 415, 422].includes(this.status);
  }

  /** Whether the response says that there is no such resource, or no longer. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }

  /** Whether the service has sent the request: an event for a registered webhook. */
  get isDelivery(): boolean {
    return this.exchange.webhook !== undefined;
  }

  /** The JSON of the response; null without one. */
  get body(): Json {
    return this.#parse() ?? null;
  }

  get hasJson(): boolean {
    return this.#parse() !== undefined;
  }

  #parse(): Json | undefined {
    this.#body ??= { value: parseJsonBody(this.exchange.response) };
    return this.#body.value;
  }

  /** The object that the response shows, also inside an envelope; empty without one. */
  get resource(): JsonObject {
    const resource = openEnvelope(this.body);
    return isObject(resource) ? resource : {};
  }

  /** The response as a page of a listing. */
  get page(): ListingPage {
    const { document, operation, request, exchange, body } = this;
    const { headers } = exchange.response;
    return { document, operation, url: exchange.request.url, query: request.query, headers, body };
  }

  /** The items of a listing; undefined if the response is none. */
  get list(): readonly Json[] | undefined {
    return findPageItems(this.page);
  }

  /** The items of a listing; empty if the response is none. */
  get items(): readonly Json[] {
    return this.list ?? [];
  }

  /** The link to the next page of a listing: one of the response, or the URL of the request with the cursor of the response. */
  get nextLink(): string | undefined {
    return findPageLink(this.page, "next") ?? findCursorLink(this);
  }

  /** The value of the body of the request; null without one. */
  get sent(): Json {
    return readWrittenBody(this.request);
  }

  /** The object in the body of the request; empty without one. */
  get written(): JsonObject {
    return isObject(this.sent) ? this.sent : {};
  }

  /** The object in the body of the request as it was sent, such as the payload of a delivery; empty without one. */
  get payload(): JsonObject {
    const payload = parseJsonBody(this.exchange.request);
    return isObject(payload) ? payload : {};
  }

  /** The last value of the path, which is the id of its resource. */
  get pathId(): string {
    return String(Object.values(this.request.path).at(-1));
  }

  /** What the spec documents for the status of the response. */
  get documented(): ResponseDefinition | undefined {
    return this.operation.responses.find(({ status }) => status === String(this.status));
  }

  at(pointer: Pointer): Json | undefined {
    return valueAt(this.body, pointer);
  }

  header(name: string): string | undefined {
    return getCombinedHeader(this.exchange.response.headers, name);
  }

  sentHeader(name: string): string | undefined {
    return getCombinedHeader(this.exchange.request.headers, name);
  }

  /** Creates a finding about the exchange: about the body of the response and the operation as a whole, unless a place is given. */
  fail(code: FindingCode, message: string, valueClass: string, place?: FindingPlace): CheckFinding {
    const contract = this.operation.pointer;
    return { code, part: "response.body", contract, message, valueClass, ...place };
  }

  /** The same about the status of the response. */
  failStatus(code: FindingCode, message: string, valueClass: string, place?: FindingPlace): CheckFinding {
    return this.fail(code, message, valueClass, { part: "response.status", ...place });
  }
}

/** A property such as `nextCursor`, and the parameter that takes its value, such as `cursor`. */
const CURSOR_PROPERTY = /^next$|^(next_?|end_?)?(page_?)?(cursor|token|marker|continuation(_?token)?)$/i;
const CURSOR_PARAMETER = /^(page_?)?(cursor|token|marker|after|continuation(_?token)?)$/i;

/** Cursors stand beside the items, or in an object beside them, such as `pageInfo`. A URL of the same origin is a link itself. */
function findCursorLink({ operation, exchange, body, list, isAccepted }: ProbeExchange): string | undefined {
  if (list === undefined || !isAccepted || !isObject(body)) return undefined;
  const parameter = operation.parameters.find((it) => it.in === "query" && CURSOR_PARAMETER.test(it.name));
  for (const object of [body, ...Object.values(body).filter(isObject)]) {
    const [, cursor] = Object.entries(object).find(([name]) => CURSOR_PROPERTY.test(name)) ?? [];
    const isLast = Object.entries(object).some(([name, value]) => /^has_?(more|next)/i.test(name) && value === false);
    if ((typeof cursor !== "string" && typeof cursor !== "number") || cursor === "" || isLast) continue;
    const here = new URL(exchange.request.url);
    if (/^(https?:\/)?\//.test(String(cursor))) return isOfOrigin(String(cursor), here) ? String(cursor) : undefined;
    if (parameter === undefined) continue;
    here.searchParams.set(parameter.name, String(cursor));
    return here.href;
  }
  return undefined;
}

function isOfOrigin(href: string, here: URL): boolean {
  return URL.canParse(href, here.href) && new URL(href, here).origin === here.origin;
}

/** The place of a value without the indexes of lists, because all items belong to one property. */
export function toProperty(at: Pointer): Pointer {
  return at.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

/** The place of a finding about a parameter. */
export function placeOf({ name, pointer }: Pick<Parameter, "name" | "pointer">): FindingPlace {
  return { contract: pointer, property: joinPointer("", name) };
}

/** Whether the service accepted all requests. */
export function areAccepted(...results: readonly ProbeExchange[]): boolean {
  return results.every((it) => it.isAccepted);
}

/** Whether a read differs from the one before, and not from the one after it: what they show does not change by itself. */
export function hasChanged(
  [before, after, again]: readonly [ProbeExchange, ProbeExchange, ProbeExchange],
  read: (it: ProbeExchange) => Json | undefined,
): boolean {
  const now = read(after) ?? null;
  return !isEqual(read(before) ?? null, now) && isEqual(now, read(again) ?? null);
}

type Counted = {
  1: readonly [ProbeExchange];
  2: readonly [ProbeExchange, ProbeExchange];
  3: readonly [ProbeExchange, ProbeExchange, ProbeExchange];
  4: readonly [ProbeExchange, ProbeExchange, ProbeExchange, ProbeExchange];
};

/** A rule about a number of exchanges, and what else it compares them with. */
export type Rule<Count extends keyof Counted = 1, More extends readonly unknown[] = []> = (
  ...given: [...Counted[Count], ...More]
) => CheckFinding | undefined;

/** A rule that reads accepted exchanges only. It is not called if one of those that come first was not accepted. */
export function whenAccepted<Count extends keyof Counted = 1, More extends readonly unknown[] = []>(
  rule: Rule<Count, More>,
): Rule<Count, More> {
  return (...given) =>
    given.every((it) => !(it instanceof ProbeExchange) || it.isAccepted) ? rule(...given) : undefined;
}

/** The text of a body; empty if it has none. */
export function readBodyText({ headers, body }: Pick<Exchange["response"], "headers" | "body">): string {
  const text = decodeBodyText(decodeBody(body, headers));
  return text.kind === "text" ? text.text : "";
}

export function parseJsonBody({ headers, body }: Pick<Exchange["response"], "headers" | "body">): Json | undefined {
  const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = decodeBodyText(decodeBody(body, headers), charset);
  return text.kind === "text" ? tryParseExactJson(text.text) : undefined;
}

/** Builds the exchange of a request and what came of it. The case recorder sets its index when all earlier cases are recorded. */
export function buildExchange(
  { method, url, headers, body }: SerializedRequest,
  sent: SendResult,
  source: string,
): Exchange {
  return {
    request: { method, url, headers, body: toRecordedBody(body) },
    response: sent.kind === "response" ? sent.response : { status: 0, headers: [], body: { kind: "none" } },
    origin: { source, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    ...(sent.durationMs === undefined ? {} : { durationMs: sent.durationMs }),
    ...(sent.kind === "response" ? {} : { incomplete: sent.reason }),
  };
}

/** The id of an item as text; undefined if it has none. */
export function getItemIdentity(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  // The first id property identifies the item; later ones refer to related resources.
  const named = Object.keys(item).find((it) => /[iI][dD]$/.test(it)) ?? "";
  const id = item.id ?? (/(^|[a-z_])[iI][dD]$/.test(named) ? item[named] : undefined);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}
