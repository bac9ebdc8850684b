import { createServer, type IncomingMessage } from "node:http";
import { toPrintable } from "../../check/index.js";
import type { WebhookListenerFactory } from "../../probe/index.js";
import {
  createCapturedOrigin,
  decodeBodyText,
  type Exchange,
  type RecordedBody,
  toHeaderFields,
} from "../../recording/index.js";
import { explainSignature, verify } from "../../webhooks/index.js";
import { SIGNATURE_HEADER } from "../../webhooks/signature-header.js";
import { getErrorMessage } from "../process/io.js";
import { listenOn } from "../process/listen-on.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";

export type ReceivedDelivery = {
  readonly request: IncomingMessage;
  readonly payload: Uint8Array;
  readonly signature: string;
  /** Whether a webhook of the spec uses its method. */
  readonly isEvent: boolean;
  readonly hasValidSignature: boolean;
  readonly status: number;
  readonly startedAt: number;
};

export type DeliveryReceiverOptions = {
  readonly secret: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** The methods of webhooks; others get status 405. If empty, all methods are accepted. */
  readonly methods?: ReadonlySet<string>;
  /** The number of valid deliveries that it refuses with 503 at first. */
  readonly refusals?: number;
};

/** Starts a server that responds to each delivery first and then processes deliveries one at a time, in the same order. */
export async function startDeliveryReceiver(
  { secret, port, host, methods = new Set(), refusals = 0 }: DeliveryReceiverOptions,
  onDelivery: (delivery: ReceivedDelivery) => Promise<void>,
  onError: (message: string) => void,
) {
  const pending = new Set<Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  let refusalsLeft = refusals;
  const enqueue = (delivery: ReceivedDelivery): Promise<void> => {
    const turn = last.then(() => onDelivery(delivery));
    last = turn.catch(() => undefined);
    return turn;
  };
  const getStatus = (isEvent: boolean, hasValidSignature: boolean): number => {
    if (!isEvent) return 405;
    if (!hasValidSignature) return 401;
    refusalsLeft -= 1;
    return refusalsLeft >= 0 ? 503 : 200;
  };
  const server = createServer((request, response) => {
    const startedAt = SYSTEM_CLOCK.now();
    const done = readPayload(request)
      .then(async (payload) => {
        const signature = String(request.headers[SIGNATURE_HEADER] ?? "");
        const isEvent = methods.size === 0 || methods.has(request.method ?? "");
        const hasValidSignature = isEvent && (await verify(payload, signature, secret));
        const status = getStatus(isEvent, hasValidSignature);
        const allow = isEvent ? {} : { Allow: [...methods].join(", ") };
        response.writeHead(status, { "Content-Length": 0, ...allow }).end();
        await enqueue({ request, payload, signature, isEvent, hasValidSignature, status, startedAt });
      })
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(400, { Connection: "close", "Content-Length": 0 }).end();
        onError(`cannot process a delivery: ${getErrorMessage(error)}`);
      })
      .finally(() => pending.delete(done));
    pending.add(done);
  });
  return {
    url: await listenOn(server, host, port),
    end: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await Promise.all(pending);
    },
  };
}

async function readPayload(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_PAYLOAD_BYTES) throw new RangeError("the payload is larger than 1 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** More than the service sends for any event. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

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

/**
 * Creates a local webhook receiver for a local service. Returns undefined for a remote service, which could not reach it.
 *
 * @param source The name of the service in reports.
 */
export function createWebhookListener(baseUrl: string, source: string): WebhookListenerFactory | undefined {
  const { hostname } = new URL(baseUrl);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  return async (secret, refusals) => {
    const deliveries: Exchange[] = [];
    const receiver = await startDeliveryReceiver(
      { secret: [secret], port: 0, host: "127.0.0.1", refusals },
      async (delivery) => {
        const signatureError = delivery.hasValidSignature ? undefined : await explainWrongSignature(delivery, [secret]);
        deliveries.push(createDeliveryExchange(delivery, { source, index: 0, signatureError }));
      },
      // A delivery that cannot be processed counts as not delivered.
      () => {},
    );
    return { url: `${receiver.url}/events`, getDeliveries: () => deliveries, close: receiver.end };
  };
}
