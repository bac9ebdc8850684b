import type { Operation } from "../../../document/index.js";
import type { Exchange } from "../../../exchange/index.js";
import type { ScenarioContext } from "../scenario-context.js";

/** A server that receives webhook events. */
export type WebhookListener = {
  readonly url: string;
  /** Events received so far. An event with an invalid signature carries the reason. */
  readonly getDeliveries: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

/**
 * Opens a listener for events signed with a secret.
 *
 * @param refusals The number of events that it refuses with 503 at first.
 */
export type WebhookListenerFactory = (secret: string, refusals: number) => Promise<WebhookListener>;

export type WebhookScenarioContext = ScenarioContext & {
  readonly listen: WebhookListenerFactory;
  readonly pause: (ms: number) => Promise<void>;
  /** The webhooks of the spec. */
  readonly events: readonly Operation[];
  /** The base URL of an operation. */
  readonly getBaseUrl: (operation: Operation) => string | undefined;
};
