import { createCapturedOrigin, createFrameworkMiddleware, type FrameworkMiddleware } from "../recording/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/**
 * Creates middleware that checks the responses of a server, wherever it is registered. Every request belongs to the service, so
 * only the base paths of the servers count, not their hosts.
 */
export function createServerMiddleware(
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & FrameworkMiddleware {
  const { begin, ...collector } = createExchangeCollector({ ...options, isOwnService: true });
  const middleware = createFrameworkMiddleware({}, () => {
    const add = begin();
    return (captured) => {
      const { origin: source } = new URL(captured.request.url);
      add({ ...captured, origin: createCapturedOrigin(source, collector.exchanges.length) });
    };
  });
  return { ...collector, ...middleware };
}
