/** What a receiver of webhook events needs: signatures, why one is wrong, and the types of the events. */
export type * from "./events.js";
export { explainSignature, type SignatureCause, type SignatureExplanation, type SignedDelivery } from "./explain.js";
export type { Payload } from "./payload.js";
export { sign } from "./sign.js";
export { type SignedRequest, verify } from "./verify.js";
