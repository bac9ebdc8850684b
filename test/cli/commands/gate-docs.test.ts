/** What the pages say of the gate is what it does here. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { run } from "../../../src/cli/run.js";
import { TARGET } from "../../../src/cli/settings/config-table.js";
import { asObject } from "../../../src/document/index.js";
import { bundledCommand } from "../../bundled.js";
import { createFolder } from "../run-contract.js";

const ROOT = join(import.meta.dirname, "../../..");
const SELF = bundledCommand();
const readRepositoryFile = (path: string): string => readFileSync(join(ROOT, path), "utf8");

type Config = { readonly targets: readonly { readonly name: string }[] };
const config = parse(readRepositoryFile("contract.config.yaml")) as Config;
const page = readRepositoryFile("docs/gate.md");

test("docs/gate.md has a row for every key of a target", () => {
  const keys = Object.keys(asObject(TARGET.schema.properties) ?? {});
  expect(keys.filter((key) => !new RegExp(`^\\|[^|]*\`${key}\``, "m").test(page))).toEqual([]);
});

/** What the gate of this repository prints, without what differs between runs. */
const FIRST_LINES = `generated generated: up to date
recordings test/traffic/examples.har, test/traffic/mock.har: checked
sandbox N requests to http://N.N.N.N:N
mock N requests to http://N.N.N.N:N
Passed: the traffic matches the spec of Commerce Cloud REST Service (spec/openapi.yaml).`;

test("the gate of this repository passes", async () => {
  const printed = (await runGate()).trimEnd().split("\n").map(normalizeLine);
  expect(printed.slice(0, FIRST_LINES.split("\n").length)).toEqual(FIRST_LINES.split("\n"));
  expect(printed).toContain("Ajv agrees on N of N bodies.");
});

/** The gate of this repository, with the examples alone. */
async function runGate(): Promise<string> {
  const targets = config.targets.map((it) => ({ ...it, readyWithin: 120, phases: ["examples"] }));
  const there = { spec: "spec/openapi.yaml", generated: "generated" };
  const paths = Object.fromEntries(Object.entries(there).map(([key, path]) => [key, join(ROOT, path)]));
  const own = { ...config, ...paths, traffic: [join(ROOT, "test/traffic")], targets };
  const folder = createFolder({ "contract.config.yaml": JSON.stringify(own) });
  let output = "";
  let reported = "";
  await run(["gate", "--config", join(folder, "contract.config.yaml")], {
    stdout: (text) => {
      reported += text;
    },
    stderr: (text) => {
      output += text;
    },
    stdin: (async function* () {})(),
    env: {},
    signal: new AbortController().signal,
    isTerminal: false,
    selfCommand: SELF,
  });
  return (output + reported).replaceAll(`${ROOT}/`, "");
}

/** A line without what differs from run to run. */
function normalizeLine(line: string): string {
  return line
    .replace(/^( {2}\w+ +\d+) .*$/, "$1")
    .replaceAll(/\d+/g, "N")
    .replaceAll(/ +/g, " ");
}
