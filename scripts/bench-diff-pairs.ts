/**
 * `npx tsx scripts/bench-diff-pairs.ts`: runs `contract diff`, oasdiff and `redocly diff` on real versions of public specs. It confirms
 * sampled breaking findings with Ajv, and writes the table to bench/DIFF.md. `npm run build` has to run first.
 *
 * Environment variables:
 * - MIRRORS: a folder with clones of the repositories of scripts/diff-pairs/pairs.yaml, each named `owner+name`.
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 * - GITHUB_SPEC: `api.github.com.json` of `@octokit/openapi`. Without it, the rows of GitHub's spec are left out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parse } from "yaml";
import { type DiffFinding, type DiffResult, diffDocuments } from "../src/diff/index.js";
import { type JsonObject, loadDocument, valueAt } from "../src/document/index.js";
import { type Confirmation, createConfirmer } from "./diff-pairs/confirm-counterexample.js";
import { formatUndecided } from "./diff-pairs/format-undecided.js";
import { writeSection } from "./diff-pairs/write-section.js";

type SpecPair = {
  readonly repository: string;
  readonly path: string;
  /** The path of the old version, if it is another file of the same commit. */
  readonly oldPath?: string;
  readonly old: string;
  readonly new: string;
  readonly apart?: number;
};
type Measured = {
  readonly seconds: number;
  readonly megabytes: number;
  readonly stdout: string;
  readonly code: number;
};
type PairResult = {
  readonly title: string;
  readonly row: string;
  readonly samples: readonly Sampled[];
  /** The CPU time as a multiple of that of oasdiff; undefined if oasdiff takes too little time to measure. */
  readonly ratio: number | undefined;
  readonly schemas: DiffResult["schemas"];
};
type Sampled = { readonly title: string; readonly finding: DiffFinding; readonly result: Confirmation };

const PER_PAIR = 5;
const SAMPLES = 100;
const mirrors = process.env.MIRRORS ?? ".";
const pairs = parse(readFileSync(join(import.meta.dirname, "diff-pairs/pairs.yaml"), "utf8")) as readonly SpecPair[];

/** Measures CPU time and memory with GNU time. */
function measure(command: string, args: readonly string[]): Measured {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" };
  const { stdout, stderr, status } = spawnSync("/usr/bin/time", ["-f", "\n%U %S %M", command, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 29,
    env,
    timeout: 300_000,
  });
  const [user = 0, system = 0, kilobytes = 0] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { seconds: user + system, megabytes: kilobytes / 1000, stdout, code: status ?? -1 };
}

function readVersion({ repository }: SpecPair, commit: string, path: string): string {
  const folder = join(mirrors, repository.replace("/", "+"));
  const git = existsSync(join(folder, "repo")) ? join(folder, "repo") : folder;
  return execFileSync("git", ["-C", git, "show", `${commit}:${path}`], { encoding: "utf8", maxBuffer: 2 ** 28 });
}

function countJson(text: string, isBreaking: (it: Record<string, unknown>) => boolean): number | undefined {
  try {
    const value = JSON.parse(text.slice(Math.max(0, text.search(/[[{]/)))) as unknown;
    const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
    return (list as Record<string, unknown>[]).filter(isBreaking).length;
  } catch {
    return undefined;
  }
}

function runPair(pair: SpecPair, folder: string): PairResult {
  const extension = extname(pair.path);
  const [old, next] = [join(folder, `old${extension}`), join(folder, `new${extension}`)];
  writeFileSync(old, readVersion(pair, pair.old, pair.oldPath ?? pair.path));
  writeFileSync(next, readVersion(pair, pair.new, pair.path));
  const version =
    pair.apart === undefined ? ` from ${pair.oldPath?.split("/").at(-1)}` : `, ${pair.apart} commits apart`;
  const title = `${pair.repository} ${pair.path.split("/").at(-1)}${version}`;
  return runFiles(title, { old, next }, folder);
}

/** GitHub's spec with three edits, and large specs with themselves. */
function runLargeSpecs(folder: string): PairResult[] {
  const github = process.env.GITHUB_SPEC;
  const discord = pairs.findLast(({ repository }) => repository.startsWith("discord/"));
  const own = join(folder, "discord.json");
  if (discord !== undefined) writeFileSync(own, readVersion(discord, discord.new, discord.path));
  const same = (title: string, file: string): PairResult => runFiles(title, { old: file, next: file }, folder);
  const results = discord === undefined ? [] : [same("Discord's spec with itself", own)];
  if (github === undefined) return results;
  const edited = join(folder, "github.json");
  writeFileSync(edited, editGithubSpec(readFileSync(github, "utf8")));
  return [
    runFiles("GitHub's spec, with three edits", { old: github, next: edited }, folder),
    same("GitHub's spec with itself", github),
    ...results,
  ];
}

/** Removes an operation, makes a property optional, and limits a text of a request. */
function editGithubSpec(text: string): string {
  const spec = JSON.parse(text) as JsonObject;
  const issue = valueAt(spec, "/components/schemas/issue") as { required: string[] };
  issue.required = issue.required.filter((name) => name !== "comments_url");
  const lfs = valueAt(spec, "/paths/~1repos~1{owner}~1{repo}~1import~1lfs") as Record<string, unknown>;
  delete lfs.patch;
  const body =
    "/paths/~1repos~1{owner}~1{repo}~1issues/post/requestBody/content/application~1json/schema/properties/body";
  Object.assign(valueAt(spec, body) as object, { maxLength: 65_536 });
  return JSON.stringify(spec);
}

function runFiles(
  title: string,
  { old, next }: { readonly old: string; readonly next: string },
  folder: string,
): PairResult {
  const ours = measure(process.execPath, [
    "dist/cli/main.js",
    "diff",
    old,
    next,
    "--format",
    "json",
    "--max-time",
    "280",
  ]);
  const theirs = measure(process.env.OASDIFF ?? "oasdiff", ["breaking", old, next, "--format", "json"]);
  const redocly = measure("node_modules/.bin/redocly", [
    "diff",
    old,
    next,
    "--format",
    "json",
    "--config",
    join(folder, "redocly.yaml"),
  ]);
  const report = ours.code === 2 ? undefined : (JSON.parse(ours.stdout) as { findings: readonly DiffFinding[] });
  const findings = report?.findings ?? [];
  const errors = findings.filter(({ level }) => level === "error");
  const undecided = findings.filter(({ code }) => code.endsWith(".undecided")).length;
  const result = report === undefined ? "failed" : `${errors.length}, ${undecided} undecided`;
  const counts = [
    countJson(theirs.stdout, ({ level }) => level === 3 || level === "error") ??
      (theirs.stdout.trim() === "" && theirs.code === 0 ? 0 : "failed"),
    countJson(
      redocly.stdout,
      (it) => it.severity === "major" || it.level === "major" || it.impact === "major" || it.breaking === true,
    ) ?? "failed",
  ];
  const cost = ({ seconds, megabytes }: Measured): string => `${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB`;
  const row = `| ${title} | ${result} | ${cost(ours)} | ${counts[0]} | ${cost(theirs)} | ${counts[1]} | ${cost(redocly)} |`;
  process.stderr.write(`${row}\n`);
  const ratio = theirs.code > 1 || theirs.seconds < 0.3 ? undefined : ours.seconds / theirs.seconds;
  const documents = { old: loadDocument(old), new: loadDocument(next) };
  const { schemas } = diffDocuments(documents);
  return { title, row, ratio, schemas, samples: confirmSamples(title, errors, documents) };
}

/** Takes findings at equal distances, so that those of one component are not all of the sample. */
function confirmSamples(
  title: string,
  errors: readonly DiffFinding[],
  documents: Parameters<typeof createConfirmer>[0],
): Sampled[] {
  const shown = errors.filter(({ counterexample }) => counterexample !== undefined);
  const step = Math.max(1, Math.floor(shown.length / PER_PAIR));
  const chosen = shown.filter((_, index) => index % step === 0).slice(0, PER_PAIR);
  if (chosen.length === 0) return [];
  const confirm = createConfirmer(documents);
  return chosen.map((finding) => ({ title, finding, result: confirm(finding) }));
}

function formatSamples(samples: readonly Sampled[]): string {
  const count = (result: Confirmation): number => samples.filter((it) => it.result === result).length;
  const others = samples.filter(({ result }) => result === "contradicted");
  const lines = others.map(({ title, finding: { code, counterexample } }) => {
    const value = JSON.stringify(counterexample?.value)?.slice(0, 120).replaceAll("|", "\\|");
    return `- ${title}: \`${code}\`, ${counterexample?.operation}, ${counterexample?.part}: \`${value}\``;
  });
  return [
    `Of ${samples.length} sampled breaking findings with a counterexample, Ajv alone confirms ${count("confirmed")}: the schema of one version accepts the value, and that of the other rejects it.`,
    `${count("contradicted")} differ, and ${count("not about a schema")} are about no schema that Ajv can be given by its location.`,
    "On 2026-11-27 a reader compared both files of the 72 findings sampled then, with those that Ajv cannot decide: 68 confirmed, of which two list a value too many. In the other 4, one spec is invalid where both differ: an empty `oneOf`, or a `$ref` for a whole `content`. One earlier counterexample showed another change, which Ajv does not notice; this is fixed.",
    ...(lines.length === 0 ? [] : ["", ...lines]),
  ].join("\n");
}

/** Called after each pair, so that a run that is stopped keeps what it has measured. */
function writeResults(results: readonly PairResult[], large: readonly PairResult[]): void {
  const samples = results.flatMap((it) => it.samples).slice(0, SAMPLES);
  const text = `## Real versions

\`npx tsx scripts/bench-diff-pairs.ts\` compares ${results.length} pairs of versions that other makers published, as listed in
\`scripts/diff-pairs/pairs.yaml\`. The cells are the breaking changes (for oasdiff, its errors), the CPU time and the largest memory. The numbers of
changes are not comparable: \`contract diff\` reports a change of a component once, with the operations that it affects.

| versions | contract diff | cost | oasdiff | cost | redocly diff | cost |
|---|---|---|---|---|---|---|
${results.map(({ row }) => row).join("\n")}

${formatSamples(samples)}

| spec | contract diff | cost | oasdiff | cost | redocly diff | cost |
|---|---|---|---|---|---|---|
${large.map(({ row }) => row).join("\n")}

The three edits of \`api.github.com.json\` in \`@octokit/openapi\` 23: an operation is removed, a property of \`issue\` is no longer required, and a
text of a request has a limit. All figures come from one run in which each pair ran once. Where oasdiff failed, it refused the spec.

${formatRatios([...results, ...large])}

${formatUndecided([...results, ...large])}
`;
  writeSection(text);
}

function formatRatios(results: readonly PairResult[]): string {
  const measured = results.flatMap(({ title, ratio }) => (ratio === undefined ? [] : [{ title, ratio }]));
  const sorted = measured.sort((one, other) => other.ratio - one.ratio);
  const format = ({ title, ratio }: { readonly title: string; readonly ratio: number }): string =>
    `${title} takes ${ratio.toFixed(1)} times the CPU time of oasdiff`;
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return "";
  return `Where oasdiff takes 0.3 s or more, the worst is: ${format(worst)}. The best: ${format(best)}.`;
}

const folder = mkdtempSync(join(tmpdir(), "diff-pairs-"));
try {
  writeFileSync(join(folder, "redocly.yaml"), "extends:\n  - diff-recommended\n");
  const results: PairResult[] = [];
  for (const pair of pairs) {
    results.push(runPair(pair, folder));
    writeResults(results, []);
  }
  writeResults(results, runLargeSpecs(folder));
} finally {
  rmSync(folder, { recursive: true });
}
