import { toPrintable } from "../../check/index.js";
import {
  createCapturedOrigin,
  decodeBodyText,
  type Exchange,
  type RecordedBody,
  toHeaderFields,
} from "../../recording/index.js";
import { explainSignature } from "../../webhooks/index.js";
import type { ReceivedDelivery } from "./delivery-receiver.js";

type DeliverySource = {
  /** The file that the delivery is written to. */
  readonly source: string;
  readonly index: number;
  /** Why the signature is invalid; undefined if it is valid. */
  readonly signatureError: string | undefined;
};

/** Builds the exchange of a delivery and the response to it. */
export function createDeliveryExchange(
  delivery: ReceivedDelivery,
  { source, index, signatureError }: DeliverySource,
): Exchange {
  const { request, payload, status, startedAt } = delivery;
  const host = request.headers.host ?? "listener.invalid";
  const url = `http://${host}${request.url ?? "/"}`;
  return {
    request: {
      method: request.method ?? "",
      url: URL.canParse(url) ? url : "http://listener.invalid/",
      headers: toHeaderFields(request.rawHeaders),
      body: createDeliveryBody(payload),
    },
    response: { status, headers: [["Content-Length", "0"]], body: { kind: "none" } },
    origin: {
      ...createCapturedOrigin(source, index),
      pointer: `/${index}`,
      startedAt: new Date(startedAt).toISOString(),
    },
    webhook: signatureError === undefined ? { isVerified: true } : { wrongSignature: signatureError },
  };
}

/** As text if that encodes to the same bytes. */
function createDeliveryBody(payload: Uint8Array): RecordedBody {
  if (payload.length === 0) return { kind: "none" };
  const text = decodeBodyText({ kind: "bytes", bytes: payload });
  const isSame = text.kind === "text" && Buffer.byteLength(text.text) === payload.length;
  return isSame ? text : { kind: "bytes", bytes: payload };
}

export async function explainWrongSignature(
  { payload, signature }: ReceivedDelivery,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return toPrintable(causes.join("; "));
}
