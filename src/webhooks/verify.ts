/** `commerce-contract/verify`: only the verification of webhook signatures. Requires only WebCrypto. */
export { type Secrets, type SignedRequest, verify } from "./signature.js";
