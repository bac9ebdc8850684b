/** The signature of a delivery is wrong or missing. Use `explainSignature` to find the cause during development. */
export class SignatureError extends Error {
  override readonly name = "SignatureError" as const;
  readonly code = "webhook.signature" as const;

  constructor() {
    super("Service-Webhook-Signature does not match the payload and secrets: respond with 401 and ignore the delivery");
  }
}
