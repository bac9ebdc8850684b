import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Conversation, type ConversationMeans, type Ended } from "./conversation.js";
import type { Target } from "./target.js";

export type ConnectionMeans = Omit<ConversationMeans, "send" | "refuse" | "ended"> & {
  readonly target: Target;
  readonly ended: Ended;
  /** Resolves when more can be taken in; undefined when it can at once. */
  readonly room: () => Promise<void> | undefined;
  /** Something to be told of that is no exchange. */
  readonly note: (text: string) => void;
};

type Side = "client" | "target";

/**
 * One connection of a client, with one of its own to the target behind it. The bytes of either are passed on as they
 * come, as fast as the other takes them; nothing is taken apart that has not been passed on before, but for heads of
 * requests.
 */
export function relay(client: Socket, means: ConnectionMeans): { readonly end: (why: string) => void } {
  return new Connection(client, means);
}

class Connection {
  readonly #client: Socket;
  readonly #means: ConnectionMeans;
  readonly #conversation: Conversation;
  readonly #stops: Record<Side, Set<string>> = { client: new Set(), target: new Set() };
  #target: Socket | undefined;
  /** Whether anything has come from the target yet. */
  #heard = false;
  /** Whether the target has closed while the next request was held back. */
  #hasTargetLeft = false;
  #over = false;

  constructor(client: Socket, means: ConnectionMeans) {
    this.#client = client;
    this.#means = means;
    this.#conversation = new Conversation({
      ...means,
      send: (bytes) => this.#send(bytes),
      refuse: (status, why) => this.#refuse(status, why),
    });
    client.on("data", (bytes) => this.#fromClient(bytes));
    client.on("end", () => this.#clientEnds());
    client.on("drain", () => this.#flow("target", "the client is slow", false));
    client.on("error", () => {
      this.#target?.resetAndDestroy();
      this.#end("the client broke the connection off");
    });
    client.on("close", () => this.#end("the client went away"));
  }

  /** Breaks off what is under way. What has all come from the target, the client may still take. */
  end(why: string): void {
    const isUnderWay = this.#conversation.isWaiting;
    this.#end(why);
    if (isUnderWay) this.#breakOff();
    else this.#client.destroySoon();
    this.#loseLater();
  }

  #fromClient(bytes: Buffer): void {
    if (this.#over) return;
    this.#conversation.requests.push(bytes);
    this.#flow("client", "an upgrade is awaited", this.#conversation.requests.isHeld);
    const room = this.#means.room();
    if (room === undefined) return;
    this.#flow("client", BUSY, true);
    let isLong = false;
    const patience = setTimeout(() => {
      isLong = true;
    }, MOMENT_MS);
    room.then(() => {
      clearTimeout(patience);
      this.#goOn(isLong);
    });
  }

  /**
   * A target closes a connection on which nothing is asked for a while. Where it is the recorder that holds the next request
   * back, that is asked on another connection: this one is closed by now, or may be at any moment.
   */
  #goOn(wasHeldLong: boolean): void {
    if (wasHeldLong && this.#conversation.isBetween) this.#letGo();
    this.#flow("client", BUSY, false);
    if (this.#hasTargetLeft) setTimeout(() => this.#endUnlessAsked(), MOMENT_MS);
  }

  #clientEnds(): void {
    if (this.#over) return;
    this.#conversation.requests.end();
    if (this.#target === undefined) this.#client.end();
    else this.#target.end();
  }

  #send(bytes: Buffer): void {
    if (this.#over || bytes.length === 0) return;
    this.#target ??= this.#connect();
    if (!this.#target.write(bytes)) this.#flow("client", "the target is slow", true);
  }

  #connect(): Socket {
    const { host, port, tls } = this.#means.target;
    const address = { host, port, allowHalfOpen: true };
    const target =
      tls === undefined ? connectTcp(address) : connectTls({ ...address, ALPNProtocols: ["http/1.1"], ...tls });
    target.setNoDelay(true);
    this.#heard = false;
    this.#hasTargetLeft = false;
    target.on("data", (bytes) => this.#fromTarget(bytes));
    target.on("end", () => this.#targetEnds());
    target.on("drain", () => this.#flow("client", "the target is slow", false));
    target.on("error", (error) => {
      if (target === this.#target) this.#targetFails(error.message);
    });
    target.on("close", () => {
      if (this.#over || target !== this.#target) return;
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
    if (this.#over) return;
    this.#heard = true;
    if (!this.#client.write(bytes)) this.#flow("target", "the client is slow", true);
    this.#conversation.responses.push(bytes);
    this.#flow("client", "an upgrade is awaited", this.#conversation.requests.isHeld);
  }

  #targetEnds(): void {
    if (this.#over) return;
    this.#conversation.responses.end();
    if (this.#conversation.isWaiting && !this.#heard) this.#targetFails("it closed the connection without an answer");
    else if (this.#stops.client.has(BUSY) && this.#conversation.isBetween) {
      this.#hasTargetLeft = true;
      this.#letGo();
    } else this.#client.end();
  }

  #letGo(): void {
    const target = this.#target;
    this.#target = undefined;
    target?.destroy();
  }

  #endUnlessAsked(): void {
    if (this.#hasTargetLeft && !this.#over) this.#client.end();
  }

  #targetFails(why: string): void {
    if (this.#over) return;
    const text = `${this.#means.target.origin} gave no answer: ${why}`;
    const isUnanswered = !this.#heard && !this.#client.writableEnded;
    this.#end(text);
    if (isUnanswered) this.#answer("502 Bad Gateway", text);
    else this.#breakOff();
  }

  /** As it was broken off here, so it is there, behind what came before: a client that tries again then does so. */
  #breakOff(): void {
    const reset = (): void => {
      this.#client.resetAndDestroy();
    };
    if (this.#client.writableEnded || this.#client.destroyed) reset();
    else this.#client.write("", reset);
  }

  #refuse(status: 400 | 501, why: string): void {
    const text = `contract record ${why}`;
    this.#means.note(`refused a request with ${status}: ${text}`);
    this.#end("a later request on the connection was refused by the recorder");
    this.#answer(status === 400 ? "400 Bad Request" : "501 Not Implemented", text);
  }

  /** The one thing that this says itself. What the client still sends is let go by, so that it hears the answer. */
  #answer(status: string, text: string): void {
    const head = ["Content-Type: text/plain; charset=utf-8", `Content-Length: ${Buffer.byteLength(text) + 1}`];
    this.#client.end([`HTTP/1.1 ${status}`, ...head, "Connection: close", "", `${text}\n`].join("\r\n"));
    this.#client.resume();
    this.#loseLater();
  }

  #loseLater(): void {
    if (this.#client.destroyed) return;
    const patience = setTimeout(() => this.#client.destroy(), PATIENCE_MS);
    this.#client.once("close", () => clearTimeout(patience));
  }

  #end(why: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#conversation.end(why);
    this.#target?.destroy();
    if (this.#client.destroyed || this.#client.errored !== null) this.#client.destroy();
  }

  /** A side is read while nothing speaks against it. */
  #flow(side: Side, reason: string, stops: boolean): void {
    const reasons = this.#stops[side];
    if (stops) reasons.add(reason);
    else reasons.delete(reason);
    const socket = side === "client" ? this.#client : this.#target;
    if (socket === undefined || this.#over) return;
    if (reasons.size > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
  }
}

const BUSY = "the recorder is busy";
const PATIENCE_MS = 2000;
/** Until what a client has sent before is read. */
const MOMENT_MS = 100;
