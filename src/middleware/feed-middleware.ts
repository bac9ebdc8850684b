import {
  addConsumer,
  type ConsumerRule,
  captureServerExchange,
  createCapturedOrigin,
  type Exchange,
  redactSecrets,
  type ServerRequest,
  type ServerResponse,
} from "../exchange/index.js";
import { type LiveFeed, openStream, type StreamOptions, startLiveFeed } from "../stream/index.js";
import { REAL_MACHINE } from "./real-machine.js";

export type FeedMiddlewareOptions = Partial<Omit<StreamOptions, "url">> & {
  /** The NATS server, such as `nats://127.0.0.1:4222`. */
  readonly feed: string;
  /** A directory for chunks while the server is away. Without it, up to 16 MB stay in memory. */
  readonly bufferFolder?: string;
  /** The maximum size of that directory. Default: 256 MB. */
  readonly maxBufferBytes?: number;
  /** Longer bodies are left out. Default: 256 KB. */
  readonly maxBody?: number;
  /** The share of exchanges to feed, such as 0.1. The report counts the others. Default: 1. */
  readonly sample?: number;
  /** Where requests name the program that sends them. It is found before redaction, and hashed if it is sensitive. */
  readonly consumers?: readonly ConsumerRule[];
  /** Redacts an exchange, after secrets are redacted by name and format. */
  readonly redact?: (exchange: Exchange) => Exchange;
  /** Called if the server cannot be used. The feed tries again. */
  readonly onError?: (error: unknown) => void;
};

export type FeedMiddleware = Pick<LiveFeed, "close" | "countUnfed"> & {
  readonly middleware: (request: ServerRequest, response: ServerResponse, next: () => void) => void;
};

/**
 * Creates middleware for node:http, Express and compatible frameworks that feeds the exchanges of a server, redacted, to
 * `contract worker`. Register it first. The application sees no error and does not wait, also while the NATS server is away,
 * slow or full. If the buffer is full, exchanges are dropped and counted, and the report is inconclusive.
 *
 * @param origin the origin that clients use, such as `https://api.example`
 */
export function createFeedMiddleware(origin: string, options: FeedMiddlewareOptions): FeedMiddleware {
  const { feed, service = "default", bufferFolder, maxBufferBytes = MAX_DISK, maxBody = MAX_BODY } = options;
  const { redact = (exchange: Exchange) => exchange, consumers = [] } = options;
  const source = `${origin}#${REAL_MACHINE.createName()}`;
  let count = 0;
  const live = startLiveFeed({
    source,
    open: () => openStream({ ...options, url: feed, service }),
    buffer: { folder: bufferFolder, maxMemoryBytes: MAX_MEMORY, maxDiskBytes: maxBufferBytes },
    sample: options.sample ?? 1,
    now: REAL_MACHINE.now,
    random: REAL_MACHINE.random,
    redact: (exchange) => redact(redactSecrets(addConsumer(exchange, consumers))),
    onError: options.onError,
  });
  return {
    close: live.close,
    countUnfed: live.countUnfed,
    middleware: (request, response, next) => {
      const startedAt = new Date(REAL_MACHINE.now()).toISOString();
      captureServerExchange({ request, response }, { origin, maxBody }, (captured) => {
        live.add({ ...captured, origin: { ...createCapturedOrigin(source, count), startedAt } });
        count += 1;
      });
      next();
    },
  };
}

const MAX_DISK = 256 * 1024 * 1024;
const MAX_MEMORY = 16 * 1024 * 1024;
const MAX_BODY = 256 * 1024;
