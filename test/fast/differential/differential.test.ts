/**
 * With and without the fast path, recordings of test cases, random exchanges, mutants and edited entries come to the same report.
 * FAST_SEED chooses others, and `npm run long differential-fast` checks more of them.
 */
import { describe, expect, test } from "vitest";
import { compareOutcomes, joinEntries } from "./compare.js";
import { RECORDING_FORMATS, runEdits } from "./run-edits.js";
import { readTraffic } from "./traffic.js";

const seed = Number(process.env.FAST_SEED ?? 1);
const traffic = await readTraffic(seed, 0.1);
const runs = RECORDING_FORMATS.flatMap((format, at) => [[format, at % 2 === 0] as const]);

describe.each(traffic.map((it) => [it.name, it] as const))("traffic of %s", (_, it) => {
  test.each(runs)("as %s (coverage: %s)", async (format, coverage) => {
    const recording = joinEntries(
      format,
      it.entries[format].map((entry) => Buffer.from(entry)),
    );
    const { settled, difference } = await compareOutcomes(it.contract, recording, coverage);
    expect(difference?.fast).toEqual(difference?.full);
    // All exchanges of this public spec may be XML, which has no template.
    if (it.name !== "scalar-galaxy-3.1") expect(settled).toBeGreaterThan(it.entries[format].length / 20);
  });
});

test("recordings with edited entries", async () => {
  let [settled, recordings] = [0, 0];
  for (const it of traffic) {
    const edited = await runEdits(it, { seed, rounds: 60 });
    expect(edited.differences).toEqual([]);
    settled += edited.settled;
    recordings += edited.recordings;
  }
  expect(settled).toBeGreaterThan(recordings / 10);
});
