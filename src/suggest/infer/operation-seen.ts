import { isStandardHeader } from "../../checks/index.js";
import { type Exchange, type Header, headerValues, redactText } from "../../exchange/index.js";
import { rawQuery } from "../../match/index.js";
import type { Evidence } from "../suggestion.js";
import type { FittingComponents } from "./fitting-components.js";
import { type BodiesSeen, noBodies, noteBody, scalarOf } from "./message-seen.js";
import { noShape, noteValue, type ValueShape } from "./value-shape.js";

/** What the exchanges of one operation had in common. */
export type OperationSeen = {
  evidence: Evidence | undefined;
  /** Requests that the service took, and those that it refused as wrong: these bind nobody. */
  readonly taken: RequestSeen;
  readonly refused: RequestSeen;
  readonly responses: Map<number, ResponseSeen>;
};

export type RequestSeen = {
  count: number;
  readonly path: Map<string, TextSeen>;
  readonly query: Map<string, TextSeen>;
  readonly headers: Map<string, TextSeen>;
  /** How many requests came with each kind of credentials, such as `bearer`. */
  readonly credentials: Map<string, number>;
  /** Whether some may have come with more headers than are recorded, and so with credentials. */
  hasOpenHeaders: boolean;
  readonly bodies: BodiesSeen;
};

export type TextSeen = { name: string; messages: number; isRepeated: boolean; readonly shape: ValueShape };

export type ResponseSeen = { readonly headers: Map<string, TextSeen>; readonly bodies: BodiesSeen };

export function noExchanges(): OperationSeen {
  return { evidence: undefined, taken: noRequests(), refused: noRequests(), responses: new Map() };
}

function noRequests(): RequestSeen {
  return {
    count: 0,
    path: new Map(),
    query: new Map(),
    headers: new Map(),
    credentials: new Map(),
    hasOpenHeaders: false,
    bodies: noBodies(),
  };
}

/** @param values the texts of the path's parameters, decoded. */
export function noteExchange(
  seen: OperationSeen,
  exchange: Exchange,
  values: ReadonlyMap<string, string> = new Map(),
  components?: FittingComponents,
): void {
  seen.evidence = withSighting(seen.evidence, exchange);
  const { request, response } = exchange;
  const isRefused = response.status >= 400 && response.status < 500;
  const requests = isRefused ? seen.refused : seen.taken;
  requests.count += 1;
  requests.hasOpenHeaders ||= hasOpenHeaders(exchange);
  for (const [name, text] of values) noteTexts(requests.path, name, [text]);
  const pairs = new URLSearchParams(rawQuery(request.url));
  // A token may stand where others have a name.
  const names = [...new Set(pairs.keys())].filter((name) => redactText(name) === name);
  for (const name of names) noteTexts(requests.query, name, pairs.getAll(name));
  noteHeaders(requests.headers, request.headers);
  for (const scheme of schemesOf(request.headers))
    requests.credentials.set(scheme, (requests.credentials.get(scheme) ?? 0) + 1);
  noteBody(requests.bodies, request, components && { components, side: "request" });
  if (INFRASTRUCTURE.has(response.status)) return;
  const answer = seen.responses.get(response.status) ?? noAnswers();
  seen.responses.set(response.status, answer);
  noteAnswer(answer, exchange, components);
}

function hasOpenHeaders({ unlogged = [], gaps = [] }: Exchange): boolean {
  return unlogged.includes("request.headers") || gaps.some(({ part }) => part === "request.headers");
}

export function noAnswers(): ResponseSeen {
  return { headers: new Map(), bodies: noBodies() };
}

export function noteAnswer(
  answer: ResponseSeen,
  { request, response }: Exchange,
  components: FittingComponents | undefined,
): void {
  noteHeaders(answer.headers, response.headers);
  const isBodiless = request.method === "HEAD" || response.status === 204 || response.status === 205;
  if (!isBodiless) noteBody(answer.bodies, response, components && { components, side: "response" });
}

/** Interim answers, redirects and what HTTP says itself are not the operation's own. */
export const INFRASTRUCTURE: ReadonlySet<number> = new Set([100, 101, 102, 103, 301, 302, 303, 304, 307, 308]);

function noteHeaders(seen: Map<string, TextSeen>, headers: readonly Header[]): void {
  const names = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  for (const [plain, name] of names)
    if (!isStandardHeader(plain) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
      noteTexts(seen, plain, [headerValues(headers, plain).join(", ")], name);
}

function noteTexts(seen: Map<string, TextSeen>, key: string, texts: readonly string[], header?: string): void {
  const isHeader = header !== undefined;
  const name = header ?? key;
  const known = seen.get(key) ?? { name, messages: 0, isRepeated: false, shape: noShape() };
  seen.set(key, known);
  known.messages += 1;
  known.isRepeated ||= texts.length > 1;
  // What has a point in a header is a version more often than a number.
  for (const text of texts) noteValue(known.shape, isHeader && text.includes(".") ? text : scalarOf(text));
}

/** The schemes of its credentials; nothing else of an Authorization is looked at. */
function schemesOf(headers: readonly Header[]): Set<string> {
  const schemes = headerValues(headers, "authorization").map((value) => /^\s*([A-Za-z][\w-]*)\s/.exec(value)?.[1]);
  return new Set(schemes.flatMap((scheme) => scheme?.toLowerCase() ?? []));
}

function withSighting(known: Evidence | undefined, { origin: { source, index, startedAt } }: Exchange): Evidence {
  const now = { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
  if (known === undefined) return { exchanges: 1, of: 1, first: now, last: now };
  const count = known.exchanges + 1;
  const isBefore = (a: Evidence["first"], b: Evidence["first"]): boolean => (a.startedAt ?? "") < (b.startedAt ?? "");
  return {
    exchanges: count,
    of: count,
    first: isBefore(now, known.first) ? now : known.first,
    last: isBefore(now, known.last) ? known.last : now,
  };
}
