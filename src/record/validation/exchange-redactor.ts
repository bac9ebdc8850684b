import { type Exchange, redactSecrets } from "../../exchange/index.js";
import { type Contract, redactExchange } from "../../gate/index.js";
import { createFastExchangeValidator } from "./fast-exchange-validator.js";

/** Redacts exchanges as a recording is redacted: what the spec marks as sensitive, and secrets by name and format. */
export function createExchangeRedactor(contract: Contract): (exchange: Exchange) => Exchange {
  const fastValidator = createFastExchangeValidator(contract);
  return (exchange) => {
    const fast = fastValidator.validate(exchange);
    if (fast !== undefined) return fast.redacted;
    const result = contract.check(exchange);
    fastValidator.learn(exchange, result);
    return redactSecrets(redactExchange(contract, exchange, result));
  };
}
