import type { Exchange } from "../recording/index.js";
import {
  createExchangeChecker,
  type ExchangeCheckerOptions,
  type ExchangeCheckerSettings,
  type ExchangeCheckResult,
} from "./exchange-checker.js";

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

/**
 * @returns also a function that counts an exchange as begun, and returns the function that adds it
 */
export function createExchangeCollector(
  options: ExchangeCollectorOptions & Pick<ExchangeCheckerSettings, "isOwnService"> = {},
): ExchangeCollector & { readonly begin: () => ExchangeCollector["add"] } {
  const check = createExchangeChecker(options);
  const exchanges: Exchange[] = [];
  let openCount = 0;
  const add = (exchange: Exchange): void => {
    exchanges.push(exchange);
    options.onExchange?.(exchange, check([exchange]));
  };
  return {
    exchanges,
    add,
    begin: () => {
      openCount += 1;
      return (exchange) => {
        openCount -= 1;
        add(exchange);
      };
    },
    assertContract: () => {
      const { kind, report } = check(exchanges, openCount);
      if (kind !== "passed") throw new ContractError(kind, report);
    },
  };
}

/** Thrown if exchanges violate the spec or could not be checked. The message is the report. */
export class ContractError extends Error {
  override readonly name = "ContractError" as const;
  readonly kind: "failed" | "inconclusive";

  constructor(kind: "failed" | "inconclusive", report: string) {
    super(report);
    this.kind = kind;
  }
}
