import { discardBody, type NodeRequest, readNodeBody } from "./node-body.js";
import { MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** What is used of a `ServerResponse` of node:http. */
export type NodeResponse = {
  readonly writeHead: (status: number, headers?: Record<string, string>) => { readonly end: () => unknown };
};

/**
 * A receiver for `createServer` of node:http. Statuses are those of `receiver`, 405 to what is no POST, and 413 to what is
 * longer than `maxBytes`.
 */
export function nodeHandler(options: ReceiverOptions): (request: NodeRequest, response: NodeResponse) => void {
  const answer = createNodeResponder(options);
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end();
      return options.onError(error, { event: undefined, acknowledged: false });
    });
  };
}

/**
 * A receiver for a route of Express: `app.post("/events", expressHandler({ secrets, onEvent, onError }))`. It reads the body
 * itself, or takes what `express.raw()` has read; a body that was parsed before is an error of the application.
 */
export function expressHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => void {
  const answer = createNodeResponder(options);
  return (request, response, next) => {
    answer(request, response).catch(next);
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
      // What was not read would stand before the next request of the connection.
      response.writeHead(payload, { Connection: "close" }).end();
      return;
    }
    const signature = request.headers["service-webhook-signature"];
    const { status } = await receive(payload, typeof signature === "string" ? signature : undefined);
    response.writeHead(status).end();
  };
}
