import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const createResponse = (value: unknown) =>
  createHarEntry({ response: { content: { size: 9, text: JSON.stringify(value) } } });
const clean = createHarEntry();
const wrong = createResponse({ id: "seven", title: "Emma" });
const wrongTitle = createResponse({ id: 7, title: 5 });

/** Creates runs in a directory with one recording, which a later run can replace. */
function createBaselineRun(...entries: readonly unknown[]) {
  const folder = createFolder({ "a.har": createHar(...entries) });
  const baseline = join(folder, "baseline.yaml");
  const run = async (recording: string, ...args: string[]): Promise<CommandResult> =>
    runContract(["check", join(folder, recording), "--spec", LIBRARY, "--baseline", baseline, ...args]);
  const accept = (...args: string[]) => run("a.har", "--update-baseline", "the old app", ...args);
  const later = (...next: readonly unknown[]) => {
    const other = createFolder({ "b.har": createHar(...next) });
    return (...args: string[]) =>
      runContract(["check", join(other, "b.har"), "--spec", LIBRARY, "--baseline", baseline, ...args]);
  };
  const text = () => readFileSync(baseline, "utf8");
  /** Changes the expiry date of the accepted findings. */
  const acceptUntil = async (day: string): Promise<void> => {
    await accept("--expires", "2026-03-01");
    writeFileSync(baseline, text().replaceAll("2026-03-01", day));
  };
  return { baseline, run, accept, acceptUntil, later, text };
}

describe("--update-baseline", () => {
  test("requires a reason, and writes nothing without one", async () => {
    const { run, text } = createBaselineRun(wrong);
    const { code, stderr } = await run("a.har", "--update-baseline", "");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/1 finding would be accepted; give a reason/),
    });
    expect(text).toThrow(/ENOENT/);
  });

  test("rejects a last day in the past", async () => {
    const { accept, text } = createBaselineRun(wrong);
    const { code, stderr } = await accept("--expires", "2026-02-14");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/2026-02-14: the date is in the past/),
    });
    expect(text).toThrow(/ENOENT/);
  });

  test("reports what it accepts, and writes it with reason, last day and first sighting", async () => {
    const { accept, text } = createBaselineRun(wrong);
    const { code, stderr } = await accept("--expires", "2026-03-01");
    expect(code).toBe(0);
    expect(stderr).toMatch(/accepted [0-9a-f]{16} response\.body\.invalid getBook: \/id: expected integer/);
    for (const line of ["reason: the old app", "expires: 2026-03-01", "firstSeen: 2026-01-31"])
      expect(text()).toContain(line);
  });

  test("keeps the existing reasons, in the order of fingerprints", async () => {
    const { accept, later, text } = createBaselineRun(wrong);
    await accept();
    const { stderr } = await later(wrong, wrongTitle)("--update-baseline", "the new app");
    expect(stderr.match(/^accepted/gm)).toHaveLength(1);
    const fingerprints = [...text().matchAll(/fingerprint: "?([0-9a-f]{16})/g)].map(([, it]) => it);
    expect(fingerprints).toEqual([...fingerprints].sort());
    expect([...text().matchAll(/reason: (.*)/g)].map(([, it]) => it).sort()).toEqual(["the new app", "the old app"]);
  });

  test("says why it accepts nothing", async () => {
    const { accept } = createBaselineRun(clean);
    expect((await accept()).stderr).toMatch(/^wrote \S+ \(0 accepted: there are no findings to accept\)$/m);
  });

  test("removes only what the run checked", async () => {
    const { accept, later, text } = createBaselineRun(wrong);
    await accept();
    await later(createHarEntry({ response: { status: 404, headers: [], content: { size: 0 } } }))(
      "--update-baseline",
      "x",
      "--fail-on",
      "never",
    );
    expect(text()).toContain("the old app");
    const { code, stderr } = await later(clean)("--update-baseline", "");
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^fixed, removed .*getBook/m) });
    expect(text()).not.toContain("the old app");
  });

  test("changes nothing if something could not be checked", async () => {
    const { accept, later, text } = createBaselineRun(wrong);
    await accept();
    const before = text();
    const { code, stderr } = await later(
      clean,
      createHarEntry({ response: { content: { size: 30, _file: "gone.json" } } }),
    )("--update-baseline", "");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/unchanged because/) });
    expect(text()).toBe(before);
  });
});

describe("--baseline", () => {
  test("known findings do not count; new ones do, and are marked as new", async () => {
    const { accept, later } = createBaselineRun(wrong);
    await accept();
    const { stdout: text, code: passed } = await later(wrong, clean)();
    expect({ passed, text }).toEqual({
      passed: 0,
      text: expect.stringMatching(
        /^Passed: .*; 1 accepted\.\n2 exchanges: 1 passed, 1 with accepted findings only, 0 failed$/m,
      ),
    });
    const { code, stdout } = await later(wrong, wrongTitle)("--format", "json");
    const { findings, baseline, summary } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(summary).toMatchObject({ exchanges: 2, passed: 0, accepted: 1, failed: 1 });
    expect(baseline).toMatchObject({ new: 1, known: { error: 1, warn: 0 }, fixed: [], expired: [], unobserved: 0 });
    expect(findings.map(({ state }: { state: string }) => state).sort()).toEqual(["known", "new"]);
  });

  test("its JSON report fits the schema", async () => {
    const { acceptUntil, later } = createBaselineRun(wrong, createResponse({ id: 7, title: "Emma", author: "x" }));
    await acceptUntil("2026-02-14");
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/report/report.schema.json"), "utf8"));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    const { stdout } = await later(wrongTitle)("--format", "json");
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
  });

  test("a finding is fixed if it is missing from responses that were seen again", async () => {
    const { accept, later } = createBaselineRun(wrong);
    await accept();
    const { code, stdout } = await later(clean)();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /0 new, 0 known, 0 expired, 1 fixed\n {2}fixed .*response\.body\.invalid getBook {2}the old app/,
    );
  });

  test("a waiver holds until the end of its last day, and counts again after it", async () => {
    for (const [day, code] of [
      ["2026-02-15", 0],
      ["2026-02-14", 1],
    ] as const) {
      const { acceptUntil, later } = createBaselineRun(wrong);
      await acceptUntil(day);
      const { stdout, ...result } = await later(wrong)();
      expect(result.code, day).toBe(code);
      expect(stdout).toMatch(
        code === 0 ? /known {3}1 × accepted until 2026-02-15: the old app/ : /accepted until 2026-02-14: the old app/,
      );
    }
  });

  test.each([
    [
      "schemaVersion: 2\nwaivers: [{ fingerprint: abc, reason: x }]",
      /:2:13: \/waivers\/0\/fingerprint: expected .*\[0-9a-f\]/,
    ],
    ["schemaVersion: 2\nwaivers: [{ fingerprint: 0123456789abcdef, reson: x }]", /:2:44: .*did you mean "reason"\?/],
    [
      "schemaVersion: 1\nwaivers: [{ fingerprint: 0123456789abcdef, reason: x }]",
      /b\.yaml:1:1: \/schemaVersion: expected 2, got/,
    ],
    ["- a", /expected object/],
    ["a: [", /not valid YAML/],
  ])("%s", async (content, message) => {
    const folder = createFolder({ "a.har": createHar(clean), "b.yaml": content });
    const args = ["check", join(folder, "a.har"), "--spec", LIBRARY, "--baseline", join(folder, "b.yaml")];
    const { code, stderr } = await runContract(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });
});
