import type { ReadResult } from "../exchange.js";
import { openRecording } from "./open-recording.js";
import { readRecording } from "./read-recording.js";
import { findTrafficFiles } from "./traffic-files.js";

export type ReadExchangesOptions = {
  /** Base URL of the service for formats that record only paths, such as `https://host.example`. */
  readonly baseUrl?: string;
};

/**
 * Reads recordings one exchange at a time, in any format that `contract check` supports. `names` are files, directories or
 * globs. An entry that cannot be read as an exchange has the kind `unreadable`.
 *
 * @throws RecordingError if a name matches no traffic or a recording cannot be read.
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
