import { EXCHANGE_PART_POINTERS } from "../exchange/index.js";
import { captureWrites, toBody } from "./capture-body.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** What is used of an `IncomingMessage` of node:http. */
export type ServerRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  /** By which the connection hands on what has come, whoever reads it when. */
  push: (...given: never[]) => boolean;
};

/** What is used of a `ServerResponse` of node:http. */
export type ServerResponse = {
  readonly statusCode: number;
  readonly getHeaders: () => Readonly<Record<string, number | string | readonly string[] | undefined>>;
  write: (...given: never[]) => boolean;
  end: (...given: never[]) => unknown;
};

/**
 * Middleware of node:http, Express and their kin, that judges what the server answers: put it before all else. What passes is
 * not changed.
 *
 * @param origin the address that clients know, such as `http://127.0.0.1:8080`
 */
export function createServerMiddleware(
  origin: string,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & {
  readonly middleware: (request: ServerRequest, response: ServerResponse, next: () => void) => void;
} {
  const witness = createExchangeCollector(options);
  const middleware = (request: ServerRequest, response: ServerResponse, next: () => void): void => {
    const sent: Uint8Array[] = [];
    const answered: Uint8Array[] = [];
    const { push } = request;
    request.push = (...given: never[]) => {
      const [chunk]: readonly unknown[] = given;
      if (chunk instanceof Uint8Array) sent.push(Uint8Array.from(chunk));
      return push.apply(request, given);
    };
    captureWrites(response, answered, () => {
      const pairs = (raw: readonly string[]): [string, string][] =>
        raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
      const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
        [value ?? []].flat().map((it): [string, string] => [name, String(it)]),
      );
      witness.add({
        request: {
          method: request.method ?? "GET",
          url: origin + (request.url ?? "/"),
          headers: pairs(request.rawHeaders),
          body: toBody(sent),
        },
        response: { status: response.statusCode, headers, body: toBody(answered) },
        origin: { source: origin, index: witness.exchanges.length, pointer: "", parts: EXCHANGE_PART_POINTERS },
      });
    });
    next();
  };
  return { ...witness, middleware };
}
