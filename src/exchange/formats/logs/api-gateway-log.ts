/**
 * Reads access logs of Amazon API Gateway in JSON, of REST APIs and of HTTP APIs: the variables of `$context` by their names.
 *
 * They hold neither the query nor any header. The usual format names the route only: `resourcePath`, or `routeKey`.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-access-logging.html
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */

import type { UnknownRecord } from "../../reader/entry-error.js";
import { findFirstField, isEmptyField, type LogEntry, type LogField } from "./log-entry.js";
import type { LogFormat } from "./read-log.js";

export const apiGatewayLog: LogFormat = {
  read: (entry) => {
    const [method, route] = isEmptyField(entry.routeKey) ? [] : String(entry.routeKey).split(" ");
    return {
      method: isEmptyField(entry.httpMethod)
        ? { value: route === undefined ? undefined : method, pointer: "/routeKey" }
        : { value: entry.httpMethod, pointer: "/httpMethod" },
      ...readTarget(entry, route),
      hasQuery: false,
      host: entry.domainName,
      status: findFirstField(entry, ["status"]),
    };
  },
};

function readTarget(
  entry: UnknownRecord,
  route: string | undefined,
): Pick<LogEntry, "target" | "isTemplate" | "incomplete"> {
  if (!isEmptyField(entry.path)) return { target: { value: entry.path, pointer: "/path" } };
  const target: LogField = isEmptyField(entry.resourcePath)
    ? { value: route, pointer: "/routeKey" }
    : { value: entry.resourcePath, pointer: "/resourcePath" };
  const isGreedy = String(target.value).endsWith("+}");
  if (isGreedy || entry.routeKey === "$default") return { target, incomplete: GREEDY_ROUTE };
  return { target, isTemplate: true };
}

const GREEDY_ROUTE = "the log tells a route that stands for many paths; $context.path tells which it was";

export function isApiGatewayEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return has(["requestId", "extendedRequestId"]) && has(["httpMethod", "routeKey", "resourcePath"]);
}
