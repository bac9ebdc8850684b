/**
 * Receiving webhook events: signing, verification and its diagnosis, event types, and ready-made receivers. Requires
 * only WebCrypto, so it runs in Node, Deno, Bun, workers and browsers.
 */

export { type Claim, type EventStore, memoryStore } from "./event-store.js";
export * from "./events.js";
export {
  explainSignature,
  type SignatureCause,
  type SignatureExplanation,
  type SignedDelivery,
} from "./explain-signature.js";
export { type FetchHandler, fetchHandler } from "./receivers/fetch-handler.js";
export {
  expressHandler,
  type FastifyInstanceLike,
  fastifyReceiver,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from "./receivers/node-handler.js";
export { type Acknowledgement, type Receive, type ReceiverOptions, receiver } from "./receivers/receiver.js";
export { type Payload, type Secrets, type SignedRequest, sign, verify } from "./signature.js";
