import { createFetchExchange, type Exchange } from "../exchange/index.js";
import { exchangeOf } from "./checked-fetch.js";
import { readClientResponse } from "./client-response.js";
import { createExchangeChecker, type ExchangeCheckerOptions } from "./exchange-checker.js";

/** The argument of `expect.extend` in Vitest, Jest and the `expect` package. */
export type ContractMatchers = {
  readonly toMatchSpec: (received: unknown) => MatcherResult | Promise<MatcherResult>;
};

export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/**
 * Creates a matcher that checks an exchange against the spec. It accepts a response of a checked fetch, of axios, got, supertest
 * or light-my-request, an `Exchange`, or `{ request, response }`. A pair of fetch is checked asynchronously: await the assertion.
 * Without `servers`, the host of the URL does not matter, only the base path.
 *
 * @example
 * expect.extend(createContractMatchers({ spec: "openapi.yaml" }));
 * expect(await checked.fetch(url)).toMatchSpec();
 *
 * The matcher throws a TypeError if the exchange cannot be checked, also with `not`.
 */
export function createContractMatchers(options: ExchangeCheckerOptions = {}): ContractMatchers {
  const check = createExchangeChecker({ ...options, isOwnService: options.servers === undefined });
  const checkOne = (exchange: Exchange): MatcherResult => {
    const { kind, report } = check([exchange]);
    if (kind === "inconclusive") throw new TypeError(`cannot check this exchange against the spec:\n\n${report}`);
    return { pass: kind === "passed", message: () => report };
  };
  return {
    toMatchSpec: (received) => {
      const { request, response, origin } = Object(received) as Partial<Exchange>;
      if (origin !== undefined && typeof request?.url === "string" && typeof response?.status === "number")
        return checkOne(received as Exchange);
      if (response instanceof Response) {
        const sent = toFetchRequest(request);
        const at = { source: new URL(sent.url).origin, index: 0 };
        return createFetchExchange(sent, response, at).then(checkOne);
      }
      const exchange =
        received instanceof Response
          ? exchangeOf(received)
          : (readClientResponse(received) ?? readClientResponse(response, request));
      if (exchange === undefined) throw new TypeError(ACCEPTED_VALUES_MESSAGE);
      return checkOne(exchange);
    },
  };
}

/** A path, such as that of `app.request()` of Hono, has no host. */
function toFetchRequest(request: unknown): Request {
  if (request instanceof Request) return request;
  const { url, method, headers, body } = Object(request) as { readonly url: string } & RequestInit;
  return new Request(new URL(url, "http://localhost"), {
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  });
}

const ACCEPTED_VALUES_MESSAGE =
  "toMatchSpec() does not know the request of this response. It accepts a response of createCheckedFetch(), axios, got, supertest or light-my-request, and an Exchange. For others, pass { request: { method, url, headers, body }, response }.";
