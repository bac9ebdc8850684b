import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readNock } from "../../src/recording/formats/nock.js";
import { readPostman } from "../../src/recording/formats/postman.js";
import { readWireMock } from "../../src/recording/formats/wiremock.js";
import {
  type Exchange,
  openRecording,
  type ReadResult,
  type RecordingSource,
  readRecording,
} from "../../src/recording/index.js";

export const SAMPLES_FOLDER = join(import.meta.dirname, "../recordings");

export type SampleReader = (source: RecordingSource) => AsyncIterable<readonly ReadResult[]>;

/** Reads a sample recording, optionally edited, with the other files of its directory. */
export async function readSample(
  file: string,
  read: SampleReader,
  edit: (text: string) => string = (text) => text,
): Promise<ReadResult[]> {
  const path = join(SAMPLES_FOLDER, file);
  return readText(edit(readFileSync(path, "utf8")), read, { ...openRecording(path), name: file });
}

/** Reads a text as a recording in small chunks. */
export async function readText(
  text: string | Uint8Array,
  read: SampleReader,
  source: Omit<RecordingSource, "chunks"> = { name: "made" },
): Promise<ReadResult[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }
  const readings: ReadResult[] = [];
  for await (const batch of read({ ...source, chunks: chunks() })) readings.push(...batch);
  return readings;
}

/** Returns the exchanges; throws if an entry is unreadable. */
export function requireExchanges(readings: readonly ReadResult[]): Exchange[] {
  return readings.map((reading) => {
    if (reading.kind === "unreadable") throw new Error(`${reading.unreadable.pointer}: ${reading.unreadable.reason}`);
    return reading.exchange;
  });
}

export const baseUrl = "https://library.example/v1";
const stubs: SampleReader = (source) => readWireMock(source, { baseUrl });

/** Sample recordings with the reader of each format and the number of exchanges. */
export const SAMPLE_RECORDINGS: Readonly<Record<string, { readonly read: SampleReader; readonly exchanges: number }>> =
  {
    "exchanges.ndjson": { read: readRecording, exchanges: 4 },
    "nock.json": { read: readNock, exchanges: 2 },
    "vcr.yaml": { read: readRecording, exchanges: 3 },
    "vcrpy.yaml": { read: readRecording, exchanges: 1 },
    "postman.json": { read: readPostman, exchanges: 3 },
    "wiremock/mappings/books.json": { read: stubs, exchanges: 2 },
    "wiremock/mappings/list-books.json": { read: stubs, exchanges: 1 },
    "playwright.har": { read: readRecording, exchanges: 1 },
  };
