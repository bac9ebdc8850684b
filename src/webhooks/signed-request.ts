import type { Payload } from "./payload.js";

/** The part of a fetch `Request` that is used, which may be of another runtime. */
export type SignedRequest = {
  readonly headers: { readonly get: (name: string) => string | null };
  readonly clone: () => { readonly arrayBuffer: () => Promise<ArrayBuffer> };
};

export function isSignedRequest(signed: SignedRequest | Payload): signed is SignedRequest {
  return Boolean((signed as SignedRequest | null)?.headers?.get);
}
