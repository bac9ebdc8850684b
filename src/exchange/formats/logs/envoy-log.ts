/**
 * Reads JSON access logs of Envoy with the field names of Envoy Gateway, Istio and Contour.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 * @see https://gateway.envoyproxy.io/docs/tasks/observability/proxy-accesslog/ "Default"
 * @see https://istio.io/latest/docs/tasks/observability/logs/access-log/
 * @see https://projectcontour.io/docs/main/config/access-logging/
 */

import type { UnknownRecord } from "../../reader/entry-error.js";
import { findFirstField } from "./log-entry.js";
import type { LogFormat } from "./read-log.js";

export const envoyLog: LogFormat = {
  read: (entry) => ({
    method: findFirstField(entry, [...METHOD_FIELDS]),
    target: findFirstField(entry, [...PATH_FIELDS]),
    host: findFirstField(entry, [...AUTHORITY_FIELDS]).value,
    scheme: findFirstField(entry, ["scheme", ":scheme"]).value,
    status: findFirstField(entry, ["response_code"]),
    time: findFirstField(entry, ["start_time", "@timestamp", "timestamp"]).value,
  }),
};

/** Whether an entry has a response code, response flags or authority, and one of the known names for method and path. */
export function isEnvoyEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return (
    "response_code" in entry && has(METHOD_FIELDS) && has(PATH_FIELDS) && has(["response_flags", ...AUTHORITY_FIELDS])
  );
}

const METHOD_FIELDS = ["method", ":method"] as const;
const PATH_FIELDS = ["x-envoy-origin-path", "x-envoy-original-path", "path", ":path"] as const;
const AUTHORITY_FIELDS = ["authority", ":authority"] as const;
