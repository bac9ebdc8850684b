import {
  createCapturedOrigin,
  type Exchange,
  type HeaderField,
  toHeaderFields,
  toRecordedBody,
} from "../recording/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

type UndiciHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The members of undici's request options that are used here. */
export type DispatchOptions = {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: unknown;
};

/** The members of undici's handlers that are used here. */
export type DispatchHandler = {
  onRequestStart?(controller: never, context: unknown): void;
  onRequestUpgrade?(controller: never, status: number, headers: never, socket: never): void;
  onResponseStart?(controller: never, status: number, headers: UndiciHeaders, message?: string): void;
  onResponseData?(controller: never, chunk: Uint8Array): void;
  onResponseEnd?(controller: never, trailers: never): void;
  onResponseError?(controller: never, error: Error): void;
};

/** Generic, so that undici's types are no dependency: it returns the type of dispatch function that it receives. */
export type Interceptor = <DispatchFunction extends (...args: never[]) => unknown>(
  dispatch: DispatchFunction,
) => DispatchFunction;

type Dispatch = (options: DispatchOptions, handler: DispatchHandler) => boolean;

/**
 * Creates an undici interceptor: `new Agent().compose(checked.interceptor)`. Requests and responses are not modified. Request
 * bodies sent as a stream or a form are not recorded; such an exchange is partially checked.
 */
export function createCheckedInterceptor(
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly interceptor: Interceptor } {
  const collector = createExchangeCollector(options);
  const interceptor =
    (dispatch: Dispatch): Dispatch =>
    (sent, handler) =>
      dispatch(sent, createCapturingHandler(sent, handler, collector));
  return { ...collector, interceptor: interceptor as unknown as Interceptor };
}

function createCapturingHandler(
  sent: DispatchOptions,
  handler: DispatchHandler,
  collector: ExchangeCollector,
): DispatchHandler {
  const origin = String(sent.origin ?? "");
  const chunks: Uint8Array[] = [];
  let response: { readonly status: number; readonly headers: readonly HeaderField[] } | undefined;
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (controller, status, headers, message) => {
      response = { status, headers: toHeaderFields(headers) };
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => {
      // undici may reuse the buffer.
      chunks.push(Uint8Array.from(chunk));
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => {
      if (response !== undefined) {
        collector.add({
          request: {
            method: sent.method,
            url: origin.replace(/\/$/, "") + sent.path,
            headers: toHeaderFields(sent.headers),
            body: readSentBody(sent.body),
          },
          response: { ...response, body: toRecordedBody(Buffer.concat(chunks)) },
          origin: createCapturedOrigin(origin, collector.exchanges.length),
        });
      }
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

function readSentBody(body: unknown): Exchange["request"]["body"] {
  if (body === undefined || body === null || body === "") return { kind: "none" };
  if (typeof body === "string") return { kind: "text", text: body };
  if (body instanceof Uint8Array) return toRecordedBody(body);
  return { kind: "missing", reason: "the body was sent as a stream or a form" };
}
