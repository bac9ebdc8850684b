/** What all bodies together may take of the memory. */
export type MemoryBudget = {
  /** Says no when there is too little left. */
  readonly reserve: (bytes: number) => boolean;
  readonly release: (bytes: number) => void;
};

export function createMemoryBudget(total: number): MemoryBudget {
  let left = total;
  return {
    reserve: (bytes) => {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    release: (bytes) => {
      left += bytes;
    },
  };
}

/** A body as it passes by, kept up to a limit. */
export class CapturedBody {
  readonly #limit: number;
  readonly #budget: MemoryBudget;
  #chunks: Buffer[] = [];
  #length = 0;
  #reserved = 0;
  #missingReason: string | undefined;

  constructor(limit: number, allowance: MemoryBudget) {
    this.#limit = limit;
    this.#budget = allowance;
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#missingReason !== undefined) return;
    if (this.#length > this.#limit)
      this.drop(`the body is longer than ${this.#limit} bytes, which is all that is kept`);
    else if (!this.#budget.reserve(bytes.length)) this.drop("too many bodies were on their way to keep this one");
    else {
      this.#reserved += bytes.length;
      this.#chunks.push(bytes);
    }
  }

  /** What the recorder holds of it in memory. */
  get size(): number {
    return this.#reserved;
  }

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  get missingReason(): string | undefined {
    return this.#missingReason;
  }

  drop(whyMissing: string): void {
    this.#missingReason ??= whyMissing;
    this.release();
  }

  /** To be called when nobody needs it any more. */
  release(): void {
    this.#chunks = [];
    this.#budget.release(this.#reserved);
    this.#reserved = 0;
  }
}
