import { sign } from "../../webhooks/index.js";

/** How deliveries of events are signed and acknowledged. */
export type DeliveryStyle = {
  /** Undefined if deliveries are not signed. */
  readonly signatureHeader: string | undefined;
  readonly sign: (payload: Uint8Array, secret: string) => Promise<string>;
  readonly isAcknowledgement: (status: number) => boolean;
  /** The statuses that acknowledge. */
  readonly acknowledging: string;
};

/** That of the built-in service (seed, "Events"). */
export const SERVICE_STYLE: DeliveryStyle = {
  signatureHeader: "Service-Webhook-Signature",
  sign,
  isAcknowledgement: (status) => status === 200,
  acknowledging: "200",
};
