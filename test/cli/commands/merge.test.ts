import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRecordingFiles, recordingsArbitrary } from "../random-recordings.js";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const LIBRARY = join(import.meta.dirname, "../../cases/library.yaml");
const invalid = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"Emma"}' } } });

test("the reports of all shards, in any order, merge to the bytes of the whole run", async () => {
  await fc.assert(
    fc.asyncProperty(recordingsArbitrary, fc.integer({ min: 1, max: 5 }), fc.nat(), async (written, of, turn) => {
      const folder = createFolder(createRecordingFiles(written));
      const run = ["check", folder, "--spec", LIBRARY, "--coverage", "--format"];
      const shards: string[] = [];
      for (let index = 1; index <= of; index++) {
        const file = join(folder, `${index}.json`);
        await runContract([...run, `json:${file}`, "--shard", `${index}/${of}`]);
        shards.splice(turn % (shards.length + 1), 0, file);
      }
      for (const format of ["json", "text"]) {
        const whole = await runContract([...run, format]);
        const merged = await runContract(["merge", ...shards, "--format", format]);
        expect(merged.stdout).toBe(whole.stdout);
        expect(merged.code).toBe(whole.code);
      }
    }),
    { numRuns: 12, seed: 11 },
  );
});

test("webhook counts add up like operation counts", async () => {
  const delivery = (body: object): string =>
    JSON.stringify({
      webhook: {},
      request: {
        method: "POST",
        url: "https://listener.example/hooks?from=library",
        headers: [
          ["Content-Type", "application/json"],
          ["Library-Signature", "PGaecd3PZjrddZXZQbMPyciyq6o="],
        ],
        body: JSON.stringify(body),
      },
      response: { status: 200, headers: [] },
    });
  const lent = { event: "LENT", book: 7 };
  const came = [lent, { ...lent, book: "seven" }, lent, lent, { ...lent, book: "eight" }].map(delivery);
  const folder = createFolder({ "came.ndjson": came.join("\n") });
  const run = ["check", join(folder, "came.ndjson"), "--spec", join(import.meta.dirname, "../../cases/events.yaml")];
  const shards = ["1/3", "2/3", "3/3"].map((shard) => ({ shard, file: join(folder, `${shard[0]}.json`) }));
  for (const { shard, file } of shards) await runContract([...run, "--shard", shard, "--format", `json:${file}`]);
  const whole = await runContract([...run, "--format", "json"]);
  const merged = await runContract(["merge", ...shards.map(({ file }) => file), "--format", "json"]);
  expect(merged.stdout).toBe(whole.stdout);
  const { coverage, findings } = JSON.parse(whole.stdout);
  expect(coverage.webhooks[0]).toMatchObject({ path: "book-lent", exchanges: 5, statuses: { 200: 5 } });
  expect(findings[0]).toMatchObject({ exchanges: 2, of: 5 });
});

test("a baseline is applied to the merged report", async () => {
  const folder = createFolder({ "a.har": createHar(invalid, createHarEntry(), invalid) });
  const baseline = join(folder, "baseline.yaml");
  const run = ["check", join(folder, "a.har"), "--spec", LIBRARY, "--baseline", baseline];
  await runContract([...run, "--update-baseline", "known since the summer"]);
  const shards = [1, 2].map((index) => join(folder, `${index}.json`));
  for (const [index, file] of shards.entries())
    await runContract([...run, "--shard", `${index + 1}/2`, "--format", `json:${file}`]);
  const whole = await runContract([...run, "--format", "json"]);
  const merged = await runContract(["merge", ...shards, "--baseline", baseline, "--format", "json"]);
  expect(merged).toEqual({ ...whole, stderr: merged.stderr });
  expect(whole.code).toBe(0);
  expect(JSON.parse(whole.stdout).baseline.known.error).toBeGreaterThan(0);
});

test("thresholds of the configuration of merge apply to the merged coverage", async () => {
  const folder = createFolder({ "a.har": createHar(createHarEntry()) });
  const reports = { with: ["--coverage"], without: [] };
  for (const [name, options] of Object.entries(reports)) {
    const run = ["check", join(folder, "a.har"), "--spec", LIBRARY, ...options];
    await runContract([...run, "--format", `json:${join(folder, `${name}.json`)}`]);
  }
  const merge = async (name: string, percent: number) => {
    writeFileSync(join(folder, "c.yaml"), `coverage: { operations: ${percent} }\n`);
    return runContract(["merge", join(folder, `${name}.json`), "--config", join(folder, "c.yaml")]);
  };
  expect((await merge("with", 1)).code).toBe(0);
  expect(await merge("with", 100)).toMatchObject({ code: 1, stdout: expect.stringContaining("instead of 100 %") });
  expect(await merge("without", 1)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("pass --coverage to all"),
  });
});

test("the first sighting is merged as a whole: its request and response stay together, whichever shard saw it", async () => {
  const at = (second: number): object => ({
    ...createHarEntry({
      url: `https://library.example/v1/books/${second}`,
      response: { content: { size: 9, text: '{"id":"x","title":"Emma"}' } },
    }),
    startedDateTime: `2026-01-31T09:30:0${second}.000Z`,
  });
  const folder = createFolder({
    "late.har": createHar(at(5)),
    "early.har": createHar(at(1)),
    "last.har": createHar(at(9)),
  });
  const reports = await Promise.all(
    ["late", "early", "last"].map(async (name) => {
      const out = join(folder, `${name}.json`);
      await runContract(["check", join(folder, `${name}.har`), "--spec", LIBRARY, "--format", `json:${out}`]);
      return out;
    }),
  );
  for (const order of [reports, reports.toReversed()]) {
    const { findings } = JSON.parse((await runContract(["merge", ...order, "--format", "json"])).stdout);
    const found = findings.find(({ code }: { code: string }) => code === "response.body.invalid");
    expect(found).toMatchObject({ exchanges: 3, of: 3, last: { startedAt: "2026-01-31T09:30:09.000Z" } });
    expect(found.first).toEqual({
      source: join(folder, "early.har"),
      index: 0,
      startedAt: "2026-01-31T09:30:01.000Z",
      method: "GET",
      url: "https://library.example/v1/books/1",
      status: 200,
    });
    expect(found.recording.source).toBe(join(folder, "early.har"));
  }
});

describe("--shard", () => {
  test.each(["0/2", "3/2", "1", "a/b", "1/0", ""])("%j is rejected with the expected form", async (shard) => {
    const { code, stderr } = await runContract(["check", "x.har", "--shard", shard]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--shard ${shard}: expected i/n`);
  });

  test("a shard without exchanges is no error; a whole run without any is", async () => {
    const folder = createFolder({ "a.har": createHar(createHarEntry()) });
    const run = ["check", join(folder, "a.har"), "--spec", LIBRARY, "--shard"];
    expect((await runContract([...run, "2/2"])).code).toBe(0);
    const other = createFolder({ "a.har": createHar(createHarEntry({ url: "https://elsewhere.example/" })) });
    const report = join(other, "1.json");
    const part = ["check", join(other, "a.har"), "--spec", LIBRARY, "--shard", "1/1", "--format", `json:${report}`];
    expect((await runContract(part)).code).toBe(0);
    const { code, stderr } = await runContract(["merge", report]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("no exchange matches this spec"),
    });
  });

  test("adds nothing to a baseline", async () => {
    const { code, stderr } = await runContract([
      "check",
      "x.har",
      "--shard",
      "1/2",
      "--baseline",
      "b",
      "--update-baseline",
      "known",
    ]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("a shard sees only part of the traffic"),
    });
  });
});

test("--only checks the named operations, by id, tag or path, and counts the others as left out", async () => {
  const folder = createFolder({
    "a.har": createHar(createHarEntry(), invalid, createHarEntry({ url: "https://library.example/v1/shelves" })),
  });
  const run = ["check", join(folder, "a.har"), "--spec", LIBRARY, "--format", "json", "--only"];
  for (const name of ["getBook", "/books/{bookId}"]) {
    const report = JSON.parse((await runContract([...run, name])).stdout);
    expect(report.coverage.operations.map((it: { operationId: string }) => it.operationId)).toContain("getBook");
    expect(report.summary).toMatchObject({ exchanges: 3, passed: 1, failed: 1 });
  }
  const { code, stderr } = await runContract([...run, "getBok"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('did you mean "getBook"?') });
});
