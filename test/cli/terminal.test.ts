/** Output on a terminal, which shows stdout and stderr together. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const partial = createHar(createHarEntry({ response: { content: { size: 30, _file: "gone.json" } } }));

const why = "1 exchange was only partially checked";

test.each([{ isTerminal: true }, { isTerminal: false }])(
  "the reason why a run is inconclusive begins the report, and is on stderr if that is not the terminal, %j",
  async (machine) => {
    const { code, stdout, stderr } = await runContract(["check", "-", "--spec", LIBRARY], partial, {}, machine);
    expect({ code, stdout: stdout.includes(why), stderr: stderr.split(why).length - 1 }).toEqual({
      code: 2,
      stdout: true,
      stderr: machine.isTerminal ? 0 : 1,
    });
    expect(stdout).toMatch(/^\S*Inconclusive: 1 exchange was only partially checked\.\S*\n/);
  },
);

test.each([
  ["where the report goes elsewhere", "json", true],
  ["if it is not a terminal", "text", false],
])("the reason why a run is inconclusive is on stderr %s", async (_, format, isTerminal) => {
  const file = join(createFolder({}), "report");
  const args = format === "json" ? [`${format}:${file}`] : [format];
  const given = ["check", "-", "--spec", LIBRARY, "--format", ...args];
  expect((await runContract(given, partial, {}, { isTerminal })).stderr).toContain(`inconclusive: ${why}`);
});

describe("a report on a terminal", () => {
  const title = "a title that is much longer than any book has had for a very long time";
  const wrong = createHarEntry({
    response: { content: { size: 30, text: JSON.stringify({ id: title, title: 7, [title]: 1 }) } },
  });
  const check = (columns: number | undefined, ...args: readonly string[]) => {
    const machine = columns === undefined ? {} : { isTerminal: true, columns };
    return runContract(["check", "-", "--spec", LIBRARY, ...args], createHar(wrong), { NO_COLOR: "1" }, machine);
  };

  test("is as wide as the terminal, except for commands", async () => {
    const [{ stdout: piped }, { stdout: narrow }] = [await check(undefined), await check(60)];
    const long = (text: string): string[] =>
      text.split("\n").filter((line) => line.length > 60 && !/^ *reproduce/.test(line));
    expect(long(piped).length).toBeGreaterThan(3);
    expect(long(narrow)).toEqual([]);
    expect(narrow).toMatch(/^ {4}\/id: expected integer, got string .*\n {8}\S/m);
    expect(narrow).toMatch(/^ {4}recording <stdin> {2}\/log\/entries\/0.*….* → \/id$/m);
  });

  test("has at most eight lines for each cause, with what is found and how to fix it", async () => {
    const causes = (await check(80)).stdout.split("\n\n").filter((it) => /^[✗!] /.test(it));
    expect(causes).toHaveLength(3);
    for (const cause of causes) {
      expect(cause.split("\n").length).toBeLessThanOrEqual(8);
      expect(cause).toMatch(
        /\n {4}\/[\s\S]*(?:expected|is not declared)[\s\S]*\n {4}spec +\S+:\d+:\d+ [\s\S]*\n {4}(?:Send|Add)/,
      );
    }
  });

  test("names the folder of specs and recordings once, if they are elsewhere", async () => {
    const folder = createFolder({ "a.yaml": readFileSync(LIBRARY, "utf8"), "a.har": createHar(wrong) });
    const args = ["check", join(folder, "a.har"), "--spec", join(folder, "a.yaml")];
    const { stdout } = await runContract(args, "", { NO_COLOR: "1" }, { isTerminal: true, columns: 80 });
    expect(stdout).toContain(`\nSpec files in ${folder}/\nRecordings in ${folder}/\n`);
    expect(stdout).toMatch(/^ {4}spec {6}a\.yaml:83:15 {2}\/\S+$/m);
    expect(stdout).toMatch(/^ {4}recording a\.har {2}\/log/m);
  });

  test("colours take no width", async () => {
    const given = ["check", "-", "--spec", LIBRARY];
    const { stdout } = await runContract(given, createHar(wrong), {}, { isTerminal: true, columns: 60 });
    const colours = String.fromCharCode(27);
    expect(stdout).toContain(`${colours}[31m`);
    expect(stdout.replaceAll(new RegExp(`${colours}\\[[0-9]+m`, "g"), "")).toBe((await check(60)).stdout);
  });

  test("is the same as in a file, however wide the terminal", async () => {
    const file = join(createFolder({}), "report.txt");
    const { stdout } = await check(60, "--format", `text:${file}`);
    expect({ stdout, stored: readFileSync(file, "utf8") }).toEqual({
      stdout: "",
      stored: (await check(undefined)).stdout,
    });
  });
});

test.each([
  ["generate", ["generate", "--spec", "SPEC", "--out", "out"], /^\rgenerating from .*…/],
  ["docs", ["docs", "SPEC", "--out", "out"], /^\rwriting the reference to .*…/],
  ["lint", ["lint", "SPEC"], /^\rchecking .*…/],
  ["diff", ["diff", "SPEC", "SPEC"], /^\rreading .* and .*…/],
  ["resources", ["resources", "SPEC"], /^\rreading .*…/],
])("contract %s shows on a terminal what it does, and nothing in a pipe", async (_, words, shown) => {
  const folder = createFolder({});
  const args = words.map((it) => (it === "SPEC" ? LIBRARY : it === "out" ? join(folder, "out") : it));
  for (const isTerminal of [true, false]) {
    const { code, stderr } = await runContract(args, "", {}, { isTerminal });
    expect({ code, isShown: shown.test(stderr) }).toEqual({ code: 0, isShown: isTerminal });
  }
});
