import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REPORT_FORMATS } from "../../src/report/index.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const invalid = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"::error::owned"}' } } });

type FormatRun = {
  readonly traffic?: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
};

/** Checks traffic that violates the spec in one place. */
function runCheck({
  traffic = createHar(createHarEntry(), invalid),
  args = [],
  env = {},
}: FormatRun): Promise<CommandResult> {
  return runContract(["check", "-", "--spec", LIBRARY, ...args], traffic, env);
}

describe("--format", () => {
  /** The beginning of a report in each format. */
  const BEGINNINGS: Readonly<Record<string, RegExp>> = {
    text: /^Failed: the traffic violates the spec of Library/,
    json: /^\{\n {2}"schemaVersion": 2/,
    ndjson: /^\{"head":/,
    junit: /^<\?xml version="1\.0"/,
    sarif: /^\{\n?\s*"\$schema": ?"[^"]*sarif/,
    github: /^::error title=response\.body\.invalid/,
    markdown: /^## ✗ Failed: /,
    html: /^<!doctype html>/,
  };

  test("every format, each to its file, in one run", async () => {
    const folder = createFolder({});
    const args = Object.keys(REPORT_FORMATS).flatMap((name) => ["--format", `${name}:${join(folder, name)}`]);
    expect(await runCheck({ args })).toMatchObject({ code: 1, stdout: "" });
    for (const name of Object.keys(REPORT_FORMATS))
      expect(readFileSync(join(folder, name), "utf8"), name).toMatch(BEGINNINGS[name] ?? "no beginning");
  });

  test("missing directories of a file are created", async () => {
    const file = join(createFolder({}), "reports/today/a.json");
    expect(await runCheck({ args: ["--format", `json:${file}`] })).toMatchObject({ code: 1, stdout: "", stderr: "" });
    expect(readFileSync(file, "utf8")).toMatch(BEGINNINGS.json ?? "no beginning");
  });

  test.each(["check", "merge", "gate", "probe", "record", "listen"])(
    "the help of %s names them all",
    async (command) => {
      const { code, stdout } = await runContract([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain("text, json, ndjson, junit, sarif, github, markdown or html");
    },
  );

  test("text and annotations go to stdout together", async () => {
    const { stdout } = await runCheck({ args: ["--format", "github", "--format", "text"] });
    expect(stdout).toMatch(/^::error title=response\.body\.invalid.*^Failed: the traffic/ms);
  });

  test.each([
    ["two that are no lines", ["json", "html"], /formats json and html: only one report can go to stdout .*html:FILE/],
    ["the same twice", ["text", "text"], /formats text and text: only one report/],
    ["three", ["text", "github", "json"], /formats text and github and json: only one report/],
    ["one that there is not", ["pdf"], /unknown format "pdf"; give text, .* or html, or NAME:FILE/],
    ["a name of an object's own", ["constructor"], /unknown format "constructor"/],
    ["a file without a name", ["html:"], /format html:: missing file name/],
    ["one file for two", ["html:a.html", "json:./a.html"], /a\.html: two reports use this file/],
    ["a file in place of a folder", ["html:package.json/a.html"], /directory package\.json does not exist/],
    [
      "a file in place of a missing folder's parent",
      ["html:package.json/b/a.html"],
      /directory package\.json does not/,
    ],
    [
      "a folder in place of a file",
      ["json:docs"],
      /^contract[^:]*: cannot write docs: it is a directory; give a file in it, such as docs/,
    ],
  ])("rejects %s before anything is checked", async (_, formats, message) => {
    const { code, stdout, stderr } = await runCheck({ args: formats.flatMap((it) => ["--format", it]) });
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
  });

  test("a file that cannot be written is reported, and does not stop the other reports", async () => {
    const folder = createFolder({});
    const formats = ["html:taken", "json:after.json"].map((it) => it.replace(":", `:${folder}/`));
    const args = ["check", "-", "--spec", LIBRARY, ...formats.flatMap((it) => ["--format", it])];
    // While the traffic is read, a directory of that name is created.
    const stdin = (async function* () {
      mkdirSync(join(folder, "taken"));
      yield Buffer.from(createHar(createHarEntry(), invalid));
    })();
    const { code, stderr } = await runContract(args, "", {}, { stdin });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^contract check: cannot write the report .*taken: .*directory/m);
    expect(JSON.parse(readFileSync(join(folder, "after.json"), "utf8"))).toMatchObject({ summary: { failed: 1 } });
  });

  test.each(["check", "gate", "merge"])("formats of %s follow --fail-on", async (command) => {
    const drift = createHarEntry({ response: { content: { size: 1, text: '{"id":7,"title":"Emma","author":"J."}' } } });
    const files = { "a.har": createHar(drift), "contract.config.yaml": `spec: ${LIBRARY}\ntraffic: [a.har]\n` };
    const folder = createFolder(files);
    const config = ["--config", join(folder, "contract.config.yaml")];
    const report = join(folder, "a.json");
    await runContract(["check", ...config, "--format", `json:${report}`]);
    const args = [command, ...(command === "merge" ? [report] : []), ...config, "--format", "github", "--fail-on"];
    expect((await runContract([...args, "error"])).stdout).toMatch(/^::warning title=response\.body\.undeclared/);
    expect((await runContract([...args, "warn"])).stdout).toMatch(/^::error title=response\.body\.undeclared/);
  });
});

describe("the summary of a job", () => {
  const github = ["--format", "github"];
  const summaryIn = (folder: string): Record<string, string> => ({ GITHUB_STEP_SUMMARY: join(folder, "summary.md") });

  test("is appended to the file", async () => {
    const folder = createFolder({ "summary.md": "Built.\n" });
    const { code, stderr } = await runCheck({ args: github, env: summaryIn(folder) });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/^Built\.\n## ✗ Failed: .*<\/sub>\n\n$/s);
  });

  test("is only written with the annotations", async () => {
    const folder = createFolder({ "summary.md": "" });
    await runCheck({ args: ["--format", "markdown"], env: summaryIn(folder) });
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toBe("");
  });

  test("leaves the verdict unchanged if it cannot be written", async () => {
    const folder = createFolder({});
    mkdirSync(join(folder, "summary.md"));
    const { code, stdout, stderr } = await runCheck({ args: github, env: summaryIn(folder) });
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/^::error /) });
    expect(stderr).toMatch(/^contract: cannot write the job summary: .*directory/);
  });

  test.each([
    ["with little room is cut", 1024 * 1024 - 30_000, /more findings?|<\/sub>/, ""],
    ["that is full stays as it is", 1024 * 1024 - 10, /^x*$/, "the report does not fit into the job summary"],
  ])("%s", async (_, size, holds, message) => {
    const folder = createFolder({});
    const file = join(folder, "summary.md");
    writeFileSync(file, "x".repeat(size));
    const { code, stderr } = await runCheck({ args: github, env: summaryIn(folder) });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(readFileSync(file).length).toBeLessThanOrEqual(1024 * 1024);
    expect(readFileSync(file, "utf8")).toMatch(holds);
  });
});

describe("on a runner of GitHub Actions", () => {
  const env = { GITHUB_ACTIONS: "true" };
  const body = JSON.stringify({ id: "\n::set-env name=PATH::x\n##[add-mask]y", title: "Emma" });
  const traffic = createHar(
    createHarEntry({ response: { content: { size: 1, text: body } } }),
    createHarEntry({ url: "https://library.example/v1/##[error]z" }),
    { request: "::stop-commands::t" },
  );

  test.each(Object.keys(REPORT_FORMATS).filter((name) => name !== "github"))(
    "%s contains no workflow command",
    async (name) => {
      const { stdout } = await runCheck({ traffic, args: ["--format", name], env });
      const other = await runCheck({ traffic, args: ["--format", name] });
      expect(other.stdout).toMatch(/^\s*::|##\[/m);
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
    },
  );

  test.each(["TF_BUILD", "TEAMCITY_VERSION"])("nothing is written for a runner that sets %s", async (name) => {
    const text = JSON.stringify({ id: "##vso[task.complete]##teamcity[message]", title: "Emma" });
    const commands = createHar(createHarEntry({ response: { content: { size: 1, text } } }));
    const { stdout } = await runCheck({ traffic: commands, env: { [name]: "1" } });
    const other = await runCheck({ traffic: commands });
    expect(other.stdout).toMatch(/##vso\[.*##teamcity\[/);
    expect(stdout).not.toMatch(/##\w*\[/);
  });

  test("only stdout is read there, and JSON is unchanged", async () => {
    const folder = createFolder({});
    const file = join(folder, "a.json");
    const { stdout } = await runCheck({ traffic, args: ["--format", "json"], env });
    await runCheck({ traffic, args: ["--format", `json:${file}`], env });
    expect(readFileSync(file, "utf8")).toContain("##[");
    expect(stdout).not.toContain("##[");
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  test("annotations name files by their path in the repository", async () => {
    const root = join(import.meta.dirname, "../..");
    const inside = await runCheck({ args: ["--format", "github"], env: { ...env, GITHUB_WORKSPACE: root } });
    expect(inside.stdout).toMatch(/file=test\/cases\/library\.yaml,line=\d+/);
  });
});
