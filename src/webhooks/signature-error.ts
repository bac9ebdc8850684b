/** A delivery whose signature does not verify: it is nobody's. `explainSignature` says why while developing. */
export class SignatureError extends Error {
  override readonly name = "SignatureError" as const;
  readonly code = "webhook.signature" as const;

  constructor() {
    super(
      "Service-Webhook-Signature is not that of the payload by any of the secrets: answer 401, and do not act on it",
    );
  }
}
