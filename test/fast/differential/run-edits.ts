import { type Random, seededRandom } from "../../../scripts/long/mutate/random.js";
import { compareOutcomes, joinEntries, type Outcome } from "./compare.js";
import { editEntry, varyEntry } from "./edit-entry.js";
import type { RecordingFormat, Traffic } from "./traffic.js";

export const RECORDING_FORMATS: readonly RecordingFormat[] = ["HAR", "indented HAR", "NDJSON"];

/** An edited recording whose report depends on the fast path. */
export type Difference = {
  readonly recording: string;
  readonly coverage: boolean;
  readonly fast: Outcome;
  readonly full: Outcome;
};

export type EditedRun = {
  readonly recordings: number;
  /** How many entries were checked from their bytes. */
  readonly settled: number;
  readonly differences: readonly Difference[];
};

/**
 * Checks small recordings, with and without the fast path: half of them with one edited entry after three that are the same, the others
 * with entries that vary in the same places. About every second one is checked with coverage.
 */
export async function runEdits(
  { name, contract, entries }: Traffic,
  { seed, rounds }: { readonly seed: number; readonly rounds: number },
): Promise<EditedRun> {
  const random = seededRandom(`${name} ${seed}`);
  const differences: Difference[] = [];
  let settled = 0;
  for (let round = 0; round < rounds; round += 1) {
    const format = RECORDING_FORMATS[round % RECORDING_FORMATS.length] ?? "HAR";
    const recording = createRecording(random, format, entries[format]);
    const coverage = random.below(2) === 0;
    const compared = await compareOutcomes(contract, recording, coverage);
    settled += compared.settled;
    if (compared.difference !== undefined)
      differences.push({ recording: recording.toString("latin1"), coverage, ...compared.difference });
  }
  return { recordings: rounds, settled, differences };
}

function createRecording(random: Random, format: RecordingFormat, entries: readonly string[]): Buffer {
  const [entry = "", other = ""] = [0, 1].map(() => entries[random.below(entries.length)]);
  if (random.below(2) === 0) return joinEntries(format, varyEntry(random, entry, 10));
  const original = Buffer.from(entry);
  return joinEntries(format, [original, original, original, editEntry(random, entry, other), original]);
}
