import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** A response ready to send. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The text of a large body, instead of `body`. */
  readonly parts?: AsyncIterable<string>;
  readonly fault?: ConnectionFault;
};

/** An incomplete response, for testing how clients handle it. */
export type ConnectionFault =
  /** Resets the connection before anything is sent. */
  | { readonly kind: "reset" }
  /** Sends the headers with the full Content-Length and this many bytes of the body, then closes the connection. */
  | { readonly kind: "truncate"; readonly bytes: number };

export function sendResponse(
  message: IncomingMessage,
  response: ServerResponse,
  sent: SerializedResponse,
): Promise<void> {
  const { status, headers, body, parts, fault } = sent;
  if (fault !== undefined) return sendWithFault(response, sent, fault);
  return new Promise((resolve) => {
    response.once("close", resolve);
    // The unread rest of a request would be parsed as the next request.
    response.writeHead(status, [...headers.flat(), ...(message.complete ? [] : ["Connection", "close"])]);
    if (parts === undefined) response.end(body);
    // Cuts off the response if a part cannot be made. Waits for a client that reads slowly.
    else pipeline(parts, response).catch(() => response.destroy());
  });
}

async function sendWithFault(
  response: ServerResponse,
  { status, headers, body, parts }: SerializedResponse,
  fault: ConnectionFault,
): Promise<void> {
  const { socket } = response;
  if (fault.kind === "reset") {
    socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, headers.flat());
  const start = parts === undefined ? body : await readStart(parts, fault.bytes);
  response.write(start.subarray(0, fault.bytes), () => socket?.destroy());
}

async function readStart(parts: AsyncIterable<string>, bytes: number): Promise<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const part of parts) {
    start = Buffer.concat([start, Buffer.from(part)]);
    if (start.length >= bytes) break;
  }
  return start;
}

type RefusalResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/** Responds without reading the rest of the request. */
export function sendAndClose(response: ServerResponse, { status, headers, body }: RefusalResponse): void {
  response.writeHead(status, { ...headers, Connection: "close" }).end(response.req.method === "HEAD" ? "" : body);
}

/** Pages of this machine: forms of a documentation site that is served locally, and web clients under development. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Returns the response to a preflight (Fetch, section 3.3) of an allowed origin; undefined for any other request. */
export function createPreflightResponse(
  message: IncomingMessage,
  allowed: readonly string[],
): SerializedResponse | undefined {
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
): SerializedResponse["headers"] {
  if (origin === undefined || !(LOOPBACK_ORIGIN.test(origin) || allowed.includes(origin))) return [];
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Expose-Headers", "*"],
    ["Vary", "Origin"],
  ];
}
