import type { Body, Exchange, Header } from "../exchange/index.js";
import { harParts } from "../exchange/index.js";
import type { KeptBody } from "./kept-body.js";

/** An exchange on its way: what has passed by of it so far. */
export type Draft = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly method: string;
  readonly target: string;
  readonly request: Half;
  readonly asksForUpgrade: boolean;
  status: number;
  response: Half | undefined;
};

export type Half = { readonly headers: readonly Header[]; readonly body: KeptBody; isWhole: boolean };

export type Place = {
  /** Where the target stands, without a slash at its end. */
  readonly origin: string;
  /** The recording that the exchange will stand in, and its number there. */
  readonly source: string;
  readonly index: number;
};

/** @param incomplete why it ended before it was whole */
export function exchangeOf(draft: Draft, { origin, source, index }: Place, incomplete: string | undefined): Exchange {
  const { request, response } = draft;
  return {
    request: {
      method: draft.method,
      url: `${origin}${draft.target.startsWith("/") ? "" : "/"}${draft.target}`,
      headers: request.headers,
      body: bodyOf(request, "the answer came before all of the body was sent"),
    },
    response: {
      status: response === undefined ? 0 : draft.status,
      headers: response?.headers ?? [],
      body: response === undefined ? { kind: "none" } : bodyOf(response, "the answer was broken off"),
    },
    origin: {
      source,
      index,
      pointer: `/log/entries/${index}`,
      startedAt: new Date(draft.startedAt).toISOString(),
      parts: harParts,
    },
    // The words of the reader of such a recording.
    ...(incomplete === undefined ? {} : { incomplete: `the recorder noted a failure: ${incomplete}` }),
  };
}

export function sizeOf({ request, response, target }: Draft): number {
  const heads = [...request.headers, ...(response?.headers ?? [])];
  const text = heads.reduce((sum, [name, value]) => sum + name.length + value.length + 50, target.length + 500);
  return text + request.body.size + (response?.body.size ?? 0);
}

function bodyOf({ headers, body, isWhole }: Half, whyCut: string): Body {
  return isWhole ? body.body(headers) : { kind: "missing", reason: whyCut };
}
