import { isPlainObject } from "../../reader/entry-error.js";
import { isApiGatewayEntry } from "./api-gateway-log.js";
import { isCaddyRequest } from "./caddy-log.js";
import { isEnvoyEntry } from "./envoy-log.js";
import { isKongRequest } from "./kong-log.js";
import { isWebServerEntry } from "./web-server-log.js";

export type LogFormatName = "kong" | "caddy" | "envoy" | "api-gateway" | "web-server";

/** Detects the format by the `request` object of an entry. Returns undefined if the format is unknown. */
export function detectLogByRequest(request: unknown): LogFormatName | undefined {
  if (!isPlainObject(request)) return undefined;
  if (isCaddyRequest(request)) return "caddy";
  return isKongRequest(request) ? "kong" : undefined;
}

/** Detects the format by the fields of an entry. Returns undefined if the format is unknown. */
export function detectLogByEntry(entry: unknown): LogFormatName | undefined {
  if (!isPlainObject(entry)) return undefined;
  if (isEnvoyEntry(entry)) return "envoy";
  if (isApiGatewayEntry(entry)) return "api-gateway";
  // A server message of Caddy before the first request.
  if (["level", "ts", "msg"].every((name) => name in entry)) return "caddy";
  return isWebServerEntry(entry) ? "web-server" : undefined;
}
