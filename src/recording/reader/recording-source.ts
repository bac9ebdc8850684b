import type { Exchange, RawJsonString } from "../exchange.js";
import type { BytePosition, GrowableBuffer } from "./byte-window.js";
import type { AttachmentReader } from "./parsed-entry.js";

/** The bytes of a recording. A chunk is valid only until the next one is requested. */
export type RecordingSource = {
  /** The file name as given by the user, or `<stdin>`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Reads bodies in separate files; absent if the recording has no directory. */
  readonly attachments?: AttachmentReader;
};

export type RecordingOptions<Outcome = never> = {
  /** Base URL of the service for formats that record only paths, such as `https://host.example`. */
  readonly baseUrl?: string | undefined;
  /** Checks the entries that are like earlier ones from the raw bytes of the recording, in formats that support it. */
  readonly accelerator?: EntryAccelerator<Outcome> | undefined;
};

/** Creates the check for a recording; undefined if it is not available. */
export type EntryAccelerator<Outcome> = (format: "har" | "ndjson") => FastEntries<Outcome> | undefined;

/** Checks the entries of a recording that are like earlier ones, from their bytes. */
export type FastEntries<Outcome> = {
  /** Holds the current bytes of the recording. */
  readonly memory: GrowableBuffer;
  /**
   * Checks an entry; `isExcluded` decides about one that is like an earlier one. `unknown` entries are like none, so that `learn` may
   * be called. `failed` entries have to be checked in full.
   *
   * @param item a range of `memory.window`
   */
  readonly check: (
    item: RawJsonString,
    origin: EntryOrigin,
    isExcluded?: (match: FastEntry) => boolean,
  ) => "unknown" | "failed" | { readonly match: FastEntry; readonly outcome: Outcome };
  readonly learn: (item: RawJsonString, exchange: Exchange) => void;
};

export type EntryOrigin = { readonly source: string; readonly index: number };

/** An entry that is like an earlier one. */
export type FastEntry = {
  /** The exchange, without the response body and the duration. */
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly requestBody: RawJsonString | undefined;
  /** Start time and duration of the entry. */
  readonly entry: { readonly startedDateTime: string | undefined; readonly time: number | undefined };
};

/** A recording cannot be read. Content after the reported position is unreliable. */
export class RecordingError extends Error {
  override readonly name = "RecordingError" as const;
  /** The file name as given by the user, or `<stdin>`. */
  readonly source: string;
  readonly pointer?: string;
  /** Zero-based byte offset in the decompressed recording. */
  readonly offset?: number;
  readonly line?: number;
  /** One-based, in bytes. Counting characters would be slow: a recording is often one line of many megabytes. */
  readonly column?: number;

  constructor(message: string, { source, pointer, position, cause }: RecordingErrorContext) {
    const where = position === undefined ? source : `${source}:${position.line}:${position.column}`;
    const details = [position && `byte ${position.offset}`, pointer]
      .filter((detail) => detail !== undefined)
      .join(", ");
    super(`${where}${details === "" ? "" : ` (${details})`}: ${message}`, cause === undefined ? {} : { cause });
    this.source = source;
    if (pointer !== undefined) this.pointer = pointer;
    if (position !== undefined) ({ offset: this.offset, line: this.line, column: this.column } = position);
  }
}

type RecordingErrorContext = {
  readonly source: string;
  readonly pointer?: string | undefined;
  readonly position?: BytePosition | undefined;
  readonly cause?: unknown;
};
