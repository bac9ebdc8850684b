import { createFetchExchange, type Exchange } from "../exchange/index.js";
import { exchangeOf } from "./checked-fetch.js";
import { createExchangeChecker, type ExchangeCheckerOptions, type ExchangeCheckResult } from "./exchange-checker.js";

/** What `expect.extend` of vitest, of jest and of the package `expect` takes. */
export type ContractMatchers = {
  readonly toMatchSpec: (received: unknown) => MatcherResult | Promise<MatcherResult>;
};

export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/**
 * Matchers that hold what is received to the contract: an answer of a judged fetch, an `Exchange`, or a pair of a request and
 * an answer of fetch, which is judged asynchronously and therefore awaited.
 *
 * @example
 * expect.extend(createContractMatchers({ servers: [sandbox.url] }));
 * expect(await judged.fetch(url)).toMatchSpec();
 *
 * What cannot be judged is an error, with `not` too.
 */
export function createContractMatchers(options: ExchangeCheckerOptions = {}): ContractMatchers {
  const judge = createExchangeChecker(options);
  const result = ({ kind, report }: ExchangeCheckResult): MatcherResult => {
    if (kind === "inconclusive") throw new TypeError(`The contract says nothing of this exchange:\n\n${report}`);
    return { pass: kind === "passed", message: () => report };
  };
  return {
    toMatchSpec: (received) => {
      if (received instanceof Response) return result(judge([getResponseExchange(received)]));
      if (isPair(received)) {
        const at = { source: new URL(received.request.url).origin, index: 0 };
        return createFetchExchange(received.request, received.response, at).then((exchange) =>
          result(judge([exchange])),
        );
      }
      if (isExchange(received)) return result(judge([received]));
      throw new TypeError(ACCEPTED_VALUES_MESSAGE);
    },
  };
}

function getResponseExchange(response: Response): Exchange {
  const exchange = exchangeOf(response);
  if (exchange === undefined) {
    throw new TypeError(
      `This answer does not say what was asked: send with createCheckedFetch(). ${ACCEPTED_VALUES_MESSAGE}`,
    );
  }
  return exchange;
}

function isPair(value: unknown): value is { readonly request: Request; readonly response: Response } {
  const { request, response } = (value ?? {}) as Record<string, unknown>;
  return request instanceof Request && response instanceof Response;
}

function isExchange(value: unknown): value is Exchange {
  const { request, response, origin } = (value ?? {}) as Partial<Exchange>;
  return typeof request?.url === "string" && typeof response?.status === "number" && origin !== undefined;
}

const ACCEPTED_VALUES_MESSAGE =
  "toMatchSpec() takes an answer of createCheckedFetch(), an Exchange, or { request, response } of fetch, its bodies unread";
