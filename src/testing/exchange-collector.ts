import type { Exchange } from "../exchange/index.js";
import { ContractError } from "./contract-error.js";
import { createExchangeChecker, type ExchangeCheckerOptions, type ExchangeCheckResult } from "./exchange-checker.js";

export type ExchangeCollectorOptions = ExchangeCheckerOptions & {
  /** Hears of every exchange as soon as it is over, with what it comes to by itself. */
  readonly onExchange?: (exchange: Exchange, judged: ExchangeCheckResult) => void;
};

/** What all middleware tells its exchanges to. */
export type ExchangeCollector = {
  readonly exchanges: readonly Exchange[];
  readonly add: (exchange: Exchange) => void;
  /**
   * To be called at the end.
   *
   * @throws {ContractError} when an exchange breaks the contract, when one could not be judged, or when there were none.
   */
  readonly assertContract: () => void;
};

export function createExchangeCollector(options: ExchangeCollectorOptions = {}): ExchangeCollector {
  const judge = createExchangeChecker(options);
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    add: (exchange) => {
      exchanges.push(exchange);
      options.onExchange?.(exchange, judge([exchange]));
    },
    assertContract: () => {
      const { kind, report } = judge(exchanges);
      if (kind !== "passed") throw new ContractError(kind, report);
    },
  };
}
