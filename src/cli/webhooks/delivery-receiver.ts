import { createServer, type IncomingMessage } from "node:http";
import { type Contract, toPrintable } from "../../check/index.js";
import type { WebhookListenerFactory } from "../../probe/index.js";
import { createCapturedOrigin, type Exchange, toHeaderFields, toRecordedBody } from "../../recording/index.js";
import { createSignature, findSignatureHeader, isKnownSignature } from "../../resources/index.js";
import { explainSignature, verify } from "../../webhooks/index.js";
import { SIGNATURE_HEADER } from "../../webhooks/signature.js";
import { getErrorMessage, UsageError } from "../process/io.js";
import { closeServer, listenOn } from "../process/listen-on.js";
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

/** How deliveries are signed. Without a header they are not, and each one is valid. */
export type DeliverySigning = {
  readonly header?: string;
  readonly verify: (payload: Uint8Array, signature: string) => boolean | Promise<boolean>;
  /** Explains why a signature is invalid. */
  readonly explain: (payload: Uint8Array, signature: string) => string | Promise<string>;
};

export type DeliveryReceiverOptions = {
  readonly signing: DeliverySigning;
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
  { signing, port, host, methods = new Set(), refusals = 0 }: DeliveryReceiverOptions,
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
        const signature = String(request.headers[signing.header ?? ""] ?? "");
        const isEvent = methods.size === 0 || methods.has(request.method ?? "");
        const hasValidSignature = isEvent && (await signing.verify(payload, signature));
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
      await closeServer(server);
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
  readonly isSigned?: boolean;
};

/** Builds the exchange of a delivery and the response to it. */
export function createDeliveryExchange(
  delivery: ReceivedDelivery,
  { source, index, signatureError, isSigned = true }: DeliverySource,
): Exchange {
  const { request, payload, status, startedAt } = delivery;
  const host = request.headers.host ?? "listener.invalid";
  const url = `http://${host}${request.url ?? "/"}`;
  return {
    request: {
      method: request.method ?? "",
      url: URL.canParse(url) ? url : "http://listener.invalid/",
      headers: toHeaderFields(request.rawHeaders),
      body: toRecordedBody(payload),
    },
    response: { status, headers: [["Content-Length", "0"]], body: { kind: "none" } },
    origin: {
      ...createCapturedOrigin(source, index),
      pointer: `/${index}`,
      startedAt: new Date(startedAt).toISOString(),
    },
    webhook: signatureError === undefined ? { isVerified: isSigned } : { wrongSignature: signatureError },
  };
}

/** The signature that the spec states for its webhooks, or that of the built-in service. */
export function chooseSigning({ document, operations }: Contract, secrets: readonly string[]): DeliverySigning {
  const webhooks = operations.filter(({ kind }) => kind === "webhook");
  const [stated] = webhooks.flatMap((it) => findSignatureHeader(document, it) ?? []);
  if (secrets.length === 0) {
    if (stated === undefined) return { verify: () => true, explain: () => "" };
    throw new UsageError(
      `give --secret: the spec states that deliveries are signed in the header ${stated.header.name}`,
    );
  }
  if (stated?.header.name.toLowerCase() === SIGNATURE_HEADER || stated === undefined)
    return createBuiltInSigning(secrets);
  const { header, facts } = stated;
  if (!isKnownSignature(facts))
    throw new UsageError(`deliveries cannot be verified: ${header.name} is signed with ${facts.algorithm}`);
  const verify = (payload: Uint8Array, signature: string): boolean =>
    secrets.some((secret) => createSignature(facts, payload, secret) === signature);
  const expected = `expected in ${header.name} the ${facts.algorithm} of the payload with a secret of --secret`;
  return { header: header.name.toLowerCase(), verify, explain: () => expected };
}

/** The signature of the built-in service. */
export function createBuiltInSigning(secrets: readonly string[]): DeliverySigning {
  const [secret = "", ...otherSecrets] = secrets;
  return {
    header: SIGNATURE_HEADER,
    verify: (payload, signature) => verify(payload, signature, secrets),
    explain: async (payload, signature) => {
      const explained = await explainSignature({ payload, signature, secret, otherSecrets });
      const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
      return toPrintable(causes.join("; "));
    },
  };
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
    const signing = createBuiltInSigning([secret]);
    const receiver = await startDeliveryReceiver(
      { signing, port: 0, host: "127.0.0.1", refusals },
      async (delivery) => {
        const { hasValidSignature, payload, signature } = delivery;
        const signatureError = hasValidSignature ? undefined : await signing.explain(payload, signature);
        deliveries.push(createDeliveryExchange(delivery, { source, index: 0, signatureError }));
      },
      // A delivery that cannot be processed counts as not delivered.
      () => {},
    );
    return { url: `${receiver.url}/events`, getDeliveries: () => deliveries, close: receiver.end };
  };
}
