import type { FaultAction } from "./faults.js";
import { type SerializedResponse, serializeResponse } from "./operation-server.js";

/**
 * Creates the response of a fault rule. A string is sent unchanged, any other body as JSON. The content type is that of
 * `headers`, or else JSON; headers of the rule replace those of the service.
 */
export function createFaultResponse(
  { status = 500, headers = {}, body }: FaultAction,
  method: string,
  now: number,
): SerializedResponse {
  const response = serializeResponse({ status, ...(body === undefined ? {} : { body: body as never }) }, method, now);
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = response.headers.filter(([name]) => !given.has(name.toLowerCase()));
  const all = [...kept, ...Object.entries(headers)];
  if (typeof body !== "string") return { ...response, headers: all };
  const bytes = Buffer.from(body);
  return {
    status,
    headers: all.map(([name, value]) => [name, name === "Content-Length" ? String(bytes.length) : value]),
    body: method === "HEAD" ? new Uint8Array() : bytes,
  };
}
