/**
 * Reads JSON access logs of Amazon API Gateway (REST and HTTP APIs). Fields have the names of the `$context` variables.
 *
 * The logs contain no query and no headers. The usual format contains only the route: `resourcePath` or `routeKey`.
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

const GREEDY_ROUTE = "the logged route matches many paths; add $context.path to the log format";

export function isApiGatewayEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return has(["requestId", "extendedRequestId"]) && has(["httpMethod", "routeKey", "resourcePath"]);
}
