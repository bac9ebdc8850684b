import { createServer, type IncomingMessage } from "node:http";
import { verify } from "../../webhooks/index.js";
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
