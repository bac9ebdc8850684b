/**
 * A store for chunks of exchanges and the results of checking them, shared by any number of processes on any number of
 * machines. An engine is a folder that implements it and passes the suite in `test/stream/engine-suite.ts`.
 */
export type ChunkStream = {
  /** The maximum bytes of a chunk or a result. */
  readonly maxBytes: number;
  /**
   * Stores a chunk. A chunk with a known id is not stored again.
   *
   * @throws StreamError if the stream is full or cannot be reached. The chunk may be stored nevertheless; publish it again.
   */
  readonly publish: (chunk: StoredChunk) => Promise<void>;
  /**
   * Takes the oldest chunk that no other worker has, and waits for one. Without `acknowledge`, another worker gets the chunk.
   *
   * @returns undefined if none arrives in time.
   */
  readonly claim: (waitMs: number) => Promise<ClaimedChunk | undefined>;
  /** The number of chunks that are not acknowledged, by hour. */
  readonly countPending: () => Promise<ReadonlyMap<string, number>>;
  /** The number of results by hour. */
  readonly countResults: (query: ResultQuery) => Promise<ReadonlyMap<string, number>>;
  /** Stores a result and replaces that of the same key. Returns false if `ifAbsent` is set and the key has a result. */
  readonly put: (key: ResultKey, bytes: Uint8Array, options?: { readonly ifAbsent?: boolean }) => Promise<boolean>;
  /**
   * Lists results, in the order in which they were stored. It ends only when it has listed everything that was stored before
   * its end, so that a result which replaces others is listed if they are not. After a crash of the server, a result that was
   * replaced or removed may be listed again, before the one that replaced it.
   */
  readonly list: (query: ResultQuery) => AsyncIterable<StoredResult>;
  /** Removes results, unless they were replaced since they were listed. */
  readonly remove: (results: readonly StoredResult[]) => Promise<void>;
  /** Keeps a copy of a chunk for `listArchived`. A chunk with the id of an archived one replaces it. */
  readonly archive: (chunk: StoredChunk) => Promise<void>;
  /** The number of archived chunks by hour. Without an archive, there are none. */
  readonly countArchived: () => Promise<ReadonlyMap<string, number>>;
  readonly listArchived: (hour: string) => AsyncIterable<StoredChunk>;
  readonly close: () => Promise<void>;
};

/** A compressed chunk. */
export type StoredChunk = {
  /** A hash of the content. */
  readonly id: string;
  /** The hour of its first exchange, in UTC: `2026-01-31T09`. */
  readonly hour: string;
  readonly bytes: Uint8Array;
};

export type ClaimedChunk = StoredChunk & {
  /** How often the chunk was claimed, including this time. */
  readonly attempt: number;
  /** Keeps other workers from getting the chunk while the check takes long. */
  readonly keep: () => void;
  /** Removes the chunk. */
  readonly acknowledge: () => Promise<void>;
  /** Returns the chunk to the other workers at once. */
  readonly release: () => void;
};

/** `version` describes a version of the spec; `rollup` replaces the reports of an hour; `failed` is a chunk that could not be checked. */
type ResultKind = "version" | "report" | "rollup" | "failed";

export type ResultKey = {
  /** The version of the spec. */
  readonly version: string;
  readonly kind: ResultKind;
  readonly hour: string;
  /** The id of a chunk, or the number of a rollup. */
  readonly name: string;
};

export type ResultQuery = Partial<Pick<ResultKey, "version" | "kind" | "hour">>;

export type StoredResult = ResultKey & {
  readonly bytes: Uint8Array;
  /** Identifies what was stored under the key. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
};

/** The stream is full, cannot be reached or refuses access. */
export class StreamError extends Error {
  override readonly name = "StreamError";
  readonly kind: StreamErrorKind;

  constructor(kind: StreamErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** `refused` and `unsuitable` do not change by trying again. */
export type StreamErrorKind = "full" | "unreachable" | "refused" | "unsuitable";

/** Whether trying again may help. */
export function isPassing(error: unknown): error is StreamError {
  return error instanceof StreamError && (error.kind === "unreachable" || error.kind === "full");
}
