/** The tables of bundle sizes: the packed package, installed and bundled by each bundler, with and without code splitting. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackage } from "../../test/packed.js";
import { pack } from "../build/pack/pack.js";
import { BUNDLERS, type Bundle, type Bundler } from "./bundle.js";
import {
  bundleProgram,
  COMMON_JS,
  median,
  PROGRAMS,
  type Program,
  VALIDATOR_LIMITS,
  VALIDATORS,
} from "./package-sizes.js";

const ALL: readonly Bundler[] = Object.values(BUNDLERS);

/** Returns lines of Markdown. */
export async function measurePackageSizes(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "package-sizes-"));
  try {
    const tarball = await pack(join(import.meta.dirname, "../.."), folder);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    installPackage(tarball, folder);
    return [
      ...(await formatModuleSizes(folder)),
      ...(await formatCommonJsSizes(folder)),
      ...(await formatValidatorSizes(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function formatModuleSizes(folder: string): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const program of PROGRAMS) {
    const cells: string[] = [];
    let worst = 0;
    let minified = 0;
    for (const bundler of ALL) {
      const whole = await bundleWithinLimit(bundler, folder, program, false);
      const split = await bundleWithinLimit(bundler, folder, program, true);
      cells.push(`${whole.gzip}`, `${split.gzip}`);
      worst = Math.max(worst, whole.gzip, split.gzip);
      minified = Math.max(minified, whole.minified);
    }
    const from = `\`commerce-contract${program.subpath}\``;
    rows.push(
      `| ${program.title} | ${from} | ${program.limit ?? ""} | **${worst}** | ${cells.join(" | ")} | ${minified} |`,
    );
  }
  return [
    "## Bundle sizes",
    "",
    "The packed package is installed in an empty folder. Each program imports the names and uses them in one line, such as",
    "`globalThis.program = [createClient, orThrow]`. Sizes are bytes after minification and `gzip -9`. With code splitting, the size includes",
    "files that are loaded later.",
    "",
    `Bundlers: ${ALL.map(({ name }) => name).join("; ")}. esbuild and Vite use their own minifiers.`,
    "",
    `| ES modules | from | limit | worst | ${ALL.map(({ name }) => `${formatShortName(name)} | split`).join(" | ")} | minified |`,
    `|---|---|---|---|${"---|".repeat(2 * ALL.length)}---|`,
    ...rows,
    "",
  ];
}

async function formatCommonJsSizes(folder: string): Promise<readonly string[]> {
  const bundlers = [BUNDLERS.esbuild, BUNDLERS.vite];
  const rows: string[] = [];
  for (const program of COMMON_JS) {
    const cells: number[] = [];
    for (const bundler of bundlers) cells.push((await bundleWithinLimit(bundler, folder, program, false)).gzip);
    rows.push(`| ${program.title} | \`require("commerce-contract${program.subpath}")\` | ${cells.join(" | ")} |`);
  }
  return [
    "No bundler drops unused code of a CommonJS module. Rollup needs a plugin for CommonJS and is left out.",
    "",
    `| CommonJS | from | ${bundlers.map(({ name }) => formatShortName(name)).join(" | ")} |`,
    "|---|---|---|---|",
    ...rows,
    "",
  ];
}

async function formatValidatorSizes(folder: string): Promise<readonly string[]> {
  const rows: string[] = [];
  const worst: number[] = [];
  for (const program of VALIDATORS) {
    const cells: number[] = [];
    for (const bundler of ALL) cells.push((await bundleWithinLimit(bundler, folder, program, false)).gzip);
    worst.push(Math.max(...cells));
    rows.push(`| ${program.title} | ${cells.join(" | ")} |`);
  }
  const { median: medianLimit, largest } = VALIDATOR_LIMITS;
  return [
    "## Validators",
    "",
    '`import { getOrder } from "commerce-contract/validators"` bundles the validators of the parameters, request body and responses of that',
    `operation. The median is ${median(worst)} bytes (limit ${medianLimit}), the largest ${Math.max(...worst)} (limit ${largest}).`,
    "",
    `| | ${ALL.map(({ name }) => formatShortName(name)).join(" | ")} |`,
    `|---|${"---|".repeat(ALL.length)}`,
    ...rows,
    "",
  ];
}

async function bundleWithinLimit(bundler: Bundler, folder: string, program: Program, split: boolean): Promise<Bundle> {
  const bundle = await bundleProgram(bundler, folder, program, split);
  const { limit } = program;
  if (limit !== undefined && bundle.gzip > limit)
    throw new Error(
      `${program.title} of commerce-contract${program.subpath}: ${bundle.gzip} bytes with ${bundler.name}, expected at most ${limit}`,
    );
  if (bundle.warnings.length > 0 && program.names.length > 0)
    throw new Error(`${program.title}: ${bundler.name} warns: ${bundle.warnings.join("; ")}`);
  return bundle;
}

function formatShortName(name: string): string {
  return name.split(" ")[0] ?? name;
}
