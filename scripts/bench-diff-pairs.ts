/**
 * `npx tsx scripts/bench-diff-pairs.ts`: runs `contract diff`, oasdiff and `redocly diff` on real versions of public specs. It confirms
 * sampled breaking findings with Ajv, and writes the table to bench/DIFF.md. `npm run build` has to run first.
 *
 * Environment variables:
 * - MIRRORS: a folder with clones of the repositories of scripts/diff-pairs/pairs.yaml, each named `owner+name`.
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parse } from "yaml";
import type { DiffFinding } from "../src/diff/index.js";
import { loadDocument } from "../src/document/index.js";
import { type Confirmation, createConfirmer } from "./diff-pairs/confirm-counterexample.js";

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
type PairResult = { readonly row: string; readonly samples: readonly Sampled[] };
type Sampled = { readonly title: string; readonly finding: DiffFinding; readonly result: Confirmation };

const OUT = "bench/DIFF.md";
const HEAD = "\n## Real versions\n";
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
  return { row, samples: confirmSamples(title, errors, { old, next }) };
}

/** Takes findings at equal distances, so that those of one component are not all of the sample. */
function confirmSamples(
  title: string,
  errors: readonly DiffFinding[],
  { old, next }: { readonly old: string; readonly next: string },
): Sampled[] {
  const shown = errors.filter(({ counterexample }) => counterexample !== undefined);
  const step = Math.max(1, Math.floor(shown.length / PER_PAIR));
  const chosen = shown.filter((_, index) => index % step === 0).slice(0, PER_PAIR);
  if (chosen.length === 0) return [];
  const confirm = createConfirmer({ old: loadDocument(old), new: loadDocument(next) });
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
    ...(lines.length === 0 ? [] : ["", ...lines]),
  ].join("\n");
}

/** Writes the section after each pair, so that a run that is stopped keeps what it has measured. */
function writeSection(results: readonly PairResult[]): void {
  const samples = results.flatMap((it) => it.samples).slice(0, SAMPLES);
  const text = `${HEAD}
\`npx tsx scripts/bench-diff-pairs.ts\` compares ${results.length} pairs of versions that other makers published, as listed in
\`scripts/diff-pairs/pairs.yaml\`. The cells are the breaking changes (for oasdiff, its errors), the CPU time and the largest memory. The numbers of
changes are not comparable: \`contract diff\` reports a change of a component once, with the operations that it affects.

| versions | contract diff | cost | oasdiff | cost | redocly diff | cost |
|---|---|---|---|---|---|---|
${results.map(({ row }) => row).join("\n")}

${formatSamples(samples)}
`;
  const [before = "", after] = readFileSync(OUT, "utf8").split(HEAD);
  const next = after === undefined ? "" : (/\n## [\s\S]*$/.exec(after)?.[0] ?? "");
  writeFileSync(OUT, `${before}${text}${next}`);
}

const folder = mkdtempSync(join(tmpdir(), "diff-pairs-"));
try {
  writeFileSync(join(folder, "redocly.yaml"), "extends:\n  - diff-recommended\n");
  const results: PairResult[] = [];
  for (const pair of pairs) {
    results.push(runPair(pair, folder));
    writeSection(results);
  }
} finally {
  rmSync(folder, { recursive: true });
}
