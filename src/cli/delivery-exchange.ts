import { type Body, bodyText, type Exchange, type Header, ownParts } from "../exchange/index.js";
import type { Delivery } from "./receive.js";

export type DeliveryPlace = {
  /** The file that it is written to. */
  readonly source: string;
  readonly index: number;
  /** Why its signature is wrong; undefined when it is right. */
  readonly why: string | undefined;
};

/** The delivery of an event, and what was answered to it. */
export function deliveryExchange(delivery: Delivery, { source, index, why }: DeliveryPlace): Exchange {
  const { request, payload, status, startedAt } = delivery;
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0);
  const headers = names.map((name, at): Header => [name, request.rawHeaders[2 * at + 1] ?? ""]);
  const host = request.headers.host ?? "listener.invalid";
  const url = `http://${host}${request.url ?? "/"}`;
  return {
    request: {
      method: request.method ?? "",
      url: URL.canParse(url) ? url : "http://listener.invalid/",
      headers,
      body: bodyOf(payload),
    },
    response: { status, headers: [["Content-Length", "0"]], body: { kind: "none" } },
    origin: {
      source,
      index,
      pointer: `/${index}`,
      startedAt: new Date(startedAt).toISOString(),
      parts: ownParts,
    },
    webhook: why === undefined ? {} : { wrongSignature: why },
  };
}

/** As text where that says the same bytes. */
function bodyOf(payload: Uint8Array): Body {
  if (payload.length === 0) return { kind: "none" };
  const text = bodyText({ kind: "bytes", bytes: payload });
  const isSame = text.kind === "text" && Buffer.byteLength(text.text) === payload.length;
  return isSame ? text : { kind: "bytes", bytes: payload };
}
