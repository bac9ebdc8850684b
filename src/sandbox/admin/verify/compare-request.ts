import { isObject, joinPointer, type Pointer } from "../../../document/index.js";
import { getHeaderValues, type RecordedBody } from "../../../exchange/index.js";
import { isPathMatch } from "../../requests/faults.js";
import type { LoggedExchange } from "../../requests/request-log.js";
import type { RequestExpectation } from "./request-expectation.js";

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
