import { type IncomingMessage, request } from "node:http";
import { connect as connectPlain, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { sign } from "../../webhooks/index.js";
import { checkDeliveryUrl, getHost, getPort } from "../delivery-urls/check-delivery-url.js";
import {
  checkAddress,
  type DeliveryProfile,
  isIpAddress,
  isLoopbackAddress,
} from "../delivery-urls/delivery-profile.js";
import {
  ACKNOWLEDGE_TIMEOUT,
  createFailureOutcome,
  createResponseOutcome,
  type DeliveryOutcome,
  parseRetryAfter,
} from "./delivery-outcome.js";
import { type ResolvedAddress, resolveInProcess } from "./dns-lookup.js";
import { createResponseExcerpt } from "./response-excerpt.js";
import { startTimeLimit } from "./start-time-limit.js";

/** What is sent, and where to. */
export type DeliveryRequest = {
  readonly url: string;
  readonly secret: string;
  /** Signed and sent as they are. */
  readonly payload: Uint8Array;
  /** Ends the sending before its time. */
  readonly signal: AbortSignal;
};

export type SendOptions = {
  readonly profile: DeliveryProfile;
  readonly realNow: () => number;
  /** All addresses of a name; the system's resolver unless a test has its own. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Certificates that are trusted in place of the system's, in PEM. */
  readonly trustedCertificates?: string;
  /** In milliseconds; those of the service unless a test has its own. */
  readonly limits?: SendLimits;
};

/** How long a connection may take, and the acknowledgement from then on. */
export type SendLimits = { readonly connect: number; readonly acknowledge: number };

/**
 * Sends a delivery once and says what came of it; never throws, and never takes longer than its limits together. An answer
 * acknowledges by its status, as soon as its header is there; of its body no more is read than can be shown.
 *
 * A name is resolved once, every address it stands for has to be allowed, and the socket has to be connected to one of
 * them before anything is written.
 */
export async function sendDelivery(sending: DeliveryRequest, options: SendOptions): Promise<DeliveryOutcome> {
  const refusal = checkDeliveryUrl(sending.url, options.profile);
  if (refusal !== undefined) return createFailureOutcome(`the delivery URL is refused: ${refusal}`);
  const url = new URL(sending.url);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(new SendError("the sandbox was stopped before an answer came"));
  if (sending.signal.aborted) onAbort();
  sending.signal.addEventListener("abort", onAbort);
  const { connect, acknowledge } = options.limits ?? DEFAULT_SEND_LIMITS;
  let inTime = startTimeLimit(connect, (within) => stop.abort(new SendError(`no connection within ${within}`)));
  try {
    const signature = await sign(sending.payload, sending.secret);
    const socket = await openSocket(url, options, stop.signal);
    inTime();
    inTime = startTimeLimit(acknowledge, (within) => stop.abort(new SendError(`no answer within ${within}`)));
    return await sendRequest(socket, { url, sending, signature, options, signal: stop.signal });
  } catch (problem) {
    return createFailureOutcome(formatErrorReason(problem));
  } finally {
    inTime();
    sending.signal.removeEventListener("abort", onAbort);
  }
}

/** A reason why nothing was sent or received, said by us. */
class SendError extends Error {
  override readonly name = "SendError";
}

async function openSocket(url: URL, options: SendOptions, signal: AbortSignal): Promise<Socket> {
  const host = getHost(url);
  const addresses = await rejectOnAbort(resolveAllowedAddresses(host, options), signal);
  const pinned: LookupFunction = (_, { all }, done) => {
    const [first = { address: "", family: 4 }] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  const target = { host, port: getPort(url), lookup: pinned, autoSelectFamily: true };
  const isTls = url.protocol === "https:";
  const socket = isTls
    ? connectTls({
        ...target,
        ...(isIpAddress(host) ? {} : { servername: host }),
        ALPNProtocols: ["http/1.1"],
        rejectUnauthorized: !options.profile.insecureTls,
        ...(options.trustedCertificates === undefined ? {} : { ca: options.trustedCertificates }),
      })
    : connectPlain(target);
  const ready = new Promise<Socket>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new SendError("the connection was closed before the request was sent")));
    socket.once(isTls ? "secureConnect" : "connect", () => resolve(socket));
  });
  try {
    await rejectOnAbort(ready, signal);
    const wrong = checkRemoteAddress(socket, options.profile);
    if (wrong !== undefined) throw new SendError(wrong);
    return socket;
  } catch (problem) {
    socket.on("error", () => undefined);
    socket.destroy();
    throw problem;
  }
}

async function resolveAllowedAddresses(host: string, options: SendOptions): Promise<readonly ResolvedAddress[]> {
  if (isIpAddress(host)) return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  const addresses = await (options.resolve ?? resolveInProcess)(host);
  if (addresses.length === 0) throw new SendError("the host of the delivery URL has no address");
  for (const { address } of addresses) {
    const refusal = checkAddress(address, options.profile);
    if (refusal !== undefined) throw new SendError(`the delivery URL is refused: its host stands for ${refusal}`);
  }
  return addresses;
}

/** What is wrong with where a socket has ended up, whatever brought it there. */
function checkRemoteAddress({ remoteAddress = "", remotePort }: Socket, profile: DeliveryProfile): string | undefined {
  const refusal = checkAddress(remoteAddress, profile);
  if (refusal !== undefined) return `the delivery URL is refused: it leads to ${refusal}`;
  const ownPorts = profile.listOwnUrls().map((address) => getPort(new URL(address)));
  const isOwn = isLoopbackAddress(remoteAddress) && remotePort !== undefined && ownPorts.includes(remotePort);
  return isOwn ? "the delivery URL is refused: it leads to the sandbox itself" : undefined;
}

type HttpExchangeOptions = {
  readonly url: URL;
  readonly sending: DeliveryRequest;
  readonly signature: string;
  readonly options: SendOptions;
  readonly signal: AbortSignal;
};

async function sendRequest(
  socket: Socket,
  { url, sending, signature, options, signal }: HttpExchangeOptions,
): Promise<DeliveryOutcome> {
  const { payload, secret } = sending;
  const sent = request({
    method: "POST",
    host: getHost(url),
    path: `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      "User-Agent": "commerce-contract-sandbox",
      "Content-Type": "application/json",
      "Content-Length": payload.length,
      "Accept-Encoding": "identity",
      "Service-Webhook-Signature": signature,
      Connection: "close",
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    createConnection: () => socket,
  });
  try {
    const head = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve);
      sent.on("error", reject);
      sent.on("upgrade", () => reject(new SendError("answered 101; only 200 acknowledges")));
      sent.on("close", () => reject(new SendError("the connection was closed without an answer")));
    });
    sent.end(payload);
    const response = await rejectOnAbort(head, signal);
    const bytes = await readBeginning(response, signal);
    const excerpt = createResponseExcerpt(bytes, response.headers["content-encoding"], secret);
    const status = response.statusCode ?? 0;
    return createResponseOutcome(
      status,
      excerpt,
      parseRetryAfter(status, response.headers["retry-after"], options.realNow()),
    );
  } finally {
    sent.on("error", () => undefined);
    sent.destroy();
    socket.destroy();
  }
}

/** The first bytes of a body, or those that came until it broke off or the time was over. */
async function readBeginning(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of response) {
      // A response without an encoding gives buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= MAX_BODY_BYTES) return;
    }
  };
  await rejectOnAbort(read(), signal).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function formatErrorReason(problem: unknown): string {
  if (problem instanceof SendError) return problem.message;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  const known = ERROR_REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ERR_SSL/.test(code)) return `the certificate does not verify (${code})`;
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? `sending failed (${code})` : "sending failed";
}

const ERROR_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the delivery URL",
  ECONNRESET: "the connection was reset before an answer came",
  EPIPE: "the connection was closed while the request was sent",
  ETIMEDOUT: "no connection in time",
  EHOSTUNREACH: "the host of the delivery URL cannot be reached",
  ENETUNREACH: "the host of the delivery URL cannot be reached",
  ENOTFOUND: "the host of the delivery URL is unknown",
  EAI_AGAIN: "the host of the delivery URL could not be looked up",
  HPE_HEADER_OVERFLOW: "the header of the answer is longer than 16 KiB",
};

/** Together less than a lease lasts. */
const DEFAULT_SEND_LIMITS: SendLimits = { connect: 1500, acknowledge: ACKNOWLEDGE_TIMEOUT };

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 16 * 1024;
