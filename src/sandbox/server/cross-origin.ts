import type { IncomingMessage } from "node:http";
import type { SendableResponse } from "./send-response.js";

/** Pages of this machine: forms of a documentation site that is served locally, and web clients under development. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Returns the response to a preflight (Fetch, section 3.3) of an allowed origin; undefined for any other request. */
export function createPreflightResponse(
  message: IncomingMessage,
  allowed: readonly string[],
): SendableResponse | undefined {
  const { "access-control-request-method": method, "access-control-request-headers": names } = message.headers;
  if (message.method !== "OPTIONS" || typeof method !== "string") return undefined;
  const headers = listCrossOriginHeaders(message, allowed);
  if (headers.length === 0) return undefined;
  // Browsers ask for it before a public page may send requests to this machine.
  const isPrivate = message.headers["access-control-request-private-network"] === "true";
  return {
    status: 204,
    headers: [
      ...headers,
      ["Access-Control-Allow-Methods", method],
      ...(typeof names === "string" ? [["Access-Control-Allow-Headers", names] as const] : []),
      ...(isPrivate ? [["Access-Control-Allow-Private-Network", "true"] as const] : []),
      ["Access-Control-Max-Age", "600"],
    ],
    body: new Uint8Array(),
  };
}

/** Returns the headers that let a page of an allowed origin read a response. Other requests get none. */
export function listCrossOriginHeaders(
  { headers: { origin } }: IncomingMessage,
  allowed: readonly string[],
): SendableResponse["headers"] {
  if (origin === undefined || !(LOOPBACK_ORIGIN.test(origin) || allowed.includes(origin))) return [];
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Expose-Headers", "*"],
    ["Vary", "Origin"],
  ];
}
