import type { Exchange } from "../exchange/index.js";
import { ContractError } from "./contract-error.js";
import { createExchangeChecker, type ExchangeCheckerOptions, type ExchangeCheckResult } from "./exchange-checker.js";

export type ExchangeCollectorOptions = ExchangeCheckerOptions & {
  /** Called after each exchange, with the result of checking it alone. */
  readonly onExchange?: (exchange: Exchange, result: ExchangeCheckResult) => void;
};

/** Collects the exchanges of a middleware and checks them. */
export type ExchangeCollector = {
  readonly exchanges: readonly Exchange[];
  readonly add: (exchange: Exchange) => void;
  /**
   * Checks all exchanges. Call it at the end of a test.
   *
   * @throws {ContractError} if an exchange violates the spec, if one could not be checked, or if there are none.
   */
  readonly assertContract: () => void;
};

export function createExchangeCollector(options: ExchangeCollectorOptions = {}): ExchangeCollector {
  const check = createExchangeChecker(options);
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    add: (exchange) => {
      exchanges.push(exchange);
      options.onExchange?.(exchange, check([exchange]));
    },
    assertContract: () => {
      const { kind, report } = check(exchanges);
      if (kind !== "passed") throw new ContractError(kind, report);
    },
  };
}
