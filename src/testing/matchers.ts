import { createFetchExchange, type Exchange } from "../exchange/index.js";
import { exchangeOf } from "./checked-fetch.js";
import { createExchangeChecker, type ExchangeCheckerOptions, type ExchangeCheckResult } from "./exchange-checker.js";

/** The argument of `expect.extend` in Vitest, Jest and the `expect` package. */
export type ContractMatchers = {
  readonly toMatchSpec: (received: unknown) => MatcherResult | Promise<MatcherResult>;
};

export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/**
 * Creates a matcher that checks an exchange against the spec. It accepts a response of a checked fetch, an `Exchange`, or
 * `{ request, response }` of fetch. The pair is checked asynchronously: await the assertion.
 *
 * @example
 * expect.extend(createContractMatchers({ servers: [sandbox.url] }));
 * expect(await checked.fetch(url)).toMatchSpec();
 *
 * The matcher throws a TypeError if the exchange cannot be checked, also with `not`.
 */
export function createContractMatchers(options: ExchangeCheckerOptions = {}): ContractMatchers {
  const check = createExchangeChecker(options);
  const result = ({ kind, report }: ExchangeCheckResult): MatcherResult => {
    if (kind === "inconclusive") throw new TypeError(`cannot check this exchange against the spec:\n\n${report}`);
    return { pass: kind === "passed", message: () => report };
  };
  return {
    toMatchSpec: (received) => {
      if (received instanceof Response) return result(check([getResponseExchange(received)]));
      if (isPair(received)) {
        const at = { source: new URL(received.request.url).origin, index: 0 };
        return createFetchExchange(received.request, received.response, at).then((exchange) =>
          result(check([exchange])),
        );
      }
      if (isExchange(received)) return result(check([received]));
      throw new TypeError(ACCEPTED_VALUES_MESSAGE);
    },
  };
}

function getResponseExchange(response: Response): Exchange {
  const exchange = exchangeOf(response);
  if (exchange === undefined) {
    throw new TypeError(
      `no request is known for this response: send it with createCheckedFetch(). ${ACCEPTED_VALUES_MESSAGE}`,
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
  "toMatchSpec() expects a response of createCheckedFetch(), an Exchange, or { request, response } of fetch with unread bodies";
