import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { REPORT_FORMATS } from "../../src/report/index.js";
import { createRecordingFiles, recordingsArbitrary } from "./random-recordings.js";
import { createFolder, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

test.each([
  ["from here, with a dot", (path: string) => `./${path}`],
  ["from here, by detours", (path: string) => path.replace("test/", "test/cli/..//")],
  ["from the root", (path: string) => resolve(path)],
])("same input, same bytes, however its files are named: %s", async (_, name) => {
  const [spec, traffic] = ["test/cases/library.yaml", "test/recordings/library"];
  for (const format of Object.keys(REPORT_FORMATS)) {
    const args = ["--format", format, "--coverage", "--verdicts", "/dev/stderr"];
    const plain = await runContract(["check", traffic, `${traffic}/nock.json`, "--spec", spec, ...args]);
    const named = ["check", name(traffic), name(`${traffic}/nock.json`), "--spec", name(spec), ...args];
    expect(await runContract(named)).toEqual(plain);
    expect(plain.stdout).not.toContain(process.cwd());
  }
});

test("same input, same bytes, in any order of files", async () => {
  await fc.assert(
    fc.asyncProperty(recordingsArbitrary, fc.infiniteStream(fc.nat()), async (written, randomValue) => {
      const files = createRecordingFiles(written);
      const folder = createFolder(files);
      const paths = Object.keys(files).map((name) => join(folder, name));
      const keyed = paths.map((path): [number, string] => [randomValue.next().value ?? 0, path]);
      const shuffled = keyed.sort(([a], [b]) => a - b).map(([, path]) => path);
      for (const format of ["text", "json"]) {
        const args = ["--spec", LIBRARY, "--coverage", "--format", format];
        const inOrder = await runContract(["check", ...paths, ...args]);
        expect(await runContract(["check", ...shuffled, ...args])).toEqual(inOrder);
        expect(await runContract(["check", folder, ...args])).toEqual(inOrder);
      }
    }),
    { numRuns: 15, seed: 7 },
  );
});
