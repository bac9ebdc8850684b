import type { WebhookListenerFactory } from "../../probe/index.js";
import type { Exchange } from "../../recording/index.js";
import { createDeliveryExchange, explainWrongSignature } from "../webhooks/delivery-exchange.js";
import { startDeliveryReceiver } from "../webhooks/delivery-receiver.js";

/**
 * Creates a local webhook receiver for a local service. Returns undefined for a remote service, which could not reach it.
 *
 * @param source The name of the service in reports.
 */
export function createWebhookListener(baseUrl: string, source: string): WebhookListenerFactory | undefined {
  const { hostname } = new URL(baseUrl);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  return async (secret, refusals) => {
    const deliveries: Exchange[] = [];
    const receiver = await startDeliveryReceiver(
      { secret: [secret], port: 0, host: "127.0.0.1", refusals },
      async (delivery) => {
        const signatureError = delivery.hasValidSignature ? undefined : await explainWrongSignature(delivery, [secret]);
        deliveries.push(createDeliveryExchange(delivery, { source, index: 0, signatureError }));
      },
      // A delivery that cannot be processed counts as not delivered.
      () => {},
    );
    return { url: `${receiver.url}/events`, getDeliveries: () => deliveries, close: receiver.end };
  };
}
