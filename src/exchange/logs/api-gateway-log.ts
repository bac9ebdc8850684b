/**
 * Reads access logs of Amazon API Gateway in JSON, of REST APIs and of HTTP APIs: the variables of `$context` by their names.
 *
 * They hold neither the query nor any header. The usual format names the route only: `resourcePath`, or `routeKey`.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-access-logging.html
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */

import type { UnknownRecord } from "../unreadable-entry.js";
import type { LogFormat } from "./log-lines.js";
import { type Field, firstField, isBlank, type Logged } from "./logged-exchange.js";

export const apiGatewayLog: LogFormat = {
  read: (entry) => {
    const [method, route] = isBlank(entry.routeKey) ? [] : String(entry.routeKey).split(" ");
    return {
      method: isBlank(entry.httpMethod)
        ? { value: route === undefined ? undefined : method, place: "/routeKey" }
        : { value: entry.httpMethod, place: "/httpMethod" },
      ...targetOf(entry, route),
      hasQuery: false,
      host: entry.domainName,
      status: firstField(entry, ["status"]),
    };
  },
};

function targetOf(entry: UnknownRecord, route: string | undefined): Pick<Logged, "target" | "isTemplate" | "trouble"> {
  if (!isBlank(entry.path)) return { target: { value: entry.path, place: "/path" } };
  const target: Field = isBlank(entry.resourcePath)
    ? { value: route, place: "/routeKey" }
    : { value: entry.resourcePath, place: "/resourcePath" };
  const isGreedy = String(target.value).endsWith("+}");
  if (isGreedy || entry.routeKey === "$default") return { target, trouble: takesMany };
  return { target, isTemplate: true };
}

const takesMany = "the log tells a route that stands for many paths; $context.path tells which it was";

export function isApiGatewayEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return has(["requestId", "extendedRequestId"]) && has(["httpMethod", "routeKey", "resourcePath"]);
}
