/**
 * `npm run bench client`: measures the bundle size and the speed of the client and of other clients.
 *
 * Options: `--rounds 9`, `--calls 1000`, `--out bench/CLIENT.md`, and `--sizes`, which measures sizes only and keeps the times of
 * the `--out` file. The other clients are installed in a temporary folder. `--features` only measures what each feature of a
 * generated client adds, and writes the table of bench/CLIENT-FEATURES.md.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackage } from "../../test/packed.js";
import { pack } from "../build/pack/pack.js";
import { FEATURE_TABLE_PAGE, measureFeatures, replaceFeatureTable } from "./client-features/feature-table.js";
import { measureClientSizes, type Size } from "./client-sizes.js";
import { measureClientSpeeds, type Speed } from "./client-speed.js";
import { measurePackageSizes } from "./package-table.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    calls: { type: "string", default: "1000" },
    out: { type: "string" },
    sizes: { type: "boolean", default: false },
    features: { type: "boolean", default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), "client-bench-"));
try {
  await (values.features ? writeFeatureTable() : writeBenchmark());
} finally {
  rmSync(folder, { recursive: true });
}

async function writeFeatureTable(): Promise<void> {
  const root = join(import.meta.dirname, "../..");
  installPackage(await pack(root, folder), folder);
  const page = join(root, FEATURE_TABLE_PAGE);
  const text = replaceFeatureTable(readFileSync(page, "utf8"), await measureFeatures(folder));
  writeFileSync(page, text);
  process.stdout.write(text);
}

async function writeBenchmark(): Promise<void> {
  const before = values.out !== undefined && existsSync(values.out) ? readFileSync(values.out, "utf8") : "";
  const text = [
    "# Size and speed of the client",
    "",
    "Written by `npm run bench client -- --out bench/CLIENT.md`; do not edit. [What each feature adds](CLIENT-FEATURES.md).",
    "",
    ...(await measurePackageSizes()),
    ...formatSizes(await measureClientSizes(folder)),
    values.sizes
      ? before.slice(before.indexOf("## Time"))
      : formatTimes(await measureClientSpeeds(folder, { rounds: Number(values.rounds), calls: Number(values.calls) })),
  ].join("\n");
  if (values.out !== undefined) writeFileSync(values.out, text);
  process.stdout.write(text);
}

function formatSizes(sizes: readonly Size[]): readonly string[] {
  return [
    "## Sizes of other clients",
    "",
    "Bundled with esbuild in the same way, without code splitting.",
    "",
    "| | scope | minified | gzip |",
    "|---|---|---|---|",
    ...sizes.map(({ name, scope, minified, gzip }) => `| ${name} | ${scope} | ${minified} | ${gzip} |`),
    "",
  ];
}

function formatTimes(speeds: ReadonlyMap<string, readonly Speed[]>): string {
  const [load = 0] = loadavg();
  return [
    "## Time",
    "",
    `Each round makes ${values.calls} calls, 16 at a time, to a service in another process that returns a fixed response. The clients take turns.`,
    `Figures are medians of ${values.rounds} rounds, with Node ${process.versions.node}, ${cpus().length} shared cores, load ${load.toFixed(1)} at the end. × is the ratio to the first row.`,
    "Compare the ratios of CPU time: other work on the machine changes them less than it changes elapsed time.",
    "",
    ...[...speeds].flatMap(([kind, all]) => [`### ${kind}`, "", ...formatTable(all), ""]),
  ].join("\n");
}

function formatTable(speeds: readonly Speed[]): readonly string[] {
  const [base] = speeds;
  return [
    "| | calls per second | × | CPU µs per call | × |",
    "|---|---|---|---|---|",
    ...speeds.map(({ name, perSecond, cpuMicroseconds }) => {
      const speedRatio = (perSecond / (base?.perSecond ?? perSecond)).toFixed(2);
      const cpuRatio = (cpuMicroseconds / (base?.cpuMicroseconds ?? cpuMicroseconds)).toFixed(2);
      return `| ${name} | ${perSecond.toFixed(0)} | ${speedRatio} | ${cpuMicroseconds.toFixed(0)} | ${cpuRatio} |`;
    }),
  ];
}
