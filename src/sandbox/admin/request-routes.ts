import { isObject, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { getHeaderValues, type RecordedBody, writeHar } from "../../recording/index.js";
import { readDomainTime } from "../context/domain-clock.js";
import { isPathMatch } from "../requests/faults.js";
import type { LoggedExchange } from "../requests/request-log.js";
import {
  type AdminContext,
  AdminError,
  type AdminRequest,
  type AdminResponse,
  createTextResponse,
  formatIsoTime,
  readJsonObject,
} from "./admin-route.js";
import { checkMembers, checkUnknownMembers, createIntegerRule, type MemberRule, TEXT } from "./fault-routes.js";

/** Lists the request log, newest first, at most `?limit=` entries. */
export async function getRequests({ log }: AdminContext, { query }: AdminRequest): Promise<object> {
  const limit = readLimit(query);
  return { requests: log.entries().slice(-limit).reverse().map(buildRequestView) };
}

export async function getRequest({ log }: AdminContext, _: AdminRequest, id = "") {
  const entry = /^\d{1,15}$/.test(id) ? log.find(Number(id)) : undefined;
  if (entry === undefined)
    throw new AdminError(
      404,
      "UNKNOWN_REQUEST",
      "no request in the log has this id; the log holds the latest requests only",
    );
  const { request, response } = entry.exchange;
  return {
    ...buildRequestView(entry),
    request: { ...request, body: formatBody(request.body) },
    response: { ...response, body: formatBody(response.body) },
  };
}

/** The log as a HAR recording with secrets redacted, as input for `contract check`. */
export async function getRequestsHar({ log, database, app }: AdminContext): Promise<AdminResponse> {
  const now = await readDomainTime(database, app);
  const har = writeHar(
    log.entries().map(({ exchange }) => exchange),
    { startedAt: formatIsoTime(now), secrets: "redact" },
  );
  return createTextResponse(har, "application/json", {
    headers: { "Content-Disposition": 'attachment; filename="sandbox.har"' },
  });
}

/** A logged request as it appears in lists. */
export function buildRequestView({ id, exchange, metadata }: LoggedExchange) {
  const { request, response, incomplete } = exchange;
  const { at, ...rest } = metadata;
  return {
    id,
    at: formatIsoTime(at),
    method: request.method,
    url: request.url,
    status: response.status,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...rest,
  };
}

/** The page size of a list: 1 to 1000, 100 by default. */
export function readLimit(query: URLSearchParams): number {
  const limit = query.get("limit") ?? "100";
  if (/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= 1000) return Number(limit);
  throw new AdminError(400, "INVALID_LIMIT", "`limit` must be an integer from 1 to 1000");
}

function formatBody(body: RecordedBody): string | undefined {
  if (body.kind === "text") return body.text;
  if (body.kind === "missing") return `(${body.reason})`;
  return body.kind === "bytes" ? `(${body.bytes.length} bytes)` : undefined;
}

/**
 * Counts the logged requests that match. If their number is not as expected, the response also has the nearest request, which is
 * the one with the fewest differences.
 *
 * @throws AdminError 409 if requests that the log no longer holds could change the result
 */
export async function postVerification({ log, app }: AdminContext, request: AdminRequest) {
  const verification = readVerification(readJsonObject(request));
  if (typeof verification === "string") throw new AdminError(400, "INVALID_VERIFICATION", verification);
  const { match, count, after } = verification;
  const compared = log
    .entries()
    .filter(({ id }) => id > after)
    .map((entry) => ({ entry, differences: compareRequest(entry, match, app.baseUrl()) }));
  const matched = compared.filter(({ differences }) => differences.length === 0);
  const isVerified = matched.length >= count.min && matched.length <= (count.max ?? Number.POSITIVE_INFINITY);
  if (log.lastRemoved() > after && !isCertain(matched.length, count))
    throw new AdminError(
      409,
      "LOG_INCOMPLETE",
      `the log no longer holds the requests up to id ${log.lastRemoved()}; pass \`after\` with the id of a later request`,
    );
  const others = compared.filter(({ differences }) => differences.length > 0);
  return {
    verified: isVerified,
    expected: count,
    matched: matched.length,
    ids: matched.map(({ entry }) => entry.id),
    ...(isVerified || others.length === 0 ? {} : { nearest: describeNearest(others) }),
  };
}

/** Whether further requests cannot change the result. */
function isCertain(matched: number, { min, max }: ExpectedCount): boolean {
  return max === undefined ? matched >= min : matched > max;
}

type Compared = { readonly entry: LoggedExchange; readonly differences: readonly string[] };

function describeNearest(others: readonly Compared[]): object {
  const fewest = Math.min(...others.map(({ differences }) => countDifferences(differences)));
  const nearest = others.findLast(({ differences }) => countDifferences(differences) === fewest);
  return nearest === undefined ? {} : { request: buildRequestView(nearest.entry), differences: nearest.differences };
}

/** Another operation counts more than another body. */
function countDifferences(differences: readonly string[]): number {
  return differences.reduce((sum, it) => sum + (/^(operationId|method|path):/.test(it) ? 100 : 1), 0);
}

/**
 * How a logged request differs from what is expected: one line for each difference, none if it matches.
 *
 * @param baseUrl The URL below which the paths of requests begin.
 */
export function compareRequest(entry: LoggedExchange, expected: RequestExpectation, baseUrl: string): string[] {
  const { request, response } = entry.exchange;
  const url = new URL(request.url, "http://sandbox");
  const path = url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
  return [
    ...compareText("operationId", expected.operationId, entry.metadata.operationId),
    ...compareText("method", expected.method?.toUpperCase(), request.method),
    ...(expected.path === undefined || isPathMatch(expected.path, path)
      ? []
      : [formatDifference("path", expected.path, path)]),
    ...compareText("businessId", expected.businessId, entry.metadata.businessId),
    ...(expected.status === undefined || expected.status === response.status
      ? []
      : [formatDifference("status", expected.status, response.status)]),
    ...Object.entries(expected.query ?? {}).flatMap(([name, text]) =>
      compareValues(`query ${name}`, text, url.searchParams.getAll(name)),
    ),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, text]) =>
      compareValues(`header ${name}`, text, getHeaderValues(request.headers, name)),
    ),
    ...(expected.body === undefined ? [] : compareJson(expected.body, readBody(request.body), "")),
  ];
}

function compareText(name: string, expected: string | undefined, received: string | undefined): string[] {
  return expected === undefined || expected === received ? [] : [formatDifference(name, expected, received)];
}

/** A repeated parameter or header matches if one of its values does. */
function compareValues(name: string, expected: string, received: readonly string[]): string[] {
  return received.includes(expected) ? [] : [formatDifference(name, expected, received[0])];
}

/** The JSON of a body, or its text. */
function readBody(body: RecordedBody): unknown {
  if (body.kind !== "text") return undefined;
  try {
    return JSON.parse(body.text);
  } catch {
    return body.text;
  }
}

/** Compares as far as `expected` goes: objects may have further members. */
function compareJson(expected: unknown, received: unknown, at: Pointer): string[] {
  const name = at === "" ? "body" : `body ${at}`;
  if (Array.isArray(expected) && Array.isArray(received)) {
    if (expected.length !== received.length)
      return [`${name}: expected ${expected.length} items, received ${received.length}`];
    return expected.flatMap((item, index) => compareJson(item, received[index], joinPointer(at, index)));
  }
  if (isObject(expected) && isObject(received))
    return Object.entries(expected).flatMap(([key, value]) =>
      compareJson(value, Object.hasOwn(received, key) ? received[key] : undefined, joinPointer(at, key)),
    );
  return Object.is(expected, received) ? [] : [formatDifference(name, expected, received)];
}

const MAX_VALUE_LENGTH = 200;

function formatDifference(name: string, expected: unknown, received: unknown): string {
  return `${name}: expected ${formatValue(expected)}, received ${formatValue(received)}`;
}

function formatValue(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** What requests to the sandbox are compared with. Members that are left out match every request. */
export type RequestExpectation = {
  readonly operationId?: string;
  readonly method?: string;
  /** `*` stands for any text. */
  readonly path?: string;
  readonly businessId?: string;
  /** The status of the response. */
  readonly status?: number;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects may have further members; arrays have the same items. */
  readonly body?: unknown;
};

/** How many requests have to match; the maximum is unlimited if undefined. */
type ExpectedCount = { readonly min: number; readonly max?: number };

type Verification = {
  readonly match: RequestExpectation;
  readonly count: ExpectedCount;
  /** Only requests with a larger id are counted. */
  readonly after: number;
};

const TEXTS: MemberRule = {
  accepts: (value) => isObject(value) && Object.values(value).every((text) => typeof text === "string"),
  expected: "an object of names and texts",
};

const MATCH_MEMBERS: Readonly<Record<string, MemberRule>> = {
  operationId: TEXT,
  method: TEXT,
  path: TEXT,
  businessId: TEXT,
  status: createIntegerRule(100, 599),
  query: TEXTS,
  headers: TEXTS,
  body: { accepts: () => true, expected: "any value" },
};

const COUNT = createIntegerRule(0, 1_000_000);
const COUNT_MEMBERS: Readonly<Record<string, MemberRule>> = { min: COUNT, max: COUNT };

/** Reads the body of a verification. Returns the reason if it is invalid. By default, at least one request has to match. */
export function readVerification(value: JsonObject): Verification | string {
  const { match = {}, count = { min: 1 }, after = 0 } = value;
  const problem =
    checkUnknownMembers("the verification", value, ["match", "count", "after"]) ??
    checkMembers("match", match, MATCH_MEMBERS) ??
    (COUNT.accepts(count) ? undefined : checkMembers("count", count, COUNT_MEMBERS)) ??
    (Number.isInteger(after) && Number(after) >= 0 ? undefined : "`after` must be the id of a request");
  if (problem !== undefined) return problem;
  const { min = 0, max } = isObject(count)
    ? (count as Partial<ExpectedCount>)
    : { min: Number(count), max: Number(count) };
  if (max !== undefined && max < min) return "`count.max` must be at least `count.min`";
  return {
    match: match as RequestExpectation,
    count: { min, ...(max === undefined ? {} : { max }) },
    after: Number(after),
  };
}
