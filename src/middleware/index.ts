/** Middleware for servers in production: feeds their exchanges to `contract worker`. */

import {
  addConsumer,
  type ConsumerRule,
  createCapturedOrigin,
  createFrameworkMiddleware,
  type Exchange,
  type FrameworkMiddleware,
  redactConsumer,
  redactSecrets,
} from "../recording/index.js";
import { type FeedSettings, type LiveFeed, REAL_MACHINE, startApplicationFeed } from "../stream/index.js";

export type { Exchange, FrameworkMiddleware } from "../recording/index.js";

export type FeedMiddlewareOptions = FeedSettings & {
  /** Longer bodies are left out. Default: 256 KB. */
  readonly maxBody?: number;
  /** Where requests name the program that sends them. It is found before redaction, and hashed if it is sensitive. */
  readonly consumers?: readonly ConsumerRule[];
  /** Redacts an exchange, after secrets are redacted by name and format. */
  readonly redact?: (exchange: Exchange) => Exchange;
  /** Called if the server cannot be used. The feed tries again. */
  readonly onError?: (error: unknown) => void;
};

export type FeedMiddleware = Pick<LiveFeed, "close" | "countUnfed"> & FrameworkMiddleware;

/**
 * Creates middleware that feeds the exchanges of a server, redacted, to `contract worker`. The application sees no error and does not wait, also while the NATS server is away,
 * slow or full. If the buffer is full, exchanges are dropped and counted, and the report is inconclusive.
 *
 * @param origin the origin that clients use, such as `https://api.example`
 */
export function createFeedMiddleware(origin: string, options: FeedMiddlewareOptions): FeedMiddleware {
  const { maxBody = MAX_BODY, redact = (exchange: Exchange) => exchange, consumers = [], onError } = options;
  let count = 0;
  const { add, source, close, countUnfed } = startApplicationFeed(origin, options, {
    redact: (exchange) => redact(redactConsumer(redactSecrets(addConsumer(exchange, consumers)), consumers)),
    onError,
  });
  const middleware = createFrameworkMiddleware({ origin, maxBody }, () => {
    const startedAt = new Date(REAL_MACHINE.now()).toISOString();
    return (captured) => {
      add({ ...captured, origin: { ...createCapturedOrigin(source, count), startedAt } });
      count += 1;
    };
  });
  return { close, countUnfed, ...middleware };
}

const MAX_BODY = 256 * 1024;
