import { type Body, bodyText, decodeBody, type Header, joinedHeader, parseMediaType } from "../exchange/index.js";

/** What all bodies together may take of the memory. */
export type Allowance = {
  /** Says no when there is too little left. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
};

export function createAllowance(total: number): Allowance {
  let left = total;
  return {
    take: (bytes) => {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    giveBack: (bytes) => {
      left += bytes;
    },
  };
}

/** A body as it passes by, kept up to a limit. */
export class KeptBody {
  readonly #limit: number;
  readonly #allowance: Allowance;
  #chunks: Buffer[] = [];
  #length = 0;
  #taken = 0;
  #whyMissing: string | undefined;

  constructor(limit: number, allowance: Allowance) {
    this.#limit = limit;
    this.#allowance = allowance;
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#whyMissing !== undefined) return;
    if (this.#length > this.#limit)
      this.drop(`the body is longer than ${this.#limit} bytes, which is all that is kept`);
    else if (!this.#allowance.take(bytes.length)) this.drop("too many bodies were on their way to keep this one");
    else {
      this.#taken += bytes.length;
      this.#chunks.push(bytes);
    }
  }

  /** What the recorder holds of it in memory. */
  get size(): number {
    return this.#taken;
  }

  drop(whyMissing: string): void {
    this.#whyMissing ??= whyMissing;
    this.#chunks = [];
    this.release();
  }

  /** To be called when nobody needs it any more. */
  release(): void {
    this.#allowance.giveBack(this.#taken);
    this.#taken = 0;
  }

  /** As text where it is text, so that a recording can be read and holds each body once, unpacked. */
  body(headers: readonly Header[]): Body {
    if (this.#whyMissing !== undefined) return { kind: "missing", reason: this.#whyMissing };
    if (this.#length === 0) return { kind: "none" };
    const bytes: Body = { kind: "bytes", bytes: Buffer.concat(this.#chunks) };
    const charset = parseMediaType(joinedHeader(headers, "content-type") ?? "")?.parameters.charset;
    const text = bodyText(decodeBody(bytes, headers), charset);
    return text.kind === "text" && text.text.length <= this.#limit ? text : bytes;
  }
}
