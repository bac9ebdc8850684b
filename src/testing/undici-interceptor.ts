import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../exchange/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

type UndiciHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is used of undici's options of a request. */
export type DispatchOptions = {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: unknown;
};

/** What is used of undici's handlers. */
export type DispatchHandler = {
  onRequestStart?(controller: never, context: unknown): void;
  onRequestUpgrade?(controller: never, status: number, headers: never, socket: never): void;
  onResponseStart?(controller: never, status: number, headers: UndiciHeaders, message?: string): void;
  onResponseData?(controller: never, chunk: Uint8Array): void;
  onResponseEnd?(controller: never, trailers: never): void;
  onResponseError?(controller: never, error: Error): void;
};

/** Undici's own types are its own: whatever dispatches is given back as what it was. */
export type Interceptor = <Dispatching extends (...given: never[]) => unknown>(dispatch: Dispatching) => Dispatching;

type Dispatch = (options: DispatchOptions, handler: DispatchHandler) => boolean;

/**
 * An interceptor of undici: `new Agent().compose(judged.interceptor)`. What passes is not changed. A body that is sent as a
 * stream or a form is not seen; an exchange with one is judged in part.
 */
export function createCheckedInterceptor(
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly interceptor: Interceptor } {
  const witness = createExchangeCollector(options);
  const interceptor =
    (dispatch: Dispatch): Dispatch =>
    (sent, handler) =>
      dispatch(sent, createCapturingHandler(sent, handler, witness));
  return { ...witness, interceptor: interceptor as unknown as Interceptor };
}

function createCapturingHandler(
  sent: DispatchOptions,
  handler: DispatchHandler,
  witness: ExchangeCollector,
): DispatchHandler {
  const origin = String(sent.origin ?? "");
  const chunks: Uint8Array[] = [];
  let answer: { readonly status: number; readonly headers: readonly HeaderField[] } | undefined;
  return {
    onRequestStart: (...given) => handler.onRequestStart?.(...given),
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (controller, status, headers, message) => {
      answer = { status, headers: headersOf(headers) };
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => {
      // The buffer may be used again.
      chunks.push(Uint8Array.from(chunk));
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => {
      if (answer !== undefined) {
        witness.add({
          request: {
            method: sent.method,
            url: origin.replace(/\/$/, "") + sent.path,
            headers: headersOf(sent.headers),
            body: readSentBody(sent.body),
          },
          response: { ...answer, body: toRecordedBody(Buffer.concat(chunks)) },
          origin: { source: origin, index: witness.exchanges.length, pointer: "", parts: EXCHANGE_PART_POINTERS },
        });
      }
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}

/** From any of the forms that undici takes: pairs, one list of names and values, or an object. */
function headersOf(headers: unknown): readonly HeaderField[] {
  if (headers === undefined || headers === null) return [];
  const isIterable = Symbol.iterator in Object(headers);
  const entries: unknown[] = isIterable ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  const pairs = entries.every((it) => Array.isArray(it))
    ? entries
    : entries.flatMap((name, index) => (index % 2 === 0 ? [[name, entries[index + 1]]] : []));
  return pairs.flatMap(([name, value]) => [value ?? []].flat().map((it): HeaderField => [String(name), String(it)]));
}

function readSentBody(body: unknown): Exchange["request"]["body"] {
  if (body === undefined || body === null || body === "") return { kind: "none" };
  if (typeof body === "string") return { kind: "text", text: body };
  if (body instanceof Uint8Array) return toRecordedBody(body);
  return { kind: "missing", reason: "the body was sent as a stream or a form" };
}

function toRecordedBody(bytes: Uint8Array): Exchange["request"]["body"] {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}
