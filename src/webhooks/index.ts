/**
 * Receiving webhook events: signing, verification and its diagnosis, event types, and ready-made receivers. Requires
 * only WebCrypto, so it runs in Node, Deno, Bun, workers and browsers.
 */

export { type Claim, type EventStore, memoryStore } from "./event-store.js";
export type * from "./events.js";
export {
  explainSignature,
  type SignatureCause,
  type SignatureExplanation,
  type SignedDelivery,
} from "./explain-signature.js";
export { parseEvent } from "./parse-event.js";
export type { Payload } from "./payload.js";
export { type FastifyInstanceLike, fastifyReceiver } from "./receivers/fastify-receiver.js";
export { type FetchHandler, fetchHandler } from "./receivers/fetch-handler.js";
export type { NodeRequest } from "./receivers/node-body.js";
export { expressHandler, type NodeResponse, nodeHandler } from "./receivers/node-handler.js";
export { type Acknowledgement, type Receive, type ReceiverOptions, receiver } from "./receivers/receiver.js";
export { sign } from "./sign.js";
export { type Secrets, type SignedRequest, verify } from "./verify.js";
export { SignatureError, verifyEvent } from "./verify-event.js";
