import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Exchange,
  openRecording,
  type Reading,
  type RecordingSource,
  readRecording,
} from "../../src/exchange/index.js";
import { readNock } from "../../src/exchange/nock.js";
import { readPostman } from "../../src/exchange/postman/postman.js";
import { readWireMock } from "../../src/exchange/wiremock/wiremock.js";

export const SAMPLES = join(import.meta.dirname, "../recordings");

export type Reader = (source: RecordingSource) => AsyncIterable<readonly Reading[]>;

/** Reads a sample recording, edited if need be; what stands beside it stays beside it. */
export async function readSample(
  file: string,
  read: Reader,
  edit: (text: string) => string = (text) => text,
): Promise<Reading[]> {
  const path = join(SAMPLES, file);
  return readText(edit(readFileSync(path, "utf8")), read, { ...openRecording(path), name: file });
}

/** Reads a text as a recording that comes in small chunks. */
export async function readText(
  text: string | Uint8Array,
  read: Reader,
  source: Omit<RecordingSource, "chunks"> = { name: "made" },
): Promise<Reading[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }
  const readings: Reading[] = [];
  for await (const batch of read({ ...source, chunks: chunks() })) readings.push(...batch);
  return readings;
}

/** The exchanges of readings that are all readable. */
export function exchangesOf(readings: readonly Reading[]): Exchange[] {
  return readings.map((reading) => {
    if (reading.kind === "unreadable") throw new Error(`${reading.unreadable.pointer}: ${reading.unreadable.reason}`);
    return reading.exchange;
  });
}

export const baseUrl = "https://library.example/v1";
const stubs: Reader = (source) => readWireMock(source, { baseUrl });

/** Read by the reader of the format, so that gaps do not keep the rest from being judged. */
export const samples: Readonly<Record<string, { readonly read: Reader; readonly exchanges: number }>> = {
  "exchanges.ndjson": { read: readRecording, exchanges: 4 },
  "nock.json": { read: readNock, exchanges: 2 },
  "vcr.yaml": { read: readRecording, exchanges: 3 },
  "vcrpy.yaml": { read: readRecording, exchanges: 1 },
  "postman.json": { read: readPostman, exchanges: 3 },
  "wiremock/mappings/books.json": { read: stubs, exchanges: 2 },
  "wiremock/mappings/list-books.json": { read: stubs, exchanges: 1 },
  "playwright.har": { read: readRecording, exchanges: 1 },
};
