import { isStandardHeader } from "../../checks/index.js";
import { type Exchange, getHeaderValues, type HeaderField, redactText } from "../../exchange/index.js";
import { getRawQuery } from "../../match/index.js";
import {
  type BodyObservations,
  createBodyObservations,
  parseScalar,
  recordBodyObservation,
} from "./body-observations.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { addSighting, type Evidence } from "./evidence.js";
import { createShape, recordValue, type ValueShape } from "./value-shape.js";

/** What the exchanges of one operation had in common. */
export type OperationObservations = {
  evidence: Evidence | undefined;
  /** Requests that the service took, and those that it refused as wrong: these bind nobody. */
  readonly accepted: RequestObservations;
  readonly rejected: RequestObservations;
  readonly responses: Map<number, ResponseObservations>;
};

export type RequestObservations = {
  count: number;
  readonly path: Map<string, TextObservations>;
  readonly query: Map<string, TextObservations>;
  readonly headers: Map<string, TextObservations>;
  /** How many requests came with each kind of credentials, such as `bearer`. */
  readonly credentials: Map<string, number>;
  /** Whether some may have come with more headers than are recorded, and so with credentials. */
  hasUnrecordedHeaders: boolean;
  readonly bodies: BodyObservations;
};

export type TextObservations = { name: string; messages: number; isRepeated: boolean; readonly shape: ValueShape };

export type ResponseObservations = {
  readonly headers: Map<string, TextObservations>;
  readonly bodies: BodyObservations;
};

export function createOperationObservations(): OperationObservations {
  return {
    evidence: undefined,
    accepted: createRequestObservations(),
    rejected: createRequestObservations(),
    responses: new Map(),
  };
}

function createRequestObservations(): RequestObservations {
  return {
    count: 0,
    path: new Map(),
    query: new Map(),
    headers: new Map(),
    credentials: new Map(),
    hasUnrecordedHeaders: false,
    bodies: createBodyObservations(),
  };
}

/** @param values the texts of the path's parameters, decoded. */
export function recordExchangeObservation(
  seen: OperationObservations,
  exchange: Exchange,
  values: ReadonlyMap<string, string> = new Map(),
  componentMatcher?: ComponentMatcher,
): void {
  const sightings = addSighting(seen.evidence, exchange);
  seen.evidence = { ...sightings, of: sightings.exchanges };
  const { request, response } = exchange;
  const isRefused = response.status >= 400 && response.status < 500;
  const requests = isRefused ? seen.rejected : seen.accepted;
  requests.count += 1;
  requests.hasUnrecordedHeaders ||= hasUnrecordedHeaders(exchange);
  for (const [name, text] of values) recordTexts(requests.path, name, [text]);
  const pairs = new URLSearchParams(getRawQuery(request.url));
  // A token may stand where others have a name.
  const names = [...new Set(pairs.keys())].filter((name) => redactText(name) === name);
  for (const name of names) recordTexts(requests.query, name, pairs.getAll(name));
  recordHeaders(requests.headers, request.headers);
  for (const scheme of readAuthSchemes(request.headers))
    requests.credentials.set(scheme, (requests.credentials.get(scheme) ?? 0) + 1);
  recordBodyObservation(requests.bodies, request, componentMatcher && { componentMatcher, side: "request" });
  if (INFRASTRUCTURE_STATUSES.has(response.status)) return;
  const answer = seen.responses.get(response.status) ?? createResponseObservations();
  seen.responses.set(response.status, answer);
  recordResponseObservation(answer, exchange, componentMatcher);
}

function hasUnrecordedHeaders({ notLogged = [], gaps = [] }: Exchange): boolean {
  return notLogged.includes("request.headers") || gaps.some(({ part }) => part === "request.headers");
}

export function createResponseObservations(): ResponseObservations {
  return { headers: new Map(), bodies: createBodyObservations() };
}

export function recordResponseObservation(
  answer: ResponseObservations,
  { request, response }: Exchange,
  componentMatcher: ComponentMatcher | undefined,
): void {
  recordHeaders(answer.headers, response.headers);
  const isBodiless = request.method === "HEAD" || response.status === 204 || response.status === 205;
  if (!isBodiless)
    recordBodyObservation(answer.bodies, response, componentMatcher && { componentMatcher, side: "response" });
}

/** Interim answers, redirects and what HTTP says itself are not the operation's own. */
export const INFRASTRUCTURE_STATUSES: ReadonlySet<number> = new Set([100, 101, 102, 103, 301, 302, 303, 304, 307, 308]);

function recordHeaders(seen: Map<string, TextObservations>, headers: readonly HeaderField[]): void {
  const names = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  for (const [plain, name] of names)
    if (!isStandardHeader(plain) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
      recordTexts(seen, plain, [getHeaderValues(headers, plain).join(", ")], name);
}

function recordTexts(
  seen: Map<string, TextObservations>,
  key: string,
  texts: readonly string[],
  header?: string,
): void {
  const isHeader = header !== undefined;
  const name = header ?? key;
  const known = seen.get(key) ?? { name, messages: 0, isRepeated: false, shape: createShape() };
  seen.set(key, known);
  known.messages += 1;
  known.isRepeated ||= texts.length > 1;
  // What has a point in a header is a version more often than a number.
  for (const text of texts) recordValue(known.shape, isHeader && text.includes(".") ? text : parseScalar(text));
}

/** The schemes of its credentials; nothing else of an Authorization is looked at. */
function readAuthSchemes(headers: readonly HeaderField[]): Set<string> {
  const schemes = getHeaderValues(headers, "authorization").map((value) => /^\s*([A-Za-z][\w-]*)\s/.exec(value)?.[1]);
  return new Set(schemes.flatMap((scheme) => scheme?.toLowerCase() ?? []));
}
