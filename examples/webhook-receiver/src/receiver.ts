import { createServer, type Server } from "node:http";
import { nodeHandler } from "commerce-contract/webhooks";

export type ReceiverSettings = {
  /** The secret of the webhook. During a rotation: the current secret and the next one. */
  readonly secrets: readonly string[];
  /** Runs once for each order, even if the service delivers the event again. */
  readonly onOrderOpened: (orderId: string) => void | Promise<void>;
};

/** A server that receives webhooks at `/webhooks`. Deliveries with a wrong signature get 401 and never reach your code. */
export function createReceiver({ secrets, onOrderOpened }: ReceiverSettings): Server {
  const handler = nodeHandler({
    secrets,
    onEvent: async (event) => {
      if (event.eventType === "ORDER_OPENED" && event.resourceId !== undefined) await onOrderOpened(event.resourceId);
    },
    // If the event was not acknowledged, the service delivers it again. If it was, keep it here to process it later.
    onError: (error, { acknowledged }) =>
      console.error(acknowledged ? "event lost:" : "event will be repeated:", error),
  });
  return createServer((request, response) => {
    if (request.url === "/webhooks") handler(request, response);
    else response.writeHead(404).end();
  });
}
