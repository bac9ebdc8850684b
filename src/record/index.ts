/** A reverse proxy that records and checks HTTP exchanges. */

export { type ProxyTarget, parseProxyTarget } from "./proxy/proxy-target.js";
export { type RecordingProxy, type RecordingProxyOptions, startRecordingProxy } from "./recording-proxy.js";
export type { ValidatedExchange } from "./validation/batch-validator.js";
