/**
 * Contract tests: a matcher for Vitest and Jest, and middleware for clients and servers. All of them check exchanges as
 * `contract check` does.
 */
export type { Exchange, FrameworkMiddleware } from "../recording/index.js";
export { createCheckedFetch, exchangeOf } from "./checked-fetch.js";
export { createCheckedRequest } from "./checked-request.js";
export type { ExchangeCheckerOptions, ExchangeCheckResult } from "./exchange-checker.js";
export {
  ContractError,
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";
export { type ContractMatchers, createContractMatchers, type MatcherResult } from "./matchers.js";
export { createServerMiddleware } from "./server-middleware.js";
export { createCheckedInterceptor } from "./undici-interceptor.js";
