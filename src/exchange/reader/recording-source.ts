import type { RawBodyValidator, ReadResult } from "../exchange.js";
import type { AttachmentReader } from "./recorded-body.js";

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
  /** Validates exchanges from the raw bytes of the recording, in formats that support it. */
  readonly validateRawBody?: RawBodyValidator<Outcome> | undefined;
  /** Which entries to read; all if undefined. */
  readonly part?: RecordingPart | undefined;
};

/** The entries of this run, if several runs share a recording. Entries of other runs are left out or marked as foreign. */
export type RecordingPart = {
  /** Takes the next entry; called once per entry, in order. */
  readonly take: () => EntryTurn;
  /** Whether a skippable entry with these bytes has nothing that this run must know. */
  readonly canSkip: (bytes: Buffer) => boolean;
};

/** `foreign` and `skippable` entries belong to another run. Those that are not skippable are read, so that the next entries are understood. */
export type EntryTurn = "own" | "foreign" | "skippable";

/** Marks a reading of another run as foreign. Another run reports it if it is unreadable. */
export function markForeign<Outcome>(reading: ReadResult<Outcome>): readonly ReadResult<Outcome>[] {
  return reading.kind === "exchange" ? [{ ...reading, isForeign: true }] : [];
}
