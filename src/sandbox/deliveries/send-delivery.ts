import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { REDACTED, redactJson, redactText, redactWhole } from "../../recording/index.js";
import { sign } from "../../webhooks/index.js";
import {
  checkAddress,
  checkDeliveryUrl,
  type DeliveryProfile,
  getHost,
  getPort,
  isIpAddress,
  isLoopbackAddress,
} from "../delivery-urls/delivery-profile.js";
import { type ResolvedAddress, resolveInProcess } from "./dns-lookup.js";

/** How deliveries of events are signed and acknowledged. */
export type DeliveryStyle = {
  /** Undefined if deliveries are not signed. */
  readonly signatureHeader: string | undefined;
  readonly sign: (payload: Uint8Array, secret: string) => Promise<string>;
  readonly isAcknowledgement: (status: number) => boolean;
  /** The statuses that acknowledge. */
  readonly acknowledging: string;
};

/** That of the built-in service (seed, "Events"). */
export const SERVICE_STYLE: DeliveryStyle = {
  signatureHeader: "Service-Webhook-Signature",
  sign,
  isAcknowledgement: (status) => status === 200,
  acknowledging: "200",
};

/** A delivery to send. */
type DeliveryRequest = {
  readonly url: string;
  readonly secret: string;
  /** Signed and sent unchanged. */
  readonly payload: Uint8Array;
  /** Sent instead of the signature of the payload; no header when its value is undefined. */
  readonly altered?: { readonly signature: string | undefined };
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
};

export type SendOptions = {
  readonly profile: DeliveryProfile;
  readonly realNow: () => number;
  /** Resolves a host name to all its addresses; the system's resolver by default. */
  readonly resolve?: ((host: string) => Promise<readonly ResolvedAddress[]>) | undefined;
  /** Trusted certificates in PEM, instead of those of the system. */
  readonly trustedCertificates?: string;
  /** That of the built-in service by default. */
  readonly style?: DeliveryStyle;
  /** The limits of the service by default. */
  readonly limits?: SendLimits | undefined;
};

/**
 * Sends a delivery once. Never throws, and never takes longer than the sum of its limits. The status of the response
 * decides; of the body, only what the excerpt needs is read.
 *
 * Prevents DNS rebinding: the host name is resolved once, all its addresses must be allowed, and the address of the
 * connected socket is checked before anything is written.
 */
export async function sendDelivery(sending: DeliveryRequest, options: SendOptions): Promise<DeliveryOutcome> {
  const refusal = checkDeliveryUrl(sending.url, options.profile);
  if (refusal !== undefined) return createFailureOutcome(`the delivery URL is not allowed: ${refusal}`);
  const url = new URL(sending.url);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, sending.signal]);
  const { connect, acknowledge } = options.limits ?? DEFAULT_SEND_LIMITS;
  let stopTimer = startTimeLimit(connect, (within) => stop.abort(`no connection within ${within}`));
  let outgoing: ClientRequest | undefined;
  try {
    outgoing = await createRequest(url, sending, options, signal);
    const socket = await rejectOnAbort(waitForConnection(outgoing, url), signal);
    const wrong = checkRemoteAddress(socket, options.profile);
    if (wrong !== undefined) throw new SendError(wrong);
    stopTimer();
    stopTimer = startTimeLimit(acknowledge, (within) => stop.abort(`no response within ${within}`));
    return await exchangeMessages(outgoing, sending, options, signal);
  } catch (error) {
    return createFailureOutcome(formatErrorReason(error));
  } finally {
    stopTimer();
    outgoing?.on("error", () => undefined);
    outgoing?.destroy();
  }
}

/** A failure to send or receive whose message is the reason to report. */
class SendError extends Error {
  override readonly name = "SendError";
}

/** Prepares a request, which connects at once, and writes nothing before it is ended. */
async function createRequest(
  url: URL,
  { payload, secret, altered }: DeliveryRequest,
  options: SendOptions,
  signal: AbortSignal,
): Promise<ClientRequest> {
  const { sign, signatureHeader } = options.style ?? SERVICE_STYLE;
  const signature = altered === undefined ? await sign(payload, secret) : altered.signature;
  const host = getHost(url);
  const addresses = await rejectOnAbort(resolveAllowedAddresses(host, options), signal);
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first = { address: "", family: 4 }] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  const target = {
    ...{ method: "POST", host, port: getPort(url), path: `${url.pathname}${url.search}` },
    ...{ agent: false, lookup, autoSelectFamily: true, maxHeaderSize: MAX_HEADER_BYTES },
    headers: {
      Host: url.host,
      "User-Agent": "commerce-contract-sandbox",
      "Content-Type": "application/json",
      "Content-Length": payload.length,
      "Accept-Encoding": "identity",
      ...(signature && signatureHeader && { [signatureHeader]: signature }),
      Connection: "close",
    },
  };
  if (url.protocol !== "https:") return requestPlain(target);
  return requestTls({
    ...target,
    ...(isIpAddress(host) ? {} : { servername: host }),
    rejectUnauthorized: !options.profile.insecureTls,
    ...(options.trustedCertificates === undefined ? {} : { ca: options.trustedCertificates }),
  });
}

function waitForConnection(outgoing: ClientRequest, { protocol }: URL): Promise<Socket> {
  const connected = protocol === "https:" ? "secureConnect" : "connect";
  return new Promise((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("socket", (socket) => socket.once(connected, () => resolve(socket)));
  });
}

async function resolveAllowedAddresses(host: string, options: SendOptions): Promise<readonly ResolvedAddress[]> {
  if (isIpAddress(host)) return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  const addresses = await (options.resolve ?? resolveInProcess)(host);
  if (addresses.length === 0) throw new SendError("the host of the delivery URL has no address");
  for (const { address } of addresses) {
    const refusal = checkAddress(address, options.profile);
    if (refusal !== undefined) throw new SendError(`the delivery URL is not allowed: its host address ${refusal}`);
  }
  return addresses;
}

/** Why the remote address of a connected socket is not allowed; undefined when it is. */
function checkRemoteAddress({ remoteAddress = "", remotePort }: Socket, profile: DeliveryProfile): string | undefined {
  const refusal = checkAddress(remoteAddress, profile);
  if (refusal !== undefined) return `the delivery URL is not allowed: the connected address ${refusal}`;
  const ownPorts = profile.listOwnUrls().map((address) => getPort(new URL(address)));
  const isOwn = isLoopbackAddress(remoteAddress) && remotePort !== undefined && ownPorts.includes(remotePort);
  return isOwn ? "the delivery URL is not allowed: it leads to the sandbox itself" : undefined;
}

async function exchangeMessages(
  outgoing: ClientRequest,
  { payload, secret }: DeliveryRequest,
  { style, realNow }: SendOptions,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.on("upgrade", () => reject(new SendError("responded with 101; only 200 acknowledges")));
    outgoing.on("close", () => reject(new SendError("the connection was closed without a response")));
  });
  outgoing.end(payload);
  const response = await rejectOnAbort(head, signal);
  const bytes = await readBeginning(response, signal);
  const excerpt = createResponseExcerpt(bytes, response.headers["content-encoding"], secret);
  const status = response.statusCode ?? 0;
  const retryAfter = parseRetryAfter(status, response.headers["retry-after"], realNow());
  return createResponseOutcome(status, excerpt, retryAfter, style);
}

/** Reads the first bytes of a body. Returns what arrived when the body is cut off or the time limit passes. */
async function readBeginning(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of response) {
      // Without an encoding, a response yields buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= MAX_BODY_BYTES) return;
    }
  };
  await rejectOnAbort(read(), signal).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
}

/** Waits for work until the signal aborts. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function formatErrorReason(error: unknown): string {
  if (typeof error === "string") return error;
  if (error instanceof SendError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = ERROR_REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ERR_SSL/.test(code)) return `the certificate could not be verified (${code})`;
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? `sending failed (${code})` : "sending failed";
}

const ERROR_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the delivery URL",
  ECONNRESET: "the connection was reset before a response arrived",
  EPIPE: "the connection was closed while the request was sent",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host of the delivery URL cannot be reached",
  ENETUNREACH: "the host of the delivery URL cannot be reached",
  ENOTFOUND: "the host of the delivery URL is unknown",
  EAI_AGAIN: "the host of the delivery URL could not be resolved",
  HPE_HEADER_OVERFLOW: "the header of the response is longer than 16 KiB",
};

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 16 * 1024;

/**
 * The beginning of a listener's response body, at most 2048 bytes. Redacts the secret of the hook, tokens, card numbers
 * and members with secret names; replaces control characters, which terminals and databases cannot take.
 */
export function createResponseExcerpt(bytes: Uint8Array, contentEncoding: string | undefined, secret: string): string {
  if (bytes.length === 0) return "";
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== "identity") {
    return "[compressed, not shown]";
  }
  const text = new TextDecoder().decode(bytes);
  const without = listSecretEncodings(secret).reduce((rest, form) => rest.replaceAll(form, REDACTED), redactText(text));
  const plain = redactJson(without, { hide: redactWhole })
    .replace(CARD_NUMBER, REDACTED)
    .replace(CONTROL_CHARACTER, "\uFFFD");
  return truncateToBytes(plain);
}

/** The forms in which a response may contain a secret. Ignores secrets so short that any text could contain them. */
function listSecretEncodings(secret: string): readonly string[] {
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(bytes.toString("utf8")), ...encoded]),
  ];
}

function truncateToBytes(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_EXCERPT_BYTES) return text;
  // Drops a character that was cut in the middle.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_EXCERPT_BYTES - CUT_MARKER.length)).replace(/\uFFFD+$/, "")}${CUT_MARKER}`;
}

const MAX_EXCERPT_BYTES = 2048;
const CUT_MARKER = " [cut]";

// 13 to 19 digits (ISO/IEC 7812-1), also separated by spaces or dashes.
const CARD_NUMBER = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const CONTROL_CHARACTER = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A time limit is divided into steps. It has passed when timers fired for three quarters of them. */
const LIMIT_STEPS = 20;
const REQUIRED_STEPS = LIMIT_STEPS * 0.75;

/**
 * Calls `late` after a time limit, unless the returned function is called first. Time in which this process was blocked
 * does not count: a listener in the same process or on the same busy machine could not respond either. Data that
 * arrived meanwhile is read before `late` is called.
 */
function startTimeLimit(ms: number, late: (within: string) => void): () => void {
  const step = ms / LIMIT_STEPS;
  let passed = 0;
  let soon: NodeJS.Immediate | undefined;
  const check = (): void => {
    if (passed >= REQUIRED_STEPS) soon = setImmediate(late, `${ms / 1000} s`);
    else timer = setTimeout(check, ms - passed * step);
  };
  const count = (): void => {
    passed += 1;
    counter = setTimeout(count, step);
  };
  let timer = setTimeout(check, ms);
  let counter = setTimeout(count, step);
  return () => {
    clearTimeout(timer);
    clearTimeout(counter);
    clearImmediate(soon);
  };
}

/** The result of one attempt to send a delivery. */
export type DeliveryOutcome = {
  /** The listener responded with exactly 200 in time (seed, "Delivery", 3). */
  readonly acknowledged: boolean;
  /** Status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** Human-readable: what happened and what was expected. */
  readonly reason: string;
  /** The beginning of the response body, with secrets redacted. */
  readonly responseExcerpt: string | undefined;
  /** How long the listener asks to wait before the next attempt, in milliseconds; at most an hour. */
  readonly retryAfter: number | undefined;
};

export function createResponseOutcome(
  status: number,
  responseExcerpt: string,
  retryAfter: number | undefined,
  { isAcknowledgement, acknowledging }: DeliveryStyle = SERVICE_STYLE,
): DeliveryOutcome {
  const acknowledged = isAcknowledgement(status);
  const reason = acknowledged ? "acknowledged" : formatStatusReason(status, acknowledging);
  return { acknowledged, status, reason, responseExcerpt, retryAfter };
}

/** The outcome of an attempt without a response. */
export function createFailureOutcome(reason: string): DeliveryOutcome {
  return { acknowledged: false, status: undefined, reason, responseExcerpt: undefined, retryAfter: undefined };
}

function formatStatusReason(status: number, acknowledging: string): string {
  const only = `only ${acknowledging} acknowledges`;
  if (status === 410) return `responded with ${status}; the listener is gone, so its hook was deactivated`;
  const isRedirect = status >= 300 && status < 400;
  return `responded with ${status}; ${isRedirect ? "redirects are not followed, and " : ""}${only}`;
}

/**
 * Parses the header Retry-After (RFC 9110, section 10.2.3) of a 429 or 503 response.
 *
 * @returns milliseconds, at most an hour; undefined when the header is absent or invalid or names no later time
 */
export function parseRetryAfter(status: number, header: string | undefined, realNow: number): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - realNow;
  return Number.isNaN(wait) || wait <= 0 ? undefined : Math.min(wait, HOUR);
}

const HOUR = 3_600_000;

/** Time limits for connecting and, from then on, for the acknowledgement, in milliseconds. A lease outlasts both. */
export type SendLimits = { readonly connect: number; readonly acknowledge: number };

/** A listener has two seconds to acknowledge (seed, "Limits"). */
export const DEFAULT_SEND_LIMITS: SendLimits = { connect: 1500, acknowledge: 2000 };
