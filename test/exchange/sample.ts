import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Exchange, openRecording, type Reading, type RecordingSource } from "../../src/exchange/index.js";

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
