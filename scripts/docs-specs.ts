/**
 * `npx tsx scripts/docs-specs.ts`: writes, builds and walks the documentation sites of public specs. `npm run build` has to run first.
 *
 * Options:
 * - `--match NAMES`: only these specs, separated by commas
 * - `--mirrors DIR`: clones of the repositories of scripts/docs-specs/specs.yaml, each named `owner+name`
 * - `--folder DIR`: where specs, sites and results are kept; the table is made from all results in it
 * - `--out FILE`: the page whose table is replaced
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { listOperations, loadDocument } from "../src/document/index.js";
import { measure } from "./bench-clients/measure.js";
import { readPublicSpecs, writePublicSpec } from "./bench-clients/public-specs.js";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "" },
    mirrors: { type: "string", default: process.env.MIRRORS ?? "." },
    folder: { type: "string", default: join(tmpdir(), "docs-specs") },
    out: { type: "string" },
  },
});

const HEADINGS = [
  ...["spec", "operations", "pages", "write", "build", "memory", "site"],
  ...["pages walked", "largest page", "slowest operation", "defects"],
];

const folder = resolve(values.folder);
const specs = readPublicSpecs(join(import.meta.dirname, "docs-specs/specs.yaml"));
for (const spec of specs.filter(({ name }) => values.match === "" || values.match.split(",").includes(name))) {
  const file = writePublicSpec(spec, join(folder, "specs"), values.mirrors);
  const result = buildSite(spec.name, file);
  writeFileSync(getResultFile(spec.name), JSON.stringify(result));
  process.stdout.write(`${formatRow(spec.name, result)}\n${result.defects.map((it) => `${it}\n`).join("")}`);
}
if (values.out !== undefined) {
  const page = readFileSync(values.out, "utf8");
  writeFileSync(
    values.out,
    page.replace(/^\| spec \|[^\0]*?\n\n/m, () => `${formatTable()}\n\n`),
  );
}

type Result = {
  readonly operations: number;
  readonly pages: number;
  readonly write: { readonly seconds: number; readonly megabytes: number };
  readonly build: { readonly seconds: number; readonly megabytes: number };
  /** Of the built site, in megabytes. */
  readonly size: number;
  readonly walked: number;
  /** Of the largest page with scripts and styles, in kilobytes. */
  readonly largest: number;
  /** Of the slowest operation, in milliseconds. */
  readonly slowest: number;
  readonly defects: readonly string[];
};

function buildSite(name: string, file: string): Result {
  const site = join(folder, "sites", name);
  rmSync(join(site, "dist"), { recursive: true, force: true });
  const run = (command: string, args: readonly string[], cwd: string) => {
    const measured = measure(command, args, cwd);
    if (measured.code !== 0)
      throw new Error(`${name}: ${args.join(" ")} failed:\n${measured.stdout}${measured.stderr}`);
    return { seconds: measured.seconds, megabytes: measured.megabytes };
  };
  mkdirSync(join(folder, "sites"), { recursive: true });
  const write = run(process.execPath, [resolve("dist/cli/main.js"), "docs", file, "--site", site], folder);
  run("npm", ["install", "--no-audit", "--no-fund"], site);
  const build = run("npm", ["run", "build"], site);
  const dist = join(site, "dist");
  const { stdout } = measure("npx", ["tsx", "scripts/walk-site.ts", "--sample", "--dist", dist], ".");
  const [, walked, largest] = /^(\d+) pages: .* largest (\d+) KB/m.exec(stdout) ?? [];
  const slow = [...stdout.matchAll(/shows its text after (\d+) ms at/g)].map(([, time]) => Number(time));
  return {
    operations: listOperations(loadDocument(file)).length,
    pages: readdirSync(dist, { recursive: true }).filter((it) => String(it).endsWith("index.html")).length,
    ...{ write, build, size: measureDirectory(dist) / 1e6 },
    ...{ walked: Number(walked), largest: Number(largest), slowest: Math.max(...slow) },
    defects: stdout.split("\n").filter((line) => line.startsWith("/") && !line.includes(" ms at ")),
  };
}

function measureDirectory(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).reduce((sum, it) => sum + statSync(join(it.parentPath, it.name)).size, 0);
}

function getResultFile(name: string): string {
  return join(folder, `${name}.json`);
}

function formatTable(): string {
  const rows = specs
    .filter(({ name }) => existsSync(getResultFile(name)))
    .map(({ name }) => formatRow(name, JSON.parse(readFileSync(getResultFile(name), "utf8")) as Result));
  return [`| ${HEADINGS.join(" | ")} |`, `|${"---|".repeat(HEADINGS.length)}`, ...rows].join("\n");
}

function formatRow(name: string, result: Result): string {
  const { operations, pages, write, build, size, walked, largest, slowest, defects } = result;
  const cells = [
    ...[name, operations, pages, `${write.seconds.toFixed(1)} s`, `${build.seconds.toFixed(0)} s`],
    ...[`${build.megabytes.toFixed(0)} MB`, `${size.toFixed(0)} MB`, walked, `${largest} KB`],
    ...[`${(slowest / 1000).toFixed(1)} s`, defects.length],
  ];
  return `| ${cells.join(" | ")} |`;
}
