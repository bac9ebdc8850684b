import { readHarEntry } from "../../../../src/recording/formats/har/har-entry.js";
import type { Exchange } from "../../../../src/recording/index.js";

export type Edit = { readonly [name: string]: unknown };

/** Reads an entry with the members of the edits. */
export function readEdited(request: Edit = {}, response: Edit = {}, entry: Edit = {}): Exchange {
  const reading = readHarEntry(
    {
      startedDateTime: "2026-11-20T10:00:00.000Z",
      request: { method: "GET", url: "https://host.example/", headers: [], ...request },
      response: { status: 200, headers: [], content: { size: 2, text: "{}" }, ...response },
      ...entry,
    },
    { source: "f.har", index: 4 },
  );
  if (reading.kind === "unreadable") throw new Error(reading.unreadable.reason);
  return reading.exchange;
}
