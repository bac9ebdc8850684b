import type { Framing } from "./framing.js";

/** Finds the end of one body in the bytes of a connection, and hands out what it holds without what it is cut into. */
export class BodyReader {
  readonly #framing: Framing;
  readonly #onData: (bytes: Buffer) => void;
  #state: "whole" | "open" | "broken";
  /** Bytes that are still to come, of the body or of the chunk at hand. */
  #left: number;
  #line = "";
  #expected: "size" | "end of chunk" | "trailer" = "size";

  constructor(framing: Framing, keep: (bytes: Buffer) => void) {
    this.#framing = framing;
    this.#onData = keep;
    this.#left = framing.kind === "length" ? framing.length : 0;
    this.#state = framing.kind === "none" || (framing.kind === "length" && framing.length === 0) ? "whole" : "open";
  }

  /** `broken`: what came is not cut into chunks as it says. */
  get state(): "whole" | "open" | "broken" {
    return this.#state;
  }

  /** Takes from these bytes what belongs to the body, and says where that ends. */
  read(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#state === "open") {
      at = this.#framing.kind === "chunked" && this.#left === 0 ? this.#readLine(bytes, at) : this.#readData(bytes, at);
    }
    return at;
  }

  /** The connection has ended; says whether the body was whole by then. */
  end(): boolean {
    if (this.#framing.kind === "until-close") this.#state = "whole";
    return this.#state === "whole";
  }

  #readData(bytes: Buffer, from: number): number {
    const to = this.#framing.kind === "until-close" ? bytes.length : Math.min(bytes.length, from + this.#left);
    this.#onData(bytes.subarray(from, to));
    if (this.#framing.kind === "until-close") return to;
    this.#left -= to - from;
    if (this.#left === 0 && this.#framing.kind === "length") this.#state = "whole";
    return to;
  }

  #readLine(bytes: Buffer, from: number): number {
    const found = bytes.indexOf(0x0a, from);
    const to = found === -1 ? bytes.length : found + 1;
    this.#line += bytes.toString("latin1", from, to);
    if (this.#line.length > MAX_CHUNK_LINE_LENGTH) this.#state = "broken";
    else if (found !== -1) {
      const line = this.#line.replace(/\r?\n$/, "");
      this.#line = "";
      this.#processLine(line);
    }
    return to;
  }

  #processLine(line: string): void {
    if (this.#expected === "trailer") {
      if (line === "") this.#state = "whole";
      return;
    }
    if (this.#expected === "end of chunk") {
      if (line !== "") this.#state = "broken";
      this.#expected = "size";
      return;
    }
    const [, digits] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) {
      this.#state = "broken";
      return;
    }
    this.#left = Number.parseInt(digits, 16);
    this.#expected = this.#left === 0 ? "trailer" : "end of chunk";
  }
}

const MAX_CHUNK_LINE_LENGTH = 64 * 1024;
