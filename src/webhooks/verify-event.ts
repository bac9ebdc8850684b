import type { UnknownEvent, WebhookEvent } from "./events.js";
import { parseEvent } from "./parse-event.js";
import type { Payload } from "./payload.js";
import { isSignedRequest, type SignedRequest } from "./signed-request.js";
import { type Secrets, verify } from "./verify.js";

/**
 * Verifies a delivery and returns its event.
 *
 * @throws {SignatureError} when the signature is wrong or missing.
 * @throws {SyntaxError | TypeError} as `verify` and `parseEvent` do.
 */
export async function verifyEvent(request: SignedRequest, secrets: Secrets): Promise<WebhookEvent | UnknownEvent>;
export async function verifyEvent(
  payload: Payload,
  signature: string | null | undefined,
  secrets: Secrets,
): Promise<WebhookEvent | UnknownEvent>;
export async function verifyEvent(
  signed: SignedRequest | Payload,
  first: Secrets | null | undefined,
  second?: Secrets,
): Promise<WebhookEvent | UnknownEvent> {
  // `verify` has the same overloads.
  const isValid = await verify(signed as Payload, first as string, second as Secrets);
  if (!isValid) throw new SignatureError();
  return parseEvent(isSignedRequest(signed) ? await signed.clone().arrayBuffer() : signed);
}

/** The signature of a delivery is wrong or missing. Use `explainSignature` to find the cause during development. */
export class SignatureError extends Error {
  override readonly name = "SignatureError" as const;
  readonly code = "webhook.signature" as const;

  constructor() {
    super("Service-Webhook-Signature does not match the payload and secrets: respond with 401 and ignore the delivery");
  }
}
