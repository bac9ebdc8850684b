import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import {
  ConnectionExchanges,
  type ConnectionExchangesContext,
  type ExchangeCompleteHandler,
} from "./connection-exchanges.js";
import type { ProxyTarget } from "./proxy-target.js";

export type ConnectionContext = Omit<ConnectionExchangesContext, "send" | "refuse" | "onComplete"> & {
  readonly target: ProxyTarget;
  readonly onComplete: ExchangeCompleteHandler;
  /** Resolves when more can be taken in; undefined when it can at once. */
  readonly waitForCapacity: () => Promise<void> | undefined;
  /** Something to be told of that is no exchange. */
  readonly onNotice: (text: string) => void;
};

type ConnectionSide = "client" | "target";

/**
 * One connection of a client, with one of its own to the target behind it. The bytes of either are passed on as they
 * come, as fast as the other takes them; nothing is taken apart that has not been passed on before, but for heads of
 * requests.
 */
export function relayConnection(client: Socket, means: ConnectionContext): { readonly end: (why: string) => void } {
  return new Connection(client, means);
}

class Connection {
  readonly #client: Socket;
  readonly #context: ConnectionContext;
  readonly #exchanges: ConnectionExchanges;
  readonly #pauseReasons: Record<ConnectionSide, Set<string>> = { client: new Set(), target: new Set() };
  #target: Socket | undefined;
  /** Whether anything has come from the target yet. */
  #hasTargetResponded = false;
  /** Whether the target has closed while the next request was held back. */
  #hasTargetLeft = false;
  #isClosed = false;

  constructor(client: Socket, means: ConnectionContext) {
    this.#client = client;
    this.#context = means;
    this.#exchanges = new ConnectionExchanges({
      ...means,
      send: (bytes) => this.#send(bytes),
      refuse: (status, why) => this.#refuse(status, why),
    });
    client.on("data", (bytes) => this.#fromClient(bytes));
    client.on("end", () => this.#clientEnds());
    client.on("drain", () => this.#setPaused("target", "the client is slow", false));
    client.on("error", () => {
      this.#target?.resetAndDestroy();
      this.#end("the client broke the connection off");
    });
    client.on("close", () => this.#end("the client went away"));
  }

  /** Breaks off what is under way. What has all come from the target, the client may still take. */
  end(why: string): void {
    const isUnderWay = this.#exchanges.isAwaitingResponse;
    this.#end(why);
    if (isUnderWay) this.#resetClient();
    else this.#client.destroySoon();
    this.#destroyLater();
  }

  #fromClient(bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#exchanges.requests.push(bytes);
    this.#setPaused("client", "an upgrade is awaited", this.#exchanges.requests.isAwaitingUpgrade);
    const room = this.#context.waitForCapacity();
    if (room === undefined) return;
    this.#setPaused("client", BUSY, true);
    let isLong = false;
    const patience = setTimeout(() => {
      isLong = true;
    }, GRACE_PERIOD_MS);
    room.then(() => {
      clearTimeout(patience);
      this.#resumeClient(isLong);
    });
  }

  /**
   * A target closes a connection on which nothing is asked for a while. Where it is the recorder that holds the next request
   * back, that is asked on another connection: this one is closed by now, or may be at any moment.
   */
  #resumeClient(wasHeldLong: boolean): void {
    if (wasHeldLong && this.#exchanges.isIdle) this.#releaseTarget();
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
      if (target === this.#target) this.#targetFails(error.message);
    });
    target.on("close", () => {
      if (this.#isClosed || target !== this.#target) return;
      if (!this.#client.writableEnded) {
        this.#targetFails("it closed the connection");
        return;
      }
      this.#end("the target closed the connection");
      // What the client has not taken yet is still on its way to it.
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
      this.#targetFails("it closed the connection without an answer");
    else if (this.#pauseReasons.client.has(BUSY) && this.#exchanges.isIdle) {
      this.#hasTargetLeft = true;
      this.#releaseTarget();
    } else this.#client.end();
  }

  #releaseTarget(): void {
    const target = this.#target;
    this.#target = undefined;
    target?.destroy();
  }

  #endIfTargetLeft(): void {
    if (this.#hasTargetLeft && !this.#isClosed) this.#client.end();
  }

  #targetFails(why: string): void {
    if (this.#isClosed) return;
    const text = `${this.#context.target.origin} gave no answer: ${why}`;
    const isUnanswered = !this.#hasTargetResponded && !this.#client.writableEnded;
    this.#end(text);
    if (isUnanswered) this.#sendResponse("502 Bad Gateway", text);
    else this.#resetClient();
  }

  /** As it was broken off here, so it is there, behind what came before: a client that tries again then does so. */
  #resetClient(): void {
    const reset = (): void => {
      this.#client.resetAndDestroy();
    };
    if (this.#client.writableEnded || this.#client.destroyed) reset();
    else this.#client.write("", reset);
  }

  #refuse(status: 400 | 501, why: string): void {
    const text = `contract record ${why}`;
    this.#context.onNotice(`refused a request with ${status}: ${text}`);
    this.#end("a later request on the connection was refused by the recorder");
    this.#sendResponse(status === 400 ? "400 Bad Request" : "501 Not Implemented", text);
  }

  /** The one thing that this says itself. What the client still sends is let go by, so that it hears the answer. */
  #sendResponse(status: string, text: string): void {
    const head = ["Content-Type: text/plain; charset=utf-8", `Content-Length: ${Buffer.byteLength(text) + 1}`];
    this.#client.end([`HTTP/1.1 ${status}`, ...head, "Connection: close", "", `${text}\n`].join("\r\n"));
    this.#client.resume();
    this.#destroyLater();
  }

  #destroyLater(): void {
    if (this.#client.destroyed) return;
    const patience = setTimeout(() => this.#client.destroy(), CLOSE_TIMEOUT_MS);
    this.#client.once("close", () => clearTimeout(patience));
  }

  #end(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#exchanges.end(why);
    this.#target?.destroy();
    if (this.#client.destroyed || this.#client.errored !== null) this.#client.destroy();
  }

  /** A side is read while nothing speaks against it. */
  #setPaused(side: ConnectionSide, reason: string, stops: boolean): void {
    const reasons = this.#pauseReasons[side];
    if (stops) reasons.add(reason);
    else reasons.delete(reason);
    const socket = side === "client" ? this.#client : this.#target;
    if (socket === undefined || this.#isClosed) return;
    if (reasons.size > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
  }
}

const BUSY = "the recorder is busy";
const CLOSE_TIMEOUT_MS = 2000;
/** Until what a client has sent before is read. */
const GRACE_PERIOD_MS = 100;
