/**
 * `npm run bench:client`: what the client costs, in bytes and in time, beside others, in one run.
 *
 * Options: `--rounds 9`, `--calls 1000`, `--out bench/CLIENT.md`, and `--sizes`, which measures bytes only and keeps the times of
 * that file. The others are installed in a folder that is removed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clientSizes, type Size } from "./bench/client-sizes.js";
import { clientSpeeds, type Speed } from "./bench/client-speed.js";
import { packageSizes } from "./bench/package-table.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    calls: { type: "string", default: "1000" },
    out: { type: "string" },
    sizes: { type: "boolean", default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), "client-bench-"));
try {
  const before = values.out !== undefined && existsSync(values.out) ? readFileSync(values.out, "utf8") : "";
  const text = [
    "# What the client costs",
    "",
    "Written by `npm run bench:client -- --out bench/CLIENT.md`; do not edit.",
    "",
    ...(await packageSizes()),
    ...others(await clientSizes(folder)),
    values.sizes
      ? before.slice(before.indexOf("## Time"))
      : times(await clientSpeeds(folder, { rounds: Number(values.rounds), calls: Number(values.calls) })),
  ].join("\n");
  if (values.out !== undefined) writeFileSync(values.out, text);
  process.stdout.write(text);
} finally {
  rmSync(folder, { recursive: true });
}

function others(sizes: readonly Size[]): readonly string[] {
  return [
    "## Bytes of others",
    "",
    "Bundled by esbuild in the same way, unsplit.",
    "",
    "| | does | minified | and gzip |",
    "|---|---|---|---|",
    ...sizes.map(({ name, does, minified, gzip }) => `| ${name} | ${does} | ${minified} | ${gzip} |`),
    "",
  ];
}

function times(speeds: ReadonlyMap<string, readonly Speed[]>): string {
  const [load = 0] = loadavg();
  return [
    "## Time",
    "",
    `${values.calls} calls a round, 16 at a time, to a service in another process that only answers; in turn with each other,`,
    `medians of ${values.rounds} rounds, Node ${process.versions.node}, ${cpus().length} shared cores, load ${load.toFixed(1)} at the end. × is by the first row, and only that means`,
    "anything: CPU time of the caller for a call, which other work on the machine disturbs less than the clock on the wall does.",
    "",
    ...[...speeds].flatMap(([kind, all]) => [`### ${kind}`, "", ...table(all), ""]),
  ].join("\n");
}

function table(speeds: readonly Speed[]): readonly string[] {
  const [base] = speeds;
  return [
    "| | calls per second | × | CPU µs a call | × |",
    "|---|---|---|---|---|",
    ...speeds.map(({ name, perSecond, cpuMicroseconds }) => {
      const faster = (perSecond / (base?.perSecond ?? perSecond)).toFixed(2);
      const dearer = (cpuMicroseconds / (base?.cpuMicroseconds ?? cpuMicroseconds)).toFixed(2);
      return `| ${name} | ${perSecond.toFixed(0)} | ${faster} | ${cpuMicroseconds.toFixed(0)} | ${dearer} |`;
    }),
  ];
}
