/**
 * The contract in tests: a matcher for vitest and jest, and middleware that sees what clients send and servers answer. All of
 * it judges as `contract check` does.
 */
export type { Exchange } from "../exchange/index.js";
export { ContractError } from "./contract-error.js";
export type { Judged, JudgeOptions } from "./judge.js";
export { exchangeOf, judgedFetch } from "./judged-fetch.js";
export { judgedRequest } from "./judged-request.js";
export { type ContractMatchers, contractMatchers, type MatcherResult } from "./matchers.js";
export { serverMiddleware } from "./server-middleware.js";
export { judgedInterceptor } from "./undici-interceptor.js";
export { createWitness, type Witness, type WitnessOptions } from "./witness.js";
