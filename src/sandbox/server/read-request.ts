import type { IncomingMessage } from "node:http";

/** A request as received. */
export type ReceivedRequest = {
  /** As sent, in upper case. */
  readonly method: string;
  /** The request target (path and query) exactly as sent. */
  readonly target: string;
  /** In the order and case as sent, including repeated headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The address that received it; undefined when one address serves everything. */
  readonly address?: ServiceAddress;
};

export type ServiceAddress = "service" | "billing";

export type ReadRequestResult =
  | { readonly kind: "request"; readonly request: ReceivedRequest }
  /** The body is larger than `limit`; the rest of it was not read. */
  | { readonly kind: "too large"; readonly request: ReceivedRequest; readonly limit: number }
  /** The client disconnected before its request was complete. */
  | { readonly kind: "aborted" };

/** A request without its body, which has not been read. */
export function readRequestHead(message: IncomingMessage): ReceivedRequest {
  const { rawHeaders: raw } = message;
  return {
    method: message.method ?? "GET",
    target: message.url ?? "/",
    headers: Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""]),
    body: new Uint8Array(),
  };
}

export async function readRequest(message: IncomingMessage, limit: number): Promise<ReadRequestResult> {
  const request = readRequestHead(message);
  if (Number(message.headers["content-length"] ?? 0) > limit) return { kind: "too large", request, limit };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > limit) return { kind: "too large", request, limit };
      chunks.push(chunk);
    }
  } catch {
    return { kind: "aborted" };
  }
  return { kind: "request", request: { ...request, body: Buffer.concat(chunks) } };
}
