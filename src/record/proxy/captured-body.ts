/** Limits the memory of all captured bodies together. */
export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

export function createMemoryBudget(total: number) {
  let available = total;
  return {
    /** Returns false if fewer bytes are available. */
    reserve: (bytes: number) => {
      if (bytes > available) return false;
      available -= bytes;
      return true;
    },
    release: (bytes: number) => {
      available += bytes;
    },
  };
}

/** Captures a body up to a limit while it passes through the proxy. */
export class CapturedBody {
  readonly #limit: number;
  readonly #budget: MemoryBudget;
  #chunks: Buffer[] = [];
  #length = 0;
  #reserved = 0;
  #missingReason: string | undefined;

  constructor(limit: number, budget: MemoryBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#missingReason !== undefined) return;
    if (this.#length > this.#limit) this.drop(`the body is larger than the limit of ${this.#limit} bytes`);
    else if (!this.#budget.reserve(bytes.length)) this.drop("the memory limit for concurrent bodies was reached");
    else {
      this.#reserved += bytes.length;
      this.#chunks.push(bytes);
    }
  }

  /** The number of captured bytes in memory. */
  get size(): number {
    return this.#reserved;
  }

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  get missingReason(): string | undefined {
    return this.#missingReason;
  }

  drop(reason: string): void {
    this.#missingReason ??= reason;
    this.release();
  }

  /** Frees the memory of the body. */
  release(): void {
    this.#chunks = [];
    this.#budget.release(this.#reserved);
    this.#reserved = 0;
  }
}
