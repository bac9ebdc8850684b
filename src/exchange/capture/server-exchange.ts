import type { Exchange } from "../exchange.js";
import { EXCHANGE_PART_POINTERS } from "../exchange-part-pointers.js";
import { type BodyCollector, captureWrites, createBodyCollector } from "./capture-body.js";

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

/** An exchange whose place in its source is not known yet. */
export type CapturedExchange = Pick<Exchange, "request" | "response">;

/**
 * Captures the exchange of a server. The request and the response are not modified.
 *
 * @param origin the origin that clients use, such as `http://127.0.0.1:8080`
 * @param maxBody bytes; longer bodies are recorded as missing
 */
export function captureServerExchange(
  { request, response }: { readonly request: ServerRequest; readonly response: ServerResponse },
  { origin, maxBody = Number.POSITIVE_INFINITY }: { readonly origin: string; readonly maxBody?: number },
  onExchange: (exchange: CapturedExchange) => void,
): void {
  const requestBody = createBodyCollector(maxBody);
  const responseBody = createBodyCollector(maxBody);
  capturePushes(request, requestBody);
  captureWrites(response, responseBody, () => {
    const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      [value ?? []].flat().map((it): [string, string] => [name, String(it)]),
    );
    onExchange({
      request: {
        method: request.method ?? "GET",
        url: origin + (request.url ?? "/"),
        headers: pairHeaders(request.rawHeaders),
        body: requestBody.finish(),
      },
      response: { status: response.statusCode, headers, body: responseBody.finish() },
    });
  });
}

/** The place of the exchange with this index in a source. */
export function createCapturedOrigin(source: string, index: number): Exchange["origin"] {
  return { source, index, pointer: "", parts: EXCHANGE_PART_POINTERS };
}

function capturePushes(request: ServerRequest, body: BodyCollector): void {
  const { push } = request;
  request.push = (...args: never[]) => {
    const [chunk]: readonly unknown[] = args;
    if (chunk instanceof Uint8Array) body.add(Uint8Array.from(chunk));
    return push.apply(request, args);
  };
}

function pairHeaders(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
}
