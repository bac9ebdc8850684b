import { type Exchange, recordFetch } from "../recording/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** Maps each response of a checked fetch to its exchange. */
const exchangesByResponse = new WeakMap<Response, Exchange>();

/** Returns the exchange of a response; undefined if the response is not from a checked fetch. */
export function exchangeOf(response: Response): Exchange | undefined {
  return exchangesByResponse.get(response);
}

/**
 * Creates a fetch function that records every exchange. `expect(response).toMatchSpec()` checks one of its responses, and
 * `assertContract()` checks all exchanges at the end. Response bodies stay readable; each is held in memory once.
 */
export function createCheckedFetch(
  send: typeof fetch = fetch,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly fetch: typeof fetch } {
  const collector = createExchangeCollector(options);
  const checkedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const at = { source: new URL(request.url).origin, index: collector.exchanges.length };
    const { exchange, response } = await recordFetch((it) => send(it), request, at);
    exchangesByResponse.set(response, exchange);
    collector.add(exchange);
    return response;
  };
  return { ...collector, fetch: checkedFetch };
}
