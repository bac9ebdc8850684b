import { type IncomingMessage, request } from "node:http";
import { connect as connectPlain, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { sign } from "../../webhooks/index.js";
import { type DeliveryProfile, isAddress, isLoopback, refusedAddress } from "./addresses.js";
import { answerExcerpt } from "./answer-excerpt.js";
import { checkDeliveryUrl, hostOf, portOf } from "./delivery-url.js";
import { type NamedAddress, systemAddresses } from "./lookup.js";
import { ACKNOWLEDGE_WITHIN, answered, type Outcome, retryAfter, unanswered } from "./outcome.js";
import { startLimit } from "./start-limit.js";

/** What is sent, and where to. */
export type Sending = {
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
  readonly resolve?: (host: string) => Promise<readonly NamedAddress[]>;
  /** Certificates that are trusted in place of the system's, in PEM. */
  readonly trusted?: string;
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
export async function send(sending: Sending, options: SendOptions): Promise<Outcome> {
  const refusal = checkDeliveryUrl(sending.url, options.profile);
  if (refusal !== undefined) return unanswered(`the delivery URL is refused: ${refusal}`);
  const url = new URL(sending.url);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(new Refusal("the sandbox was stopped before an answer came"));
  if (sending.signal.aborted) onAbort();
  sending.signal.addEventListener("abort", onAbort);
  const { connect, acknowledge } = options.limits ?? LIMITS;
  let inTime = startLimit(connect, (within) => stop.abort(new Refusal(`no connection within ${within}`)));
  try {
    const signature = await sign(sending.payload, sending.secret);
    const socket = await connected(url, options, stop.signal);
    inTime();
    inTime = startLimit(acknowledge, (within) => stop.abort(new Refusal(`no answer within ${within}`)));
    return await exchange(socket, { url, sending, signature, options, signal: stop.signal });
  } catch (problem) {
    return unanswered(reasonOf(problem));
  } finally {
    inTime();
    sending.signal.removeEventListener("abort", onAbort);
  }
}

/** A reason why nothing was sent or received, said by us. */
class Refusal extends Error {
  override readonly name = "Refusal";
}

async function connected(url: URL, options: SendOptions, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const addresses = await unlessAborted(checkedAddresses(host, options), signal);
  const pinned: LookupFunction = (_, { all }, done) => {
    const [first = { address: "", family: 4 }] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  const target = { host, port: portOf(url), lookup: pinned, autoSelectFamily: true };
  const isTls = url.protocol === "https:";
  const socket = isTls
    ? connectTls({
        ...target,
        ...(isAddress(host) ? {} : { servername: host }),
        ALPNProtocols: ["http/1.1"],
        rejectUnauthorized: !options.profile.insecureTls,
        ...(options.trusted === undefined ? {} : { ca: options.trusted }),
      })
    : connectPlain(target);
  const ready = new Promise<Socket>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Refusal("the connection was closed before the request was sent")));
    socket.once(isTls ? "secureConnect" : "connect", () => resolve(socket));
  });
  try {
    await unlessAborted(ready, signal);
    const wrong = wrongRemote(socket, options.profile);
    if (wrong !== undefined) throw new Refusal(wrong);
    return socket;
  } catch (problem) {
    socket.on("error", () => undefined);
    socket.destroy();
    throw problem;
  }
}

async function checkedAddresses(host: string, options: SendOptions): Promise<readonly NamedAddress[]> {
  if (isAddress(host)) return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  const addresses = await (options.resolve ?? systemAddresses)(host);
  if (addresses.length === 0) throw new Refusal("the host of the delivery URL has no address");
  for (const { address } of addresses) {
    const refusal = refusedAddress(address, options.profile);
    if (refusal !== undefined) throw new Refusal(`the delivery URL is refused: its host stands for ${refusal}`);
  }
  return addresses;
}

/** What is wrong with where a socket has ended up, whatever brought it there. */
function wrongRemote({ remoteAddress = "", remotePort }: Socket, profile: DeliveryProfile): string | undefined {
  const refusal = refusedAddress(remoteAddress, profile);
  if (refusal !== undefined) return `the delivery URL is refused: it leads to ${refusal}`;
  const ownPorts = profile.own().map((address) => portOf(new URL(address)));
  const isOwn = isLoopback(remoteAddress) && remotePort !== undefined && ownPorts.includes(remotePort);
  return isOwn ? "the delivery URL is refused: it leads to the sandbox itself" : undefined;
}

type Ongoing = {
  readonly url: URL;
  readonly sending: Sending;
  readonly signature: string;
  readonly options: SendOptions;
  readonly signal: AbortSignal;
};

async function exchange(socket: Socket, { url, sending, signature, options, signal }: Ongoing): Promise<Outcome> {
  const { payload, secret } = sending;
  const sent = request({
    method: "POST",
    host: hostOf(url),
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
    maxHeaderSize: MAX_HEADER,
    createConnection: () => socket,
  });
  try {
    const head = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve);
      sent.on("error", reject);
      sent.on("upgrade", () => reject(new Refusal("answered 101; only 200 acknowledges")));
      sent.on("close", () => reject(new Refusal("the connection was closed without an answer")));
    });
    sent.end(payload);
    const response = await unlessAborted(head, signal);
    const bytes = await beginning(response, signal);
    const excerpt = answerExcerpt(bytes, response.headers["content-encoding"], secret);
    const status = response.statusCode ?? 0;
    return answered(status, excerpt, retryAfter(status, response.headers["retry-after"], options.realNow()));
  } finally {
    sent.on("error", () => undefined);
    sent.destroy();
    socket.destroy();
  }
}

/** The first bytes of a body, or those that came until it broke off or the time was over. */
async function beginning(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of response) {
      // A response without an encoding gives buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= MAX_BODY) return;
    }
  };
  await unlessAborted(read(), signal).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, MAX_BODY);
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function reasonOf(problem: unknown): string {
  if (problem instanceof Refusal) return problem.message;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  const known = REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ERR_SSL/.test(code)) return `the certificate does not verify (${code})`;
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? `sending failed (${code})` : "sending failed";
}

const REASONS: Readonly<Record<string, string>> = {
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
const LIMITS: SendLimits = { connect: 1500, acknowledge: ACKNOWLEDGE_WITHIN };

const MAX_HEADER = 16 * 1024;
const MAX_BODY = 16 * 1024;
