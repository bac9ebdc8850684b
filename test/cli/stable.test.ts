import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contract, entry, folderWith, har } from "./command.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

/** Clean and broken in many ways, so that groups, counts, first and last sightings and reasons all have something to mix up. */
const entries = fc.oneof(
  fc.record({ id: fc.oneof(fc.integer(), fc.string()), title: fc.string(), extra: fc.string() }).map((value) => {
    const text = JSON.stringify({ id: value.id, title: value.title, [`x${value.extra}`]: 1 });
    return entry({ response: { content: { size: text.length, text } } });
  }),
  fc.constantFrom(404, 418, 500).map((status) => entry({ response: { status, content: { size: 0 } } })),
  fc.webPath().map((path) => entry({ url: `https://elsewhere.example${path}` })),
  fc.constant(entry({ response: { content: { size: 30 } } })),
);

const recordings = fc.array(
  fc.tuple(fc.array(entries, { minLength: 1, maxLength: 4 }), fc.date({ noInvalidDate: true })),
  { minLength: 2, maxLength: 5 },
);

test("same input, same bytes, in any order of files", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(recordings, fc.infiniteStream(fc.nat()), async (written, chance) => {
      const files = written.map(([list, date], index): [string, string] => {
        const startedDateTime = new Date(Math.abs(date.getTime()) % 4e12).toISOString();
        return [`${index}.har`, har(...list.map((it) => ({ ...it, startedDateTime })))];
      });
      const folder = folderWith(Object.fromEntries(files));
      const paths = files.map(([name]) => join(folder, name));
      const keyed = paths.map((path): [number, string] => [chance.next().value ?? 0, path]);
      const shuffled = keyed.sort(([a], [b]) => a - b).map(([, path]) => path);
      for (const format of ["text", "json"]) {
        const args = ["--spec", LIBRARY, "--coverage", "--format", format];
        const inOrder = await contract(["check", ...paths, ...args]);
        expect(await contract(["check", ...shuffled, ...args])).toEqual(inOrder);
        expect(await contract(["check", folder, ...args])).toEqual(inOrder);
      }
    }),
    { numRuns: 15, seed: 7 },
  );
});
