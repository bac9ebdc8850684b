/** `contract check --workers`: several processes write the report of one. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureFiles, resolveWorkers, splitFiles } from "../../../src/cli/check/check-in-workers.js";
import type { Io } from "../../../src/cli/process/io.js";
import { bundledCommand } from "../../bundled.js";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const LIBRARY = join(import.meta.dirname, "../../cases/library.yaml");
const invalid = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"Emma"}' } } });
const valid = createHarEntry();

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["whole files", "json", { "a.har": createHar(valid, invalid), "b.har": createHar(invalid, valid) }],
  ["more processes than files", "text", { "a.har": createHar(invalid, valid, valid, invalid, invalid) }],
])("two processes check %s and give the bytes of one: %s", async (_, format, files) => {
  const check = ["check", createFolder(files), "--spec", LIBRARY, "--coverage", "--format", format];
  const alone = await runContract(check);
  expect(alone.code).toBe(1);
  expect(await runContract([...check, "--workers", "2"], "", {}, { selfCommand: bundledCommand() })).toEqual(alone);
});

test("the baseline is written from the reports of all processes", async () => {
  const folder = createFolder({ "a.har": createHar(valid, invalid) });
  const check = ["check", folder, "--spec", LIBRARY, "--baseline", join(folder, "baseline.yaml")];
  const write = [...check, "--update-baseline", "known", "--workers", "2"];
  expect((await runContract(write, "", {}, { selfCommand: bundledCommand() })).code).toBe(0);
  expect((await runContract(check)).code).toBe(0);
});

test("a process that fails makes the run inconclusive and is named", async () => {
  const har = createHar(valid);
  const folder = createFolder({ "a.har": har, "b.har": har, "broken.mjs": "process.exit(3);" });
  const { code, stderr } = await runContract(
    ["check", join(folder, "*.har"), "--spec", LIBRARY, "--workers", "2"],
    "",
    {},
    { selfCommand: [process.execPath, join(folder, "broken.mjs")] },
  );
  expect(stderr).toContain("part 2/2 of the recordings was not checked: its process ended with exit code 3");
  expect(code).toBe(2);
});

const io = { selfCommand: ["contract"] } as unknown as Io;

test.each<[string, Parameters<typeof resolveWorkers>[0], readonly number[], number]>([
  ["large files", {}, [100, 100, 100, 100], 4],
  ["three large files", {}, [100, 100, 100], 3],
  ["small files", {}, [1, 1, 1, 1], 1],
  ["one large file", {}, [400], 1],
  ["a large file and a small one", {}, [400, 1], 2],
  ["large files of a shard", { shard: "1/2" }, [100, 100], 1],
  ["one file and a number", { workers: 2 }, [1], 1],
  ["small files and a number", { workers: 2 }, [1, 1, 1], 2],
  ["no file", { workers: 2 }, [], 1],
])("%s", (_, options, megabytes, expected) => {
  const sized = megabytes.map((size, at) => ({ name: `${at}`, size: size * 1e6 }));
  expect(resolveWorkers(options, sized, io, 8)).toBe(expected);
});

test("standard input and --verdicts need one process", () => {
  expect(resolveWorkers({}, measureFiles(["-"]), io)).toBe(1);
  expect(() => resolveWorkers({ workers: 2 }, measureFiles(["-"]), io)).toThrow("--workers 2: - needs one process");
  expect(() => resolveWorkers({ workers: 2, verdicts: "v" }, [], io)).toThrow("--verdicts needs one process");
});

test("files are dealt out evenly and in their order", () => {
  const files = [4, 1, 3, 2].map((size, at) => ({ name: `${at}`, size }));
  expect(splitFiles(files, 2)).toEqual([
    ["0", "1"],
    ["2", "3"],
  ]);
  expect(splitFiles([...files, { name: "4", size: 30 }], 2)).toEqual([["4"], ["0", "1", "2", "3"]]);
  expect(splitFiles(files, 5)).toEqual([["0"], ["2"], ["3"], ["1"], []]);
});
