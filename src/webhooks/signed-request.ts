import type { operations } from "../../generated/types.js";
import type { Payload } from "./payload.js";

type WebhookHeader = keyof operations["onOrderOpened"]["parameters"]["header"];

/** The header with the signature of a delivery, in lower case as Node has it. */
export const SIGNATURE_HEADER = "service-webhook-signature" satisfies Lowercase<WebhookHeader>;

/** The part of a fetch `Request` that is used, which may be of another runtime. */
export type SignedRequest = {
  readonly headers: { readonly get: (name: string) => string | null };
  readonly clone: () => { readonly arrayBuffer: () => Promise<ArrayBuffer> };
};

export function isSignedRequest(signed: SignedRequest | Payload): signed is SignedRequest {
  return Boolean((signed as SignedRequest | null)?.headers?.get);
}
