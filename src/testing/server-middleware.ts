import { EXCHANGE_PART_POINTERS } from "../exchange/index.js";
import { captureWrites, toBody } from "./capture-body.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** The members of the `IncomingMessage` of node:http that are used here. */
export type ServerRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  /** Receives the chunks from the connection, independently of when the application reads them. */
  push: (...args: never[]) => boolean;
};

/** The members of the `ServerResponse` of node:http that are used here. */
export type ServerResponse = {
  readonly statusCode: number;
  readonly getHeaders: () => Readonly<Record<string, number | string | readonly string[] | undefined>>;
  write: (...args: never[]) => boolean;
  end: (...args: never[]) => unknown;
};

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
    const requestChunks: Uint8Array[] = [];
    const responseChunks: Uint8Array[] = [];
    const { push } = request;
    request.push = (...args: never[]) => {
      const [chunk]: readonly unknown[] = args;
      if (chunk instanceof Uint8Array) requestChunks.push(Uint8Array.from(chunk));
      return push.apply(request, args);
    };
    captureWrites(response, responseChunks, () => {
      const pairs = (raw: readonly string[]): [string, string][] =>
        raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
      const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
        [value ?? []].flat().map((it): [string, string] => [name, String(it)]),
      );
      collector.add({
        request: {
          method: request.method ?? "GET",
          url: origin + (request.url ?? "/"),
          headers: pairs(request.rawHeaders),
          body: toBody(requestChunks),
        },
        response: { status: response.statusCode, headers, body: toBody(responseChunks) },
        origin: { source: origin, index: collector.exchanges.length, pointer: "", parts: EXCHANGE_PART_POINTERS },
      });
    });
    next();
  };
  return { ...collector, middleware };
}
