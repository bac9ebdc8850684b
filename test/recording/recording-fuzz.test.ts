/** Any input is read, reported as unreadable at a location, or rejected with a `RecordingError`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { loadContract } from "../../src/check/index.js";
import { type ReadResult, RecordingError, readRecording } from "../../src/recording/index.js";
import { baseUrl, readText, SAMPLE_RECORDINGS, SAMPLES_FOLDER } from "./recording-samples.js";

const library = loadContract(join(import.meta.dirname, "../cases/library.yaml"));
const junk = fc.oneof(
  fc.constantFrom(null, undefined, true, -1, 0.5, 1e300, "", "/", "://", "{{a}}", "\ud800", "%", [], {}, [[]], [{}]),
  fc.constantFrom({ equalTo: 1 }, { hasExactly: [{}] }, { code: "x" }, ["a"], { key: 1 }, "data:x", "{{", ":a", "é"),
  fc.jsonValue({ maxDepth: 2 }),
);

const files = Object.keys(SAMPLE_RECORDINGS).filter((file) => !file.endsWith(".ndjson"));

test.each(files)("%s with random values in random positions", async (file) => {
  const text = readFileSync(join(SAMPLES_FOLDER, "library", file), "utf8");
  const sample: unknown = parse(text, { logLevel: "silent" });
  const places = placesIn(sample);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...places), junk), { minLength: 1, maxLength: 3 }),
      async (edits) => {
        const edited = structuredClone(sample);
        for (const [place, value] of edits) put(edited, place, value);
        const written = file.endsWith(".yaml") ? stringify(edited) : (JSON.stringify(edited) ?? "");
        await readsOrRefuses(written);
      },
    ),
    { numRuns: 300, seed: 1 },
  );
});

test("a line of NDJSON with random values in random positions", async () => {
  const lines = readFileSync(join(SAMPLES_FOLDER, "library/exchanges.ndjson"), "utf8").split("\n");
  const sample: unknown = JSON.parse(lines[1] ?? "");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...placesIn(sample)), junk, async (place, value) => {
      const edited = structuredClone(sample);
      put(edited, place, value);
      await readsOrRefuses(`${lines[0]}\n${JSON.stringify(edited)}`);
    }),
    { numRuns: 500, seed: 1 },
  );
});

async function readsOrRefuses(text: string): Promise<void> {
  try {
    const readings: ReadResult[] = await readText(text, (source) => readRecording(source, { baseUrl }));
    for (const reading of readings) {
      if (reading.kind === "unreadable") expect(reading.unreadable.reason).toMatch(/expected /);
      else library.check(reading.exchange);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError);
  }
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [place];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [place, ...entries.flatMap(([name, item]) => placesIn(item, [...place, name]))];
}

function put(root: unknown, place: Place, value: unknown): void {
  let parent = root as Record<string | number, unknown>;
  for (const name of place.slice(0, -1)) {
    const next = parent[name];
    if (typeof next !== "object" || next === null) return;
    parent = next as Record<string | number, unknown>;
  }
  const last = place.at(-1);
  if (last !== undefined) parent[last] = value;
}
