import { isPlainObject } from "../../reader/entry-error.js";
import { isApiGatewayEntry } from "./api-gateway-log.js";
import { isCaddyRequest } from "./caddy-log.js";
import { isEnvoyEntry } from "./envoy-log.js";
import { isKongRequest } from "./kong-log.js";
import { isWebServerEntry } from "./web-server-log.js";

export type LogFormatName = "kong" | "caddy" | "envoy" | "api-gateway" | "web-server";

/** Which log a line with such a request is from; undefined when it is from none that has requests as objects. */
export function detectLogByRequest(request: unknown): LogFormatName | undefined {
  if (!isPlainObject(request)) return undefined;
  if (isCaddyRequest(request)) return "caddy";
  return isKongRequest(request) ? "kong" : undefined;
}

/** Which log such a line is from. */
export function detectLogByEntry(entry: unknown): LogFormatName | undefined {
  if (!isPlainObject(entry)) return undefined;
  if (isEnvoyEntry(entry)) return "envoy";
  if (isApiGatewayEntry(entry)) return "api-gateway";
  // What Caddy says of itself, before the first request comes.
  if (["level", "ts", "msg"].every((name) => name in entry)) return "caddy";
  return isWebServerEntry(entry) ? "web-server" : undefined;
}
