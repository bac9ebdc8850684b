import { type Contract, redactExchange } from "../../check/index.js";
import { addEncodedBody, createFastRedactor } from "../../fast/index.js";
import type { Exchange } from "../../recording/index.js";

/** Redacts exchanges as a recording is redacted: what the spec marks as sensitive, and secrets by name and format. */
export function createExchangeRedactor(contract: Contract): (exchange: Exchange) => Exchange {
  const fastRedactor = createFastRedactor(contract);
  return (exchange) => {
    const fast = fastRedactor.check(exchange);
    if (fast !== undefined) return addEncodedBody(fast.redacted, fast.body);
    const result = contract.check(exchange);
    fastRedactor.learn(exchange, result);
    return redactExchange(contract, exchange, result);
  };
}
