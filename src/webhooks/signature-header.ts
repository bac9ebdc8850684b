import type { operations } from "../../generated/types.js";

type WebhookHeader = keyof operations["onOrderOpened"]["parameters"]["header"];

/** The header with the signature of a delivery, in lower case as Node has it. */
export const SIGNATURE_HEADER = "service-webhook-signature" satisfies Lowercase<WebhookHeader>;
