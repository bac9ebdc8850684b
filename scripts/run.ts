/**
 * `npm run long NAME` and `npm run bench NAME` with the arguments of that program: what takes longer than `npm test` or is run
 * seldom, and measurements. Without a name, lists the names.
 */
import { spawnSync } from "node:child_process";

const PROGRAMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  long: {
    chaos: ["scripts/long/chaos.ts"],
    "chaos-stream": ["scripts/long/chaos-stream.ts"],
    differential: ["scripts/long/differential.ts"],
    "differential-fast": ["scripts/long/fast-differential.ts"],
    "differential-types": ["scripts/long/differential-types.ts"],
    "docs-walk": ["scripts/long/walk-site.ts"],
    faults: ["scripts/long/faults.ts"],
    matrix: ["scripts/long/matrix.ts"],
    mutate: ["scripts/long/mutate.ts --out bench/MUTATION.md"],
    properties: ["test/properties/run.ts"],
    record: ["scripts/build/record.ts"],
    smoke: ["scripts/long/smoke.ts"],
    "try-it": ["scripts/long/try-it.ts --out bench/DOCS.md"],
    walk: ["scripts/long/walk.ts"],
  },
  bench: {
    check: ["scripts/bench/bench.ts"],
    client: ["scripts/bench/bench-client.ts"],
    diff: ["scripts/bench/bench-diff.ts"],
    stream: ["scripts/bench/bench-stream.ts"],
  },
};

const [kind = "", name = "", ...args] = process.argv.slice(2);
const programs = PROGRAMS[kind]?.[name];
if (programs === undefined) {
  const names = Object.keys(PROGRAMS[kind] ?? PROGRAMS).join(", ");
  process.stderr.write(`npm run ${kind} NAME: ${name === "" ? "give one of" : `${name} is not one of`} ${names}\n`);
  process.exit(2);
}
for (const program of programs) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", ...program.split(" "), ...args], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
