/**
 * `npx tsx scripts/compare-openapi-3.2.ts`: gives the cases of `test/openapi-3.2` and of `test/lint` for OpenAPI 3.2 to other
 * tools: `redocly drift`, `redocly lint`, oasdiff and Schemathesis. Needs `npm run build`.
 *
 * Options:
 * - `--oasdiff FILE`, `--schemathesis FILE`: the programs; without one, its column says so
 * - `--out bench/OPENAPI-3.2.md`
 * - `--only fields`: makes only this section (fields, traffic, lint, diff or probe), and keeps the others of the file; repeatable
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeHar } from "../src/recording/index.js";
import { createExchange, type ExchangeInput } from "../test/check/inline-contract.js";
import { cleanCases, type Edit, edited, lintCases } from "../test/lint/case.js";
import { DIFF_CASES } from "../test/openapi-3.2/diff-cases.js";
import { EXCHANGE_CASES } from "../test/openapi-3.2/exchange-cases.js";
import { DEFECTS, readSpecWithRefusals, startStreamServer } from "../test/openapi-3.2/stream-server.js";
import { describeFields } from "./compare-openapi-3.2/fields.js";
import { countAsync, countJson, formatTable, type Row, runToEnd } from "./compare-openapi-3.2/tools.js";

const { values } = parseArgs({
  options: {
    ...{ oasdiff: { type: "string" }, schemathesis: { type: "string" }, out: { type: "string" } },
    only: { type: "string", multiple: true },
  },
});
const out = values.out === undefined ? undefined : resolve(values.out);
const CONTRACT = join(import.meta.dirname, "../dist/cli/main.js");
const REDOCLY = join(import.meta.dirname, "../node_modules/@redocly/cli/bin/cli.js");
const SPEC = join(import.meta.dirname, "../test/openapi-3.2/streams.yaml");
// Redocly reads its configuration, and Schemathesis writes its cache, in the current folder.
const folder = mkdtempSync(join(tmpdir(), "openapi-3.2-"));
process.chdir(folder);

writeFileSync(join(folder, "redocly.yaml"), "extends: [minimal]\nrules: { struct: error }\n");
const MAKERS = {
  fields: describeFields,
  traffic: compareTraffic,
  lint: compareLint,
  diff: compareDiff,
  probe: compareProbe,
} as const;
const [oldIntroduction = "", ...oldSections] =
  values.only === undefined || out === undefined
    ? []
    : readFileSync(out, "utf8")
        .trimEnd()
        .split(/\n\n(?=## )/);
const sections: string[] = [];
for (const [index, [name, make]] of Object.entries(MAKERS).entries())
  sections.push(values.only?.includes(name) === false ? (oldSections[index] ?? "") : await make());
const page = `${values.only === undefined ? await describe() : oldIntroduction}\n\n${sections.join("\n\n")}\n`;
if (out === undefined) process.stdout.write(page);
else writeFileSync(out, page);

async function describe(): Promise<string> {
  return `# OpenAPI 3.2 beside other tools

\`npx tsx scripts/compare-openapi-3.2.ts --oasdiff … --schemathesis … --out bench/OPENAPI-3.2.md\` gives the cases of \`test/openapi-3.2\`
and \`test/lint/cases\` to the newest tools. "2 of 2 found, 0 of 3 false" means that both violations were found, and that none
of three valid exchanges got a finding.

${await describeVersions()}`;
}

async function compareTraffic(): Promise<string> {
  const tools = [
    async (har: string) =>
      (await countJson([CONTRACT, "check", har, "--spec", SPEC, "--format", "json"], "findings")) > 0,
    async (har: string) =>
      (await countJson([REDOCLY, "drift", har, "--api", SPEC, "--format", "json"], "problems")) > 0,
  ];
  const rows: Row[] = [];
  for (const [name, { exchange, good, bad }] of Object.entries(EXCHANGE_CASES)) {
    const write = (text: string, index: number): string =>
      writeRecording(`${rows.length}-${index}.har`, exchange(text));
    const valid = good.map(write);
    const invalid = bad.map(([text], index) => write(text, good.length + index));
    const cells: string[] = [];
    for (const finds of tools) {
      const found = await countAsync(invalid, finds);
      const wrong = await countAsync(valid, finds);
      cells.push(`${found} of ${invalid.length} found, ${wrong} of ${valid.length} false`);
    }
    rows.push([name, ...cells]);
  }
  return `## Traffic

The drift command does not resolve security schemes by URI, which explains its false findings in the last three rows.

${formatTable(["feature", "`contract check`", "`redocly drift`"], rows)}`;
}

function writeRecording(name: string, input: ExchangeInput): string {
  const path = join(folder, name);
  const creator = { name: "compare-openapi-3.2", version: "1" };
  writeFileSync(
    path,
    writeHar([createExchange(input)], { creator, startedAt: "2026-01-31T09:30:00.000Z", secrets: "keep" }),
  );
  return path;
}

async function compareLint(): Promise<string> {
  const base = await listLint(writeSpec("lint-base.json", { version: "3.2" }));
  const rows: Row[] = [];
  const isFound = async (name: string, edit: Edit): Promise<[boolean, boolean]> => {
    const path = writeSpec(name, edit);
    const found = await listLint(path);
    return [found.ours > base.ours, found.redocly > base.redocly];
  };
  for (const [code, cases] of lintCases()) {
    const edits = cases.filter(({ version }) => version === "3.2");
    if (edits.length === 0) continue;
    const found = [0, 0];
    for (const [index, edit] of edits.entries())
      for (const [tool, it] of (await isFound(`lint-${rows.length}-${index}.json`, edit)).entries())
        found[tool] = (found[tool] ?? 0) + Number(it);
    rows.push([`\`${code}\``, ...found.map((it) => `${it} of ${edits.length}`)]);
  }
  const clean = cleanCases().filter(([, { version }]) => version === "3.2");
  const wrong = [0, 0];
  for (const [index, [, edit]] of clean.entries())
    for (const [tool, it] of (await isFound(`clean-${index}.json`, edit)).entries())
      wrong[tool] = (wrong[tool] ?? 0) + Number(it);
  rows.push(["valid documents with a finding", ...wrong.map((it) => `${it} of ${clean.length}`)]);
  return `## Lint\n\n${formatTable(["documents with", "`contract lint`", "`redocly lint`"], rows)}`;
}

function writeSpec(name: string, edit: Edit): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(edited(edit).root));
  return path;
}

async function listLint(path: string): Promise<{ readonly ours: number; readonly redocly: number }> {
  return {
    ours: await countDiagnostics(path),
    redocly: await countJson([REDOCLY, "lint", path, "--format", "json"], "problems"),
  };
}

async function countDiagnostics(path: string): Promise<number> {
  const { stdout } = await runToEnd(process.execPath, [CONTRACT, "lint", path, "--format", "json"]);
  const { summary } = JSON.parse(stdout);
  return summary.error + summary.warn + summary.info;
}

async function compareDiff(): Promise<string> {
  const rows: Row[] = [];
  for (const [index, [name, { old, next }]] of Object.entries(DIFF_CASES).entries()) {
    const paths = [old, next].map((text, side) => {
      const path = join(folder, `diff-${index}-${side}.yaml`);
      writeFileSync(path, text);
      return path;
    });
    const both = [paths, paths.toReversed()];
    const ours = await Promise.all(
      both.map(([from = "", to = ""]) => isBreaking([process.execPath, CONTRACT, "diff", from, to])),
    );
    const theirs =
      values.oasdiff === undefined
        ? ["not run"]
        : await Promise.all(
            both.map(([from = "", to = ""]) =>
              isBreaking([values.oasdiff ?? "", "breaking", "--fail-on", "ERR", from, to]),
            ),
          );
    rows.push([name, ours.join(" / "), theirs.join(" / ")]);
  }
  return `## Breaking changes

From the first spec to the second, and back.

${formatTable(["change", "`contract diff`", "`oasdiff breaking`"], rows)}`;
}

async function isBreaking([program = "", ...args]: readonly string[]): Promise<string> {
  const { code, stderr } = await runToEnd(program, args);
  if (code === 0) return "compatible";
  return code === 1 ? "breaking" : `error: ${stderr.split("\n")[0]}`;
}

async function compareProbe(): Promise<string> {
  const spec = join(folder, "streams.yaml");
  writeFileSync(spec, readSpecWithRefusals());
  const healthy = await probeBoth(spec, {});
  const rows: Row[] = [["a healthy service", ...healthy.map(formatFound)]];
  for (const [name, [options]] of Object.entries(DEFECTS)) {
    const found = await probeBoth(spec, options);
    rows.push([
      name,
      ...found.map((it, tool) => formatFound(it.filter((failure) => !healthy[tool]?.includes(failure)))),
    ]);
  }
  return `## Probe

What each tool reports for a healthy service, and what it reports in addition for a service with one defect.

${formatTable(["service", "`contract probe`", "Schemathesis"], rows)}`;
}

function formatFound(found: readonly string[]): string {
  return found.length === 0 ? "nothing" : found.join(", ");
}

async function probeBoth(spec: string, options: Parameters<typeof startStreamServer>[0]): Promise<string[][]> {
  const { url, close } = await startStreamServer(options);
  try {
    const args = [CONTRACT, "probe", url, "--spec", spec, "--auth", "header:X-Key=k", "--format", "json"];
    const { findings } = JSON.parse((await runToEnd(process.execPath, args)).stdout);
    const ours = findings.map((it: { operationId: string; code: string }) => `${it.code} of ${it.operationId}`);
    if (values.schemathesis === undefined) return [ours, ["not run"]];
    const theirs = await runToEnd(values.schemathesis, [
      ...["run", spec, "--url", url, "-H", "X-Key: k", "--seed", "1", "--max-examples", "50", "--no-color"],
    ]);
    const failures = theirs.stdout.matchAll(/❌ (ST\d+ [^:\n]+): (\d+)/g);
    return [[...new Set<string>(ours)], Array.from(failures, ([, failure, count]) => `${failure} (${count})`)];
  } finally {
    close();
  }
}

async function describeVersions(): Promise<string> {
  const version = async (program: string | undefined, args: readonly string[]): Promise<string> =>
    program === undefined
      ? "not run"
      : ((await runToEnd(program, args)).stdout.match(/v?\d+\.\d+\.\d+\S*/)?.[0] ?? "built from main");
  return [
    `- Redocly CLI ${await version(process.execPath, [REDOCLY, "--version"])}`,
    `- oasdiff ${await version(values.oasdiff, ["--version"])}`,
    `- Schemathesis ${await version(values.schemathesis, ["--version"])}`,
  ].join("\n");
}
