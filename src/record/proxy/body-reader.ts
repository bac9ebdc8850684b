import type { Framing } from "./framing.js";

/** Finds the end of a message body in the bytes of a connection and delivers its data without chunked framing. */
export class BodyReader {
  readonly #framing: Framing;
  readonly #onData: (bytes: Buffer) => void;
  #state: "complete" | "reading" | "invalid";
  /** Remaining bytes of the body or of the current chunk. */
  #remaining: number;
  #partialLine = "";
  #expectedLine: "size" | "end of chunk" | "trailer" = "size";

  constructor(framing: Framing, onData: (bytes: Buffer) => void) {
    this.#framing = framing;
    this.#onData = onData;
    this.#remaining = framing.kind === "length" ? framing.length : 0;
    const isEmpty = framing.kind === "none" || (framing.kind === "length" && framing.length === 0);
    this.#state = isEmpty ? "complete" : "reading";
  }

  /** `invalid`: the chunked encoding is malformed. */
  get state(): "complete" | "reading" | "invalid" {
    return this.#state;
  }

  /** Reads the bytes that belong to the body and returns the offset after them. */
  read(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#state === "reading") {
      const isReadingLine = this.#framing.kind === "chunked" && this.#remaining === 0;
      at = isReadingLine ? this.#readLine(bytes, at) : this.#readData(bytes, at);
    }
    return at;
  }

  /** Handles the end of the connection and returns whether the body is complete. */
  end(): boolean {
    if (this.#framing.kind === "until-close") this.#state = "complete";
    return this.#state === "complete";
  }

  #readData(bytes: Buffer, from: number): number {
    const to = this.#framing.kind === "until-close" ? bytes.length : Math.min(bytes.length, from + this.#remaining);
    this.#onData(bytes.subarray(from, to));
    if (this.#framing.kind === "until-close") return to;
    this.#remaining -= to - from;
    if (this.#remaining === 0 && this.#framing.kind === "length") this.#state = "complete";
    return to;
  }

  #readLine(bytes: Buffer, from: number): number {
    const lineFeed = bytes.indexOf(0x0a, from);
    const to = lineFeed === -1 ? bytes.length : lineFeed + 1;
    this.#partialLine += bytes.toString("latin1", from, to);
    if (this.#partialLine.length > MAX_CHUNK_LINE_LENGTH) this.#state = "invalid";
    else if (lineFeed !== -1) {
      const line = this.#partialLine.replace(/\r?\n$/, "");
      this.#partialLine = "";
      this.#processLine(line);
    }
    return to;
  }

  #processLine(line: string): void {
    if (this.#expectedLine === "trailer") {
      if (line === "") this.#state = "complete";
      return;
    }
    if (this.#expectedLine === "end of chunk") {
      if (line !== "") this.#state = "invalid";
      this.#expectedLine = "size";
      return;
    }
    const [, digits] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) {
      this.#state = "invalid";
      return;
    }
    this.#remaining = Number.parseInt(digits, 16);
    this.#expectedLine = this.#remaining === 0 ? "trailer" : "end of chunk";
  }
}

const MAX_CHUNK_LINE_LENGTH = 64 * 1024;
