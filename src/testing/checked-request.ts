import { EXCHANGE_PART_POINTERS, type HeaderField } from "../exchange/index.js";
import { captureWrites, toBody } from "./capture-body.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** What is used of a `ClientRequest` of node:http. */
type ClientRequestLike = {
  readonly method: string;
  readonly protocol: string;
  readonly path: string;
  readonly getHeaders: () => Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly listenerCount: (event: string) => number;
  readonly prependListener: (event: string, listener: (incoming: IncomingLike) => void) => unknown;
  write: (...given: never[]) => boolean;
  end: (...given: never[]) => unknown;
};

type IncomingLike = {
  readonly statusCode?: number | undefined;
  readonly rawHeaders: readonly string[];
  readonly resume: () => unknown;
  push: (...given: never[]) => boolean;
};

/**
 * `request` of node:http or node:https, that remembers every exchange: for clients that can be given one, or a transport with
 * one. What passes is not changed.
 *
 * @example
 * const judged = createCheckedRequest(http.request, { servers });
 */
export function createCheckedRequest<Requesting extends (...given: never[]) => unknown>(
  request: Requesting,
  options: ExchangeCollectorOptions = {},
): ExchangeCollector & { readonly request: Requesting } {
  const witness = createExchangeCollector(options);
  const judged = (...given: never[]): unknown => {
    // Whatever its overloads take, this is what all of them give.
    const outgoing = request(...given) as ClientRequestLike;
    captureExchange(outgoing, witness);
    return outgoing;
  };
  return { ...witness, request: judged as Requesting };
}

function captureExchange(outgoing: ClientRequestLike, witness: ExchangeCollector): void {
  const sent: Uint8Array[] = [];
  captureWrites(outgoing, sent, () => undefined);
  outgoing.prependListener("response", (incoming) => {
    const answered: Uint8Array[] = [];
    const { push } = incoming;
    incoming.push = (...given: never[]) => {
      const [chunk]: readonly unknown[] = given;
      if (chunk instanceof Uint8Array) answered.push(Uint8Array.from(chunk));
      if (chunk === null) add();
      return push.apply(incoming, given);
    };
    const add = (): void => {
      const headers = headersOf(outgoing);
      const host = headers.find(([name]) => name === "host")?.[1] ?? "";
      const origin = `${outgoing.protocol}//${host}`;
      witness.add({
        request: { method: outgoing.method, url: origin + outgoing.path, headers, body: toBody(sent) },
        response: {
          status: incoming.statusCode ?? 0,
          headers: toHeaderPairs(incoming.rawHeaders),
          body: toBody(answered),
        },
        origin: { source: origin, index: witness.exchanges.length, pointer: "", parts: EXCHANGE_PART_POINTERS },
      });
    };
    // Node throws an answer away that nobody listens to; with this listener somebody would.
    if (outgoing.listenerCount("response") === 1) incoming.resume();
  });
}

function headersOf(outgoing: ClientRequestLike): HeaderField[] {
  return Object.entries(outgoing.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((it): HeaderField => [name, String(it)]),
  );
}

function toHeaderPairs(raw: readonly string[]): HeaderField[] {
  return raw.flatMap((name, index): HeaderField[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}
