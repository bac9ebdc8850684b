import { type ExchangeReference, getRawQuery, isStandardHeader, toExchangeReference } from "../../check/index.js";
import { getOrCreate } from "../../document/index.js";
import { type Exchange, getHeaderValues, type HeaderField, redactText } from "../../recording/index.js";
import { createBodyObservations, parseScalar, recordBodyObservation } from "./body-observations.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { createShape, recordValue, type ValueShape } from "./value-shape.js";

/** The number of exchanges with an observation, and the first and last of them by time. */
export type Sightings = {
  readonly exchanges: number;
  readonly first: ExchangeReference;
  readonly last: ExchangeReference;
};

/** Sightings, out of `of` relevant exchanges. */
export type Evidence = Sightings & { readonly of: number };

export function addSighting(known: Sightings | undefined, { origin }: Exchange): Sightings {
  const at = toExchangeReference(origin);
  const own = { exchanges: 1, first: at, last: at };
  return known === undefined ? own : mergeSightings(known, own);
}

export function mergeEvidence(a: Evidence, b: Evidence): Evidence {
  return { ...mergeSightings(a, b), of: a.of + b.of };
}

/** Of two exchanges without a time, the later one in the recording is the last. */
function mergeSightings(a: Sightings, b: Sightings): Sightings {
  const first = getTime(b.first) < getTime(a.first) ? b.first : a.first;
  const last = getTime(b.last) < getTime(a.last) ? a.last : b.last;
  return { exchanges: a.exchanges + b.exchanges, first, last };
}

function getTime({ startedAt }: ExchangeReference): string {
  return startedAt ?? "";
}

/** Observations about the exchanges of one operation. */
export type OperationObservations = {
  evidence: Evidence | undefined;
  /** Rejected requests (4xx), and those without a response, are separate, because they do not show what is required. */
  readonly accepted: RequestObservations;
  readonly rejected: RequestObservations;
  readonly responses: Map<number, ResponseObservations>;
  /** Redirects are declared only if the operation has no other responses. */
  readonly redirects: Map<number, ResponseObservations>;
};

export type RequestObservations = ReturnType<typeof createRequestObservations>;

export type TextObservations = { name: string; messages: number; isRepeated: boolean; readonly shape: ValueShape };

export type ResponseObservations = ReturnType<typeof createResponseObservations>;

export function createOperationObservations(): OperationObservations {
  return {
    evidence: undefined,
    accepted: createRequestObservations(),
    rejected: createRequestObservations(),
    responses: new Map(),
    redirects: new Map(),
  };
}

function createRequestObservations() {
  return {
    count: 0,
    path: new Map<string, TextObservations>(),
    query: new Map<string, TextObservations>(),
    headers: new Map<string, TextObservations>(),
    /** Number of requests by authentication scheme, such as `bearer`. */
    credentials: new Map<string, number>(),
    /** Whether requests may have had headers, and thus credentials, that are not recorded. */
    hasUnrecordedHeaders: false,
    bodies: createBodyObservations(),
  };
}

/** @param values the decoded values of the path parameters. */
export function recordExchangeObservation(
  observations: OperationObservations,
  exchange: Exchange,
  values: ReadonlyMap<string, string> = new Map(),
  componentMatcher?: ComponentMatcher,
): void {
  const sightings = addSighting(observations.evidence, exchange);
  observations.evidence = { ...sightings, of: sightings.exchanges };
  const { request, response } = exchange;
  const isRejected = response.status === 0 || (response.status >= 400 && response.status < 500);
  const requests = isRejected ? observations.rejected : observations.accepted;
  requests.count += 1;
  requests.hasUnrecordedHeaders ||= hasUnrecordedHeaders(exchange);
  for (const [name, text] of values) recordTexts(requests.path, name, [text]);
  const pairs = new URLSearchParams(getRawQuery(request.url));
  // A query can contain a token in place of a name.
  const names = [...new Set(pairs.keys())].filter((name) => redactText(name) === name);
  for (const name of names) recordTexts(requests.query, name, pairs.getAll(name));
  recordHeaders(requests.headers, request.headers);
  for (const scheme of readAuthSchemes(request.headers))
    requests.credentials.set(scheme, (requests.credentials.get(scheme) ?? 0) + 1);
  recordBodyObservation(requests.bodies, request, componentMatcher && { componentMatcher, side: "request" });
  if (response.status < 200) return;
  const statuses = INFRASTRUCTURE_STATUSES.has(response.status) ? observations.redirects : observations.responses;
  const responses = getOrCreate(statuses, response.status, createResponseObservations);
  recordResponseObservation(responses, exchange, componentMatcher);
}

function hasUnrecordedHeaders({ notLogged = [], gaps = [] }: Exchange): boolean {
  return notLogged.includes("request.headers") || gaps.some(({ part }) => part === "request.headers");
}

export function createResponseObservations() {
  return { headers: new Map<string, TextObservations>(), bodies: createBodyObservations() };
}

export function recordResponseObservation(
  observations: ResponseObservations,
  { request, response }: Exchange,
  componentMatcher: ComponentMatcher | undefined,
): void {
  recordHeaders(observations.headers, response.headers);
  const isBodiless = request.method === "HEAD" || response.status === 204 || response.status === 205;
  if (!isBodiless)
    recordBodyObservation(observations.bodies, response, componentMatcher && { componentMatcher, side: "response" });
}

/** Interim responses, redirects and 304 do not belong to a specific operation. */
export const INFRASTRUCTURE_STATUSES: ReadonlySet<number> = new Set([100, 101, 102, 103, 301, 302, 303, 304, 307, 308]);

function recordHeaders(observations: Map<string, TextObservations>, headers: readonly HeaderField[]): void {
  const names = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  for (const [plain, name] of names)
    if (!isStandardHeader(plain) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
      recordTexts(observations, plain, [getHeaderValues(headers, plain).join(", ")], name);
}

function recordTexts(
  observations: Map<string, TextObservations>,
  key: string,
  texts: readonly string[],
  header?: string,
): void {
  const isHeader = header !== undefined;
  const name = header ?? key;
  const create = () => ({ name, messages: 0, isRepeated: false, shape: createShape() });
  const observed = getOrCreate(observations, key, create);
  observed.messages += 1;
  observed.isRepeated ||= texts.length > 1;
  // In headers, a text with a dot is usually a version, not a decimal number.
  for (const text of texts) recordValue(observed.shape, isHeader && text.includes(".") ? text : parseScalar(text));
}

/** Reads only the authentication schemes of the Authorization headers, never the credentials. */
function readAuthSchemes(headers: readonly HeaderField[]): Set<string> {
  const schemes = getHeaderValues(headers, "authorization").map((value) => /^\s*([A-Za-z][\w-]*)\s/.exec(value)?.[1]);
  return new Set(schemes.flatMap((scheme) => scheme?.toLowerCase() ?? []));
}
