import type { ReadResult } from "../exchange.js";
import { openRecording } from "./open-recording.js";
import { readRecording } from "./read-recording.js";
import { findTrafficFiles } from "./traffic-files.js";

export type ReadExchangesOptions = {
  /** The address that stands for the service in formats which record only paths, such as `https://host.example`. */
  readonly baseUrl?: string;
};

/**
 * Reads recordings one exchange at a time: files, folders and globs, of every format that `contract check` takes. What should
 * have been an exchange and is none comes as `unreadable`.
 *
 * @throws RecordingError when a name leads to no traffic, or a recording as a whole cannot be read.
 */
export async function* readExchanges(
  names: string | readonly string[],
  { baseUrl }: ReadExchangesOptions = {},
): AsyncGenerator<Exclude<ReadResult, { readonly kind: "settled" }>, void, undefined> {
  for (const file of await findTrafficFiles([names].flat())) {
    for await (const readings of readRecording(openRecording(file), { baseUrl })) {
      for (const reading of readings) if (reading.kind !== "settled") yield reading;
    }
  }
}
