import type { Exchange } from "../../exchange/index.js";
import type { WebhookListenerFactory } from "../../probe/index.js";
import { createDeliveryExchange } from "../webhooks/delivery-exchange.js";
import { startDeliveryReceiver } from "../webhooks/delivery-receiver.js";
import { explainWrongSignature } from "../webhooks/explain-wrong-signature.js";

/**
 * A listener on this machine for events of a service on this machine; undefined for another one, which could not reach it.
 *
 * @param source What the service is called in reports.
 */
export function createWebhookListener(baseUrl: string, source: string): WebhookListenerFactory | undefined {
  const { hostname } = new URL(baseUrl);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  return async (secret) => {
    const came: Exchange[] = [];
    const receiver = await startDeliveryReceiver(
      { secret: [secret], port: 0, host: "127.0.0.1" },
      async (delivery) => {
        const signatureError = delivery.hasValidSignature ? undefined : await explainWrongSignature(delivery, [secret]);
        came.push(createDeliveryExchange(delivery, { source, index: 0, signatureError }));
      },
      // What cannot be taken was not delivered.
      () => {},
    );
    return { url: `${receiver.url}/events`, getDeliveries: () => came, close: receiver.end };
  };
}
