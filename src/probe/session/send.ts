import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { HeaderField, RecordedResponse } from "../../exchange/index.js";

/** A request as it goes over the wire. */
export type OutgoingRequest = {
  readonly method: string;
  /** Absolute, and written exactly as it is to be sent. */
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
};

/** What came of it. */
export type SendResult =
  | { readonly kind: "answered"; readonly response: RecordedResponse }
  /** `refused`: nobody listens there. `aborted`: the run was ended. `broken`: anything else, and in `reason` what. */
  | {
      readonly kind: "unanswered";
      readonly cause: "refused" | "timeout" | "broken" | "aborted";
      readonly reason: string;
    };

export type RequestSender = {
  readonly send: (request: OutgoingRequest, signal?: AbortSignal) => Promise<SendResult>;
  readonly close: () => void;
};

export type SenderOptions = {
  readonly timeoutMs: number;
  readonly connections: number;
};

/** A longer answer is a mistake of the service or of the target that was named. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Sends requests as they are given: no redirect is followed, nothing is decoded, and no header is added but the host and the length. */
export function createRequestSender({ timeoutMs, connections }: SenderOptions): RequestSender {
  const options = { keepAlive: true, maxSockets: connections };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    send: async (request, signal) => {
      const first = await sendOnce(request, { agents, timeoutMs, signal });
      // A connection that was kept open may have been closed by the other side at the same moment (RFC 9110, 9.2.2).
      return toSendResult(
        first.kind === "reused" ? await sendOnce(request, { agents, timeoutMs, signal }, true) : first,
      );
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type SendContext = {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

type ReusedSocketFailure = { readonly kind: "reused"; readonly reason: string };

function toSendResult(sent: SendResult | ReusedSocketFailure): SendResult {
  return sent.kind === "reused" ? { kind: "unanswered", cause: "broken", reason: sent.reason } : sent;
}

function sendOnce(
  wire: OutgoingRequest,
  { agents, timeoutMs, signal }: SendContext,
  isLast = false,
): Promise<SendResult | ReusedSocketFailure> {
  return new Promise((done) => {
    const url = new URL(wire.url);
    const isSecure = url.protocol === "https:";
    const options = {
      method: wire.method,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      // Taken from the text, for URL would normalise what is to be sent as it stands.
      path: getRequestTarget(wire.url),
      headers: buildRawHeaders(wire, url),
      agent: isLast ? false : isSecure ? agents.https : agents.http,
      signal,
    } as const;
    let request: ClientRequest;
    try {
      request = isSecure ? httpsRequest(options as object) : httpRequest(options as object);
    } catch (error) {
      done({ kind: "unanswered", cause: "broken", reason: `it cannot be sent: ${(error as Error).message}` });
      return;
    }
    const timer = setTimeout(() => request.destroy(new TimeoutError()), timeoutMs);
    const finish = (sent: SendResult | ReusedSocketFailure): void => {
      clearTimeout(timer);
      done(sent);
    };
    const fail = (error: Error): void => finish(toSendFailure(error, request.reusedSocket && !isLast, timeoutMs));
    request.on("error", fail);
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      finish({ kind: "unanswered", cause: "broken", reason: "the answer switches to another protocol" });
    });
    request.on("response", (response) => {
      readResponse(response).then((answer) => finish({ kind: "answered", response: answer }), fail);
    });
    request.end(wire.body);
  });
}

class TimeoutError extends Error {}

async function readResponse(response: IncomingMessage): Promise<RecordedResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_RESPONSE_BYTES) throw new Error(`the answer is longer than ${MAX_RESPONSE_BYTES} bytes`);
  }
  const raw = response.rawHeaders;
  return {
    status: response.statusCode ?? 0,
    headers: Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""] as const),
    body: length === 0 ? { kind: "none" } : { kind: "bytes", bytes: new Uint8Array(Buffer.concat(chunks)) },
  };
}

function toSendFailure(error: Error, isReused: boolean, timeoutMs: number): SendResult | ReusedSocketFailure {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (error instanceof TimeoutError)
    return { kind: "unanswered", cause: "timeout", reason: `there was no whole answer within ${timeoutMs} ms` };
  if (code === "ABORT_ERR") return { kind: "unanswered", cause: "aborted", reason: "the run was ended" };
  if (["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code))
    return { kind: "unanswered", cause: "refused", reason: `nothing answers there (${code})` };
  if (isReused && code === "ECONNRESET") return { kind: "reused", reason: "the connection was reset (ECONNRESET)" };
  const words = code.startsWith("HPE_") ? "the answer is no HTTP" : "the connection broke before the answer was whole";
  return { kind: "unanswered", cause: "broken", reason: `${words} (${code === "" ? error.message : code})` };
}

function getRequestTarget(url: string): string {
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function buildRawHeaders({ headers, body, method }: OutgoingRequest, { host }: URL): string[] {
  // Bytes of UTF-8, for a header is bytes, and what lies beyond one byte could not be sent.
  const flat = ["Host", host, ...headers.flatMap(([name, value]) => [name, Buffer.from(value).toString("latin1")])];
  const isLengthAsked = body !== undefined || ["POST", "PUT", "PATCH"].includes(method);
  return isLengthAsked ? [...flat, "Content-Length", String(body?.length ?? 0)] : flat;
}

/** Waits; ends early when the run does. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted === true) {
      done();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
