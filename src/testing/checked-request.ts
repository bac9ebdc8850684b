import {
  capturePushes,
  captureWrites,
  createBodyCollector,
  createCapturedOrigin,
  toHeaderFields,
} from "../recording/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** The members of the `ClientRequest` of node:http that are used here. */
type ClientRequestLike = {
  readonly method: string;
  readonly protocol: string;
  readonly path: string;
  readonly getHeaders: () => Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly listenerCount: (event: string) => number;
  readonly prependListener: (event: string, listener: (incoming: IncomingLike) => void) => unknown;
  write: (...args: never[]) => boolean;
  end: (...args: never[]) => unknown;
};

type IncomingLike = {
  readonly statusCode?: number | undefined;
  readonly rawHeaders: readonly string[];
  readonly resume: () => unknown;
  push: (...args: never[]) => boolean;
};

/**
 * Wraps `request` of node:http or node:https to record every exchange. Pass the result to clients that accept a request
 * function or a transport. Requests and responses are not modified.
 *
 * @example
 * const checked = createCheckedRequest(http.request, { servers });
 */
export function createCheckedRequest<RequestFunction extends (...args: never[]) => unknown>(
  request: RequestFunction,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly request: RequestFunction } {
  const collector = createExchangeCollector(options);
  const checkedRequest = (...args: never[]): unknown => {
    // All overloads return a ClientRequest.
    const outgoing = request(...args) as ClientRequestLike;
    captureExchange(outgoing, collector);
    return outgoing;
  };
  return { ...collector, request: checkedRequest as RequestFunction };
}

function captureExchange(outgoing: ClientRequestLike, collector: ExchangeCollector): void {
  const requestBody = createBodyCollector();
  captureWrites(outgoing, requestBody, () => undefined);
  outgoing.prependListener("response", (incoming) => {
    const responseBody = createBodyCollector();
    capturePushes(incoming, responseBody, () => {
      const headers = toHeaderFields(outgoing.getHeaders());
      const host = headers.find(([name]) => name === "host")?.[1] ?? "";
      const origin = `${outgoing.protocol}//${host}`;
      collector.add({
        request: { method: outgoing.method, url: origin + outgoing.path, headers, body: requestBody.finish() },
        response: {
          status: incoming.statusCode ?? 0,
          headers: toHeaderFields(incoming.rawHeaders),
          body: responseBody.finish(),
        },
        origin: createCapturedOrigin(origin, collector.exchanges.length),
      });
    });
    // Node discards a response without listeners. The listener above disables that, so resume the stream here.
    if (outgoing.listenerCount("response") === 1) incoming.resume();
  });
}
