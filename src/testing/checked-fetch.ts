import { type Exchange, recordFetch } from "../exchange/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** The exchanges of the answers that a judged fetch has given. */
const exchangesByResponse = new WeakMap<Response, Exchange>();

/** The exchange that an answer belongs to; undefined when no judged fetch has given it. */
export function exchangeOf(response: Response): Exchange | undefined {
  return exchangesByResponse.get(response);
}

/**
 * A fetch that remembers every exchange, so that `expect(response).toMatchSpec()` knows what was asked, and that judges all
 * of them at the end with `assertContract()`. Answers can still be read; each is held in memory once.
 */
export function createCheckedFetch(
  send: typeof fetch = fetch,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly fetch: typeof fetch } {
  const witness = createExchangeCollector(options);
  const judged: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const at = { source: new URL(request.url).origin, index: witness.exchanges.length };
    const { exchange, response } = await recordFetch((it) => send(it), request, at);
    exchangesByResponse.set(response, exchange);
    witness.add(exchange);
    return response;
  };
  return { ...witness, fetch: judged };
}
