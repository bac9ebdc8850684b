import {
  captureServerExchange,
  createCapturedOrigin,
  type ServerRequest,
  type ServerResponse,
} from "../exchange/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/**
 * Creates middleware for node:http, Express and compatible frameworks that checks the server's responses. Register it first.
 * Requests and responses are not modified.
 *
 * @param origin the origin that clients use, such as `http://127.0.0.1:8080`
 */
export function createServerMiddleware(
  origin: string,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & {
  readonly middleware: (request: ServerRequest, response: ServerResponse, next: () => void) => void;
} {
  const collector = createExchangeCollector(options);
  const middleware = (request: ServerRequest, response: ServerResponse, next: () => void): void => {
    captureServerExchange({ request, response }, { origin }, (captured) =>
      collector.add({ ...captured, origin: createCapturedOrigin(origin, collector.exchanges.length) }),
    );
    next();
  };
  return { ...collector, middleware };
}
