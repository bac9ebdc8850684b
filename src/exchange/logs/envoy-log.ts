/**
 * Reads access logs of Envoy in JSON, by the names that Envoy Gateway, Istio and Contour give to its fields.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 * @see https://gateway.envoyproxy.io/docs/tasks/observability/proxy-accesslog/ "Default"
 * @see https://istio.io/latest/docs/tasks/observability/logs/access-log/
 * @see https://projectcontour.io/docs/main/config/access-logging/
 */

import type { UnknownRecord } from "../unreadable-entry.js";
import type { LogFormat } from "./log-lines.js";
import { firstField } from "./logged-exchange.js";

export const envoyLog: LogFormat = {
  read: (entry) => ({
    method: firstField(entry, [...methods]),
    target: firstField(entry, [...paths]),
    host: firstField(entry, [...authorities]).value,
    scheme: firstField(entry, ["scheme", ":scheme"]).value,
    status: firstField(entry, ["response_code"]),
    time: firstField(entry, ["start_time", "@timestamp", "timestamp"]).value,
  }),
};

/** Its answers have a code and flags; what it took for method, path and host is named in several ways. */
export function isEnvoyEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return "response_code" in entry && has(methods) && has(paths) && has(["response_flags", ...authorities]);
}

const methods = ["method", ":method"] as const;
const paths = ["x-envoy-origin-path", "x-envoy-original-path", "path", ":path"] as const;
const authorities = ["authority", ":authority"] as const;
