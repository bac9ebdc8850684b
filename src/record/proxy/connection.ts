import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { UNPAIRED_REQUEST } from "../../recording/index.js";
import { CapturedBody, type MemoryBudget } from "./captured-body.js";
import type { RequestLine } from "./message-head.js";
import { RequestStream, type RequestStreamContext, ResponseStream } from "./message-stream.js";
import type { PendingExchange } from "./pending-exchange.js";
import type { ProxyTarget } from "./proxy-target.js";

type ConnectionContext = Omit<ConnectionExchangesContext, "send" | "reject"> & {
  readonly target: ProxyTarget;
  /** Resolves when the queue has capacity; undefined if it has capacity now. */
  readonly waitForCapacity: () => Promise<void> | undefined;
  /** Receives messages that are not about an exchange. */
  readonly onNotice: (text: string) => void;
};

type ConnectionSide = "client" | "target";

/**
 * Relays one client connection through its own connection to the target. Bytes are forwarded in both directions with
 * backpressure. Except for request heads, bytes are forwarded before they are parsed.
 */
export class Connection {
  readonly #client: Socket;
  readonly #context: ConnectionContext;
  readonly #exchanges: ConnectionExchanges;
  readonly #pauseReasons: Record<ConnectionSide, Set<string>> = { client: new Set(), target: new Set() };
  #target: Socket | undefined;
  /** Whether the target has sent any bytes. */
  #hasTargetResponded = false;
  /** Whether the target closed the connection while the next request was delayed. */
  #hasTargetLeft = false;
  #isClosed = false;

  constructor(client: Socket, context: ConnectionContext) {
    this.#client = client;
    this.#context = context;
    this.#exchanges = new ConnectionExchanges({
      ...context,
      send: (bytes) => this.#send(bytes),
      reject: (status, reason) => this.#reject(status, reason),
    });
    client.on("data", (bytes) => this.#fromClient(bytes));
    client.on("end", () => this.#clientEnds());
    client.on("drain", () => this.#setPaused("target", "the client is slow", false));
    client.on("error", () => {
      this.#target?.resetAndDestroy();
      this.#end("the client reset the connection");
    });
    client.on("close", () => this.#end("the client closed the connection"));
  }

  /** Aborts incomplete exchanges. Responses that are complete are still delivered to the client. */
  end(reason: string): void {
    const isIncomplete = this.#exchanges.isAwaitingResponse;
    this.#end(reason, this.#explainLoss(reason));
    if (isIncomplete) this.#resetClient();
    else this.#client.destroySoon();
    this.#destroyLater();
  }

  #fromClient(bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#exchanges.requests.push(bytes);
    this.#setPaused("client", "an upgrade is awaited", this.#exchanges.requests.isAwaitingUpgrade);
    const capacity = this.#context.waitForCapacity();
    if (capacity === undefined) return;
    this.#setPaused("client", BUSY, true);
    let isLongDelay = false;
    const timer = setTimeout(() => {
      isLongDelay = true;
    }, GRACE_PERIOD_MS);
    capacity.then(() => {
      clearTimeout(timer);
      this.#resumeClient(isLongDelay);
    });
  }

  /**
   * Targets close idle connections. If the recorder has delayed the next request, the target may have closed this connection
   * or may close it at any moment, so the request is sent on a new connection.
   */
  #resumeClient(wasDelayedLong: boolean): void {
    if (wasDelayedLong && this.#exchanges.isIdle) this.#releaseTarget();
    this.#setPaused("client", BUSY, false);
    if (this.#hasTargetLeft) setTimeout(() => this.#endIfTargetLeft(), GRACE_PERIOD_MS);
  }

  #clientEnds(): void {
    if (this.#isClosed) return;
    this.#exchanges.requests.end();
    if (this.#target === undefined) this.#client.end();
    else this.#target.end();
  }

  #send(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0) return;
    this.#target ??= this.#connect();
    if (!this.#target.write(bytes)) this.#setPaused("client", "the target is slow", true);
  }

  #connect(): Socket {
    const { host, port, tls } = this.#context.target;
    const address = { host, port, allowHalfOpen: true };
    const target =
      tls === undefined ? connectTcp(address) : connectTls({ ...address, ALPNProtocols: ["http/1.1"], ...tls });
    target.setNoDelay(true);
    this.#hasTargetResponded = false;
    this.#hasTargetLeft = false;
    target.on("data", (bytes) => this.#fromTarget(bytes));
    target.on("end", () => this.#targetEnds());
    target.on("drain", () => this.#setPaused("client", "the target is slow", false));
    target.on("error", (error) => {
      if (target === this.#target) this.#targetFails(explainConnectionError(error));
    });
    target.on("close", () => {
      if (this.#isClosed || target !== this.#target) return;
      if (!this.#client.writableEnded) {
        this.#targetFails("it closed the connection");
        return;
      }
      this.#end(this.#explainLoss("the target closed the connection"));
      // The client still receives buffered bytes.
      this.#client.destroySoon();
    });
    return target;
  }

  #fromTarget(bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#hasTargetResponded = true;
    if (!this.#client.write(bytes)) this.#setPaused("target", "the client is slow", true);
    this.#exchanges.responses.push(bytes);
    this.#setPaused("client", "an upgrade is awaited", this.#exchanges.requests.isAwaitingUpgrade);
  }

  #targetEnds(): void {
    if (this.#isClosed) return;
    this.#exchanges.responses.end();
    if (this.#exchanges.isAwaitingResponse && !this.#hasTargetResponded)
      this.#targetFails("it closed the connection without a response", (text) => this.#explainLoss(text));
    else if (this.#pauseReasons.client.has(BUSY) && this.#exchanges.isIdle) {
      this.#hasTargetLeft = true;
      this.#releaseTarget();
    } else {
      this.#exchanges.end(this.#explainLoss("the target closed the connection"));
      this.#client.end();
    }
  }

  #releaseTarget(): void {
    const target = this.#target;
    this.#target = undefined;
    target?.destroy();
  }

  #endIfTargetLeft(): void {
    if (this.#hasTargetLeft && !this.#isClosed) this.#client.end();
  }

  /** Clients that give up close their connection first. Services then close theirs without a response, or within one. */
  #explainLoss(reason: string): string {
    return this.#client.readableEnded ? GAVE_UP : formatUnpaired(reason);
  }

  #targetFails(reason: string, explain = formatUnpaired): void {
    if (this.#isClosed) return;
    const text = `no response from ${this.#context.target.origin}: ${reason}`;
    const canRespond = !this.#hasTargetResponded && !this.#client.writableEnded;
    this.#end(explain(text));
    if (canRespond) this.#sendResponse("502 Bad Gateway", text);
    else this.#resetClient();
  }

  /** Resets the client connection after the buffered bytes, as the target did, so that clients with retries retry. */
  #resetClient(): void {
    const reset = (): void => {
      this.#client.resetAndDestroy();
    };
    if (this.#client.writableEnded || this.#client.destroyed) reset();
    else this.#client.write("", reset);
  }

  #reject(status: 400 | 501, reason: string): void {
    const text = `contract record ${reason}`;
    this.#context.onNotice(`rejected a request with status ${status}: ${text}`);
    this.#end("the recorder rejected a later request on the connection");
    this.#sendResponse(status === 400 ? "400 Bad Request" : "501 Not Implemented", text);
  }

  /** Sends a response of the proxy itself. Further bytes of the client are discarded, so that it can read the response. */
  #sendResponse(status: string, text: string): void {
    const head = ["Content-Type: text/plain; charset=utf-8", `Content-Length: ${Buffer.byteLength(text) + 1}`];
    this.#client.end([`HTTP/1.1 ${status}`, ...head, "Connection: close", "", `${text}\n`].join("\r\n"));
    this.#client.resume();
    this.#destroyLater();
  }

  #destroyLater(): void {
    if (this.#client.destroyed) return;
    const timer = setTimeout(() => this.#client.destroy(), CLOSE_TIMEOUT_MS);
    this.#client.once("close", () => clearTimeout(timer));
  }

  #end(reason: string, withoutResponse = reason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#exchanges.end(reason, withoutResponse);
    this.#target?.destroy();
    if (this.#client.destroyed || this.#client.errored !== null) this.#client.destroy();
  }

  /** Adds or removes a reason to pause. A side is read while it has no reasons. */
  #setPaused(side: ConnectionSide, reason: string, isPaused: boolean): void {
    const reasons = this.#pauseReasons[side];
    if (isPaused) reasons.add(reason);
    else reasons.delete(reason);
    const socket = side === "client" ? this.#client : this.#target;
    if (socket === undefined || this.#isClosed) return;
    if (reasons.size > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
  }
}

const GAVE_UP = "the client closed the connection before the end of the response";
const BUSY = "the recorder is busy";
const CLOSE_TIMEOUT_MS = 2000;
/** Time to read bytes that the client sent earlier. */
const GRACE_PERIOD_MS = 100;

function formatUnpaired(reason: string): string {
  return `${UNPAIRED_REQUEST}: ${reason}`;
}

/** OpenSSL reports TLS errors with internal numbers and file names. */
function explainConnectionError(error: Error): string {
  const {
    code = "",
    message,
    reason,
  } = error as { readonly code?: string; readonly message: string; readonly reason?: string };
  const isCertificate = /CERT|SIGNATURE|ISSUER/.test(code);
  if (isCertificate)
    return `${message}; name a file with its authority in NODE_EXTRA_CA_CERTS, or do not verify it with --insecure`;
  return code.startsWith("ERR_SSL") ? `the TLS handshake failed: ${reason ?? code}` : message;
}

export type ExchangeCompleteHandler = (exchange: PendingExchange, incomplete?: string) => void;

type ConnectionExchangesContext = Pick<RequestStreamContext, "send" | "reject" | "now" | "host"> & {
  /** Called once for each request: when request and response are complete, or when the exchange is aborted. */
  readonly onComplete: ExchangeCompleteHandler;
  readonly memoryBudget: MemoryBudget;
  readonly maxBody: number;
};

/** Tracks the exchanges of one connection. Requests can be pipelined. */
class ConnectionExchanges {
  readonly requests: RequestStream;
  readonly responses: ResponseStream;
  readonly #context: ConnectionExchangesContext;
  readonly #pending: PendingExchange[] = [];

  constructor(context: ConnectionExchangesContext) {
    this.#context = context;
    const createBody = (): CapturedBody => new CapturedBody(context.maxBody, context.memoryBudget);
    this.requests = new RequestStream({
      ...context,
      createBody,
      onLost: (reason, line) => this.#abandon(formatUnpaired(reason), line),
      onStart: (exchange) => this.#pending.push(exchange),
      onSent: () => this.#completeInOrder(),
    });
    this.responses = new ResponseStream({
      createBody,
      onLost: (reason) => this.end(formatUnpaired(reason)),
      getCurrent: () => this.#pending.find(({ response }) => response?.isComplete !== true),
      onFinalHead: (exchange) => {
        if (exchange.isUpgradeRequest) this.requests.resolveUpgrade(exchange.status === 101);
      },
      onComplete: () => this.#completeInOrder(),
    });
  }

  /** Whether a request has no complete response yet. */
  get isAwaitingResponse(): boolean {
    return this.#pending.some(({ response }) => response?.isComplete !== true);
  }

  /** Whether all exchanges are complete and the connection waits for the next request. */
  get isIdle(): boolean {
    return this.#pending.length === 0 && this.requests.isIdle && this.responses.isIdle;
  }

  /** Handles the end of the connection. Incomplete exchanges are completed with a reason. */
  end(reason: string, withoutResponse = reason): void {
    for (const exchange of this.#pending.splice(0)) {
      const incomplete = exchange.response === undefined ? withoutResponse : reason;
      this.#complete(exchange, exchange.response?.isComplete === true ? undefined : incomplete);
    }
  }

  #completeInOrder(): void {
    for (;;) {
      const [exchange] = this.#pending;
      if (exchange?.response?.isComplete !== true || !exchange.request.isComplete) return;
      this.#pending.shift();
      const hasSwitched = exchange.status === 101;
      this.#complete(exchange, hasSwitched ? "the connection switched protocols (status 101)" : undefined);
    }
  }

  #complete(exchange: PendingExchange, incomplete: string | undefined): void {
    exchange.durationMs = this.#context.now() - exchange.startedAt;
    this.#context.onComplete(exchange, incomplete);
  }

  #abandon(reason: string, { method, target }: RequestLine = { method: "UNKNOWN", target: "/" }): void {
    if (this.#pending.length > 0) {
      this.end(reason);
      return;
    }
    const body = new CapturedBody(0, this.#context.memoryBudget);
    const request = { head: Buffer.alloc(0), body, isComplete: true };
    const startedAt = this.#context.now();
    this.#context.onComplete(
      { startedAt, durationMs: 0, method, target, request, isUpgradeRequest: false, status: 0, response: undefined },
      reason,
    );
  }
}
