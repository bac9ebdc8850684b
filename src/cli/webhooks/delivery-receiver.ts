import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { REAL_CLOCK } from "../../sandbox/real-clock.js";
import { verify } from "../../webhooks/index.js";
import { UsageError } from "../process/usage-error.js";

export type ReceivedDelivery = {
  readonly request: IncomingMessage;
  readonly payload: Uint8Array;
  readonly signature: string;
  /** Whether it came by a method by which events come. */
  readonly isEvent: boolean;
  readonly hasValidSignature: boolean;
  readonly status: number;
  readonly startedAt: number;
};

export type DeliveryReceiverOptions = {
  readonly secret: readonly string[];
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
  /** By which events come; what comes by another is answered 405. Without any, all are taken. */
  readonly methods?: ReadonlySet<string>;
};

/** Answers each delivery before anything else is done about it; they are taken one after the other, in the order of answers. */
export async function startDeliveryReceiver(
  { secret, port, host, methods = new Set() }: DeliveryReceiverOptions,
  take: (delivery: ReceivedDelivery) => Promise<void>,
  troubled: (trouble: string) => void,
) {
  const underWay = new Set<Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  const inTurn = (delivery: ReceivedDelivery): Promise<void> => {
    const turn = last.then(() => take(delivery));
    last = turn.catch(() => undefined);
    return turn;
  };
  const server = createServer((request, response) => {
    const startedAt = REAL_CLOCK.now();
    const done = readPayload(request)
      .then(async (payload) => {
        const signature = String(request.headers[SIGNATURE_HEADER] ?? "");
        const isEvent = methods.size === 0 || methods.has(request.method ?? "");
        const hasValidSignature = isEvent && (await verify(payload, signature, secret));
        const status = isEvent ? (hasValidSignature ? 200 : 401) : 405;
        const allow = isEvent ? {} : { Allow: [...methods].join(", ") };
        response.writeHead(status, { "Content-Length": 0, ...allow }).end();
        await inTurn({ request, payload, signature, isEvent, hasValidSignature, status, startedAt });
      })
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(400, { Connection: "close", "Content-Length": 0 }).end();
        troubled(`a delivery could not be taken: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  });
  await new Promise<void>((ready, failed) => {
    server.once("error", (error) =>
      failed(
        new UsageError(`cannot listen on ${host}, port ${port}: ${error.message}; choose another with --port`, {
          cause: error,
        }),
      ),
    );
    server.listen(port, host, ready);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    end: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await Promise.all(underWay);
    },
  };
}

async function readPayload(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_PAYLOAD_BYTES) throw new RangeError("the payload is larger than any event");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Longer payloads than the service writes are nobody's event. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

const SIGNATURE_HEADER = "service-webhook-signature";
