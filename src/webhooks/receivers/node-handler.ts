import { SIGNATURE_HEADER } from "../signed-request.js";
import { discardBody, type NodeRequest, readNodeBody } from "./node-body.js";
import { MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** The part of a `ServerResponse` of node:http that is used. */
export type NodeResponse = {
  readonly writeHead: (status: number, headers?: Record<string, string>) => { readonly end: () => unknown };
};

/**
 * Creates a receiver for `createServer` of node:http. Responds with the statuses of `receiver`, 405 to methods other
 * than POST, and 413 to a body longer than `maxBytes`.
 */
export function nodeHandler(options: ReceiverOptions): (request: NodeRequest, response: NodeResponse) => void {
  const respond = createNodeResponder(options);
  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end();
      return options.onError(error, { event: undefined, acknowledged: false });
    });
  };
}

/**
 * Creates a receiver for an Express route: `app.post("/events", expressHandler({ secrets, onEvent, onError }))`. It
 * reads the body, or uses the body read by `express.raw()`. A parsed body is an error, which is passed to `next`.
 */
export function expressHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => void {
  const respond = createNodeResponder(options);
  return (request, response, next) => {
    respond(request, response).catch(next);
  };
}

function createNodeResponder(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = receiver(options);
  return async (request, response) => {
    if (request.method !== "POST") {
      await discardBody(request);
      response.writeHead(405, { Allow: "POST", Connection: "close" }).end();
      return;
    }
    const payload = await readNodeBody(request, options.maxBytes ?? MAX_PAYLOAD_BYTES);
    if (!(payload instanceof Uint8Array)) {
      // Unread bytes would be parsed as the next request of the connection.
      response.writeHead(payload, { Connection: "close" }).end();
      return;
    }
    const signature = request.headers[SIGNATURE_HEADER];
    const { status } = await receive(payload, typeof signature === "string" ? signature : undefined);
    response.writeHead(status).end();
  };
}
