/** An error always wins: each command with an error, with something that was not checked, with both, and with none. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledCommand } from "../bundled.js";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const VALID = createHarEntry();
const WRONG = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"Emma"}' } } });

/** The state of a run: whether it has an error, and whether something was not checked. */
type State = "error" | "unchecked" | "both" | "none";
const STATES: Readonly<Record<State, readonly [code: number, word: string]>> = {
  error: [1, "Failed"],
  unchecked: [2, "Inconclusive"],
  both: [1, "Failed"],
  none: [0, "Passed"],
};

function createTraffic(state: State): Readonly<Record<string, string>> {
  const hasError = state === "error" || state === "both";
  const hasGap = state === "unchecked" || state === "both";
  return {
    "a.har": createHar(VALID, ...(hasError ? [WRONG] : [])),
    "b.har": createHar(VALID, ...(hasGap ? [null] : [])),
  };
}

const BROKEN_SPEC = "openapi: 3.1.0\ninfo: { title: t, version: 1 }\npaths: { /a: { get: { responses: {} } } }\n";
const GOOD_SPEC = readFileSync(LIBRARY, "utf8");
const OLD_SPEC = GOOD_SPEC.replace("maximum: 100", "maximum: 1000");

type Run = (folder: string, state: State, outputs: readonly string[]) => ReturnType<typeof runContract>;

const check = (folder: string, ...more: readonly string[]): string[] => ["check", folder, "--spec", LIBRARY, ...more];

const COMMANDS: Readonly<Record<string, Run>> = {
  check: (folder, _, outputs) => runContract(check(folder, ...outputs)),
  "check --workers": (folder, _, outputs) =>
    runContract(check(folder, "--workers", "2", ...outputs), "", {}, { selfCommand: bundledCommand() }),
  "shards and merge": async (folder, _, outputs) => {
    const reports = [1, 2].map((index) => join(folder, `shard-${index}.json`));
    for (const [at, report] of reports.entries())
      await runContract(check(folder, "--shard", `${at + 1}/2`, "--format", `json:${report}`));
    return runContract(["merge", ...reports, ...outputs]);
  },
  gate: (_, state, outputs) => {
    const config = JSON.stringify({ spec: "library.yaml", traffic: ["a.har", "b.har"] });
    const files = { ...createTraffic(state), "library.yaml": GOOD_SPEC, "contract.config.yaml": config };
    return runContract(["gate", "--config", join(createFolder(files), "contract.config.yaml"), ...outputs]);
  },
  lint: (_, state, outputs) => {
    const files = { "good.yaml": GOOD_SPEC, "bad.yaml": BROKEN_SPEC };
    const folder = createFolder(files);
    const named = state === "error" || state === "both" ? "bad.yaml" : "good.yaml";
    const gone = state === "unchecked" || state === "both" ? [join(folder, "gone.yaml")] : [];
    return runContract(["lint", join(folder, named), ...gone, ...outputs]);
  },
  diff: (_, state, outputs) => {
    const folder = createFolder({ "new.yaml": GOOD_SPEC, "old.yaml": OLD_SPEC, "cut.har": createHar(null) });
    const old = state === "error" || state === "both" ? "old.yaml" : "new.yaml";
    const traffic = state === "unchecked" || state === "both" ? ["--traffic", join(folder, "cut.har")] : [];
    return runContract(["diff", join(folder, old), join(folder, "new.yaml"), ...traffic, ...outputs]);
  },
};

test.each(
  Object.keys(COMMANDS).flatMap((name) => (Object.keys(STATES) as State[]).map((state) => [name, state] as const)),
)("%s with %s", async (name, state) => {
  const folder = createFolder(createTraffic(state));
  const html = join(folder, "report.html");
  const run = COMMANDS[name];
  const [code, word] = STATES[state];
  const result = await run?.(folder, state, ["--format", "text", "--format", `html:${html}`]);
  const lines = result?.stdout.trimEnd().split("\n");
  expect({ code: result?.code, last: lines?.at(-1) }).toEqual({
    code,
    last: expect.stringMatching(new RegExp(`^${word}: `)),
  });
  expect(readFileSync(html, "utf8")).toContain(`<section class="verdict ${word.toLowerCase()}"`);
});

test.each(Object.keys(STATES) as State[])("the JSON report of a check with %s says both", async (state) => {
  const { stdout } = await runContract(check(createFolder(createTraffic(state)), "--format", "json"));
  const { outcome } = JSON.parse(stdout);
  const hasGap = state === "unchecked" || state === "both";
  expect(outcome).toEqual({
    kind: STATES[state][1].toLowerCase(),
    ...(hasGap ? { reasons: ["1 entry could not be read"] } : {}),
  });
});
