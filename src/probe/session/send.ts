import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { type RecordedResponse, toHeaderFields, toRecordedBody } from "../../recording/index.js";
import type { SerializedRequest } from "../requests/serialize-request.js";

export type SendResult = { readonly durationMs?: number } & (
  | { readonly kind: "response"; readonly response: RecordedResponse }
  /** `refused`: no server listens. `aborted`: the run ended. `other`: see `reason`. */
  | {
      readonly kind: "failed";
      readonly cause: "refused" | "timeout" | "other" | "aborted";
      readonly reason: string;
    }
);

type SenderOptions = {
  readonly timeoutMs: number;
  readonly connections: number;
};

/** A longer response indicates an error of the service, or a wrong target. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Creates a sender that sends requests unchanged. It follows no redirects, decodes nothing, and adds only the Host and
 * Content-Length headers.
 */
export function createRequestSender({ timeoutMs, connections }: SenderOptions) {
  const options = { keepAlive: true, maxSockets: connections };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    send: async (request: SerializedRequest, signal?: AbortSignal): Promise<SendResult> => {
      const startedAt = performance.now();
      const first = await sendOnce(request, { agents, timeoutMs, signal });
      // The server may have closed the idle connection at the same moment, so retry once (RFC 9110, section 9.2.2).
      const again = first.kind === "reused" ? await sendOnce(request, { agents, timeoutMs, signal }, true) : first;
      const isLast = first !== again && again.kind === "failed" && again.cause === "refused";
      const sent = isLast
        ? ({ ...again, cause: "other", reason: "the service ended during the request" } as const)
        : again;
      return { ...toSendResult(sent), durationMs: performance.now() - startedAt };
    },
    close: (): void => {
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
  return sent.kind === "reused" ? { kind: "failed", cause: "other", reason: sent.reason } : sent;
}

function sendOnce(
  outgoing: SerializedRequest,
  { agents, timeoutMs, signal }: SendContext,
  isLast = false,
): Promise<SendResult | ReusedSocketFailure> {
  return new Promise((done) => {
    const url = new URL(outgoing.url);
    const isSecure = url.protocol === "https:";
    const options = {
      method: outgoing.method,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      // Taken from the text, because URL would normalize the path.
      path: getRequestTarget(outgoing.url),
      headers: buildRawHeaders(outgoing, url),
      // A body after a response to HEAD, which is forbidden, must not reach the next response.
      agent: isLast || outgoing.method === "HEAD" ? false : isSecure ? agents.https : agents.http,
      signal,
    } as const;
    let request: ClientRequest;
    try {
      request = isSecure ? httpsRequest(options as object) : httpRequest(options as object);
      restoreMethodCase(request, outgoing.method);
    } catch (error) {
      done({ kind: "failed", cause: "other", reason: `cannot send the request: ${(error as Error).message}` });
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
      finish({ kind: "failed", cause: "other", reason: "the response switches to another protocol" });
    });
    request.on("response", (message) => {
      readResponse(message).then((response) => finish({ kind: "response", response }), fail);
    });
    request.end(outgoing.body);
  });
}

/** Methods are case-sensitive (RFC 9110, section 9.1), but Node writes them in upper case. */
function restoreMethodCase(request: ClientRequest, method: string): void {
  if (method === method.toUpperCase()) return;
  const written = request as unknown as { _header?: string };
  if (written._header?.startsWith(`${method.toUpperCase()} `) !== true)
    throw new Error(`this version of Node sends the method ${method} in upper case only`);
  written._header = method + written._header.slice(method.length);
}

class TimeoutError extends Error {}

async function readResponse(response: IncomingMessage): Promise<RecordedResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_RESPONSE_BYTES) throw new Error(`the response is longer than ${MAX_RESPONSE_BYTES} bytes`);
  }
  return {
    status: response.statusCode ?? 0,
    headers: toHeaderFields(response.rawHeaders),
    body: toRecordedBody(new Uint8Array(Buffer.concat(chunks))),
  };
}

function toSendFailure(error: Error, isReused: boolean, timeoutMs: number): SendResult | ReusedSocketFailure {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (error instanceof TimeoutError)
    return { kind: "failed", cause: "timeout", reason: `no complete response within ${timeoutMs} ms` };
  if (code === "ABORT_ERR") return { kind: "failed", cause: "aborted", reason: "the run ended" };
  if (["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code))
    return { kind: "failed", cause: "refused", reason: `no connection (${code})` };
  if (isReused && code === "ECONNRESET") return { kind: "reused", reason: "the connection was reset (ECONNRESET)" };
  const description = code.startsWith("HPE_")
    ? "the response is not valid HTTP"
    : "the connection closed before the response was complete";
  return { kind: "failed", cause: "other", reason: `${description} (${code === "" ? error.message : code})` };
}

function getRequestTarget(url: string): string {
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function buildRawHeaders({ headers, body, method }: SerializedRequest, { host }: URL): string[] {
  // Node writes header values as Latin-1, so pass the UTF-8 bytes as Latin-1 characters.
  const flat = ["Host", host, ...headers.flatMap(([name, value]) => [name, Buffer.from(value).toString("latin1")])];
  // Without a length, Node sends an empty chunked body for all methods but these.
  const needsLength = body !== undefined || !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].includes(method);
  return needsLength ? [...flat, "Content-Length", String(body?.length ?? 0)] : flat;
}

/** Waits, or returns early when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
