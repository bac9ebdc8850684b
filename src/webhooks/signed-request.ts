import type { Payload } from "./payload.js";

/** What is read of a `Request` of fetch. It need not be of this runtime. */
export type SignedRequest = {
  readonly headers: { readonly get: (name: string) => string | null };
  readonly clone: () => { readonly arrayBuffer: () => Promise<ArrayBuffer> };
};

export function isSignedRequest(signed: SignedRequest | Payload): signed is SignedRequest {
  return Boolean((signed as SignedRequest | null)?.headers?.get);
}
