import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

export type SendableResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The text of a large body, instead of `body`. */
  readonly parts?: AsyncIterable<string>;
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
  { status, headers, body, parts }: SendableResponse,
): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    // The unread rest of a request would be parsed as the next request.
    response.writeHead(status, [...headers.flat(), ...(message.complete ? [] : ["Connection", "close"])]);
    if (parts === undefined) response.end(body);
    // Cuts off the response if a part cannot be made. Waits for a client that reads slowly.
    else pipeline(parts, response).catch(() => response.destroy());
  });
}

export async function sendWithConnectionFault(
  response: ServerResponse,
  { status, headers, body, parts }: SendableResponse,
  ending: ConnectionFault,
): Promise<void> {
  const { socket } = response;
  if (ending.kind === "reset") {
    socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, headers.flat());
  const start = parts === undefined ? body : await readStart(parts, ending.bytes);
  response.write(start.subarray(0, ending.bytes), () => socket?.destroy());
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
