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

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  get whyMissing(): string | undefined {
    return this.#whyMissing;
  }

  drop(whyMissing: string): void {
    this.#whyMissing ??= whyMissing;
    this.release();
  }

  /** To be called when nobody needs it any more. */
  release(): void {
    this.#chunks = [];
    this.#allowance.giveBack(this.#taken);
    this.#taken = 0;
  }
}
