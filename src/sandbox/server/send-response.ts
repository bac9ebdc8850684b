import type { IncomingMessage, ServerResponse } from "node:http";

/** What goes out: a status, headers as they are, and all of the body. */
export type SendableResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
};

/** How an answer ends other than whole, for clients that want to see how they take it. */
export type BrokenEnding =
  /** The connection is reset before anything was sent. */
  | { readonly kind: "reset" }
  /** So many bytes of the body are sent, with the length of all of it, and then the connection ends. */
  | { readonly kind: "truncate"; readonly bytes: number };

export function sendResponse(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SendableResponse,
): Promise<void> {
  return new Promise((sent) => {
    // What was not read of the request would be taken for the next one.
    if (!message.complete) response.setHeader("Connection", "close");
    response.once("close", sent);
    response.writeHead(answer.status, answer.headers.flat());
    response.end(answer.body);
  });
}

export function sendBrokenResponse(response: ServerResponse, answer: SendableResponse, ending: BrokenEnding): void {
  const { socket } = response;
  if (ending.kind === "reset") {
    socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, answer.headers.flat());
  response.write(answer.body.subarray(0, ending.bytes), () => socket?.destroy());
}
