import type { IncomingMessage, ServerResponse } from "node:http";

export type SendableResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
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
  { status, headers, body }: SendableResponse,
): Promise<void> {
  return new Promise((resolve) => {
    // The unread rest of a request would be parsed as the next request.
    if (!message.complete) response.setHeader("Connection", "close");
    response.once("close", resolve);
    response.writeHead(status, headers.flat());
    response.end(body);
  });
}

export function sendWithConnectionFault(
  response: ServerResponse,
  { status, headers, body }: SendableResponse,
  ending: ConnectionFault,
): void {
  const { socket } = response;
  if (ending.kind === "reset") {
    socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, headers.flat());
  response.write(body.subarray(0, ending.bytes), () => socket?.destroy());
}
