/**
 * `npm run properties`: 20,000 random valid exchanges of the contract, and as many of every description in
 * `../shared/specs` (or those named as arguments), judged; ends with 1 on a false alarm. `PROPERTIES=1000` for fewer.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { judgeValid } from "./valid-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");
const SHARED = join(ROOT, "../shared/specs");
const count = Number(process.env.PROPERTIES ?? 20_000);
const given = process.argv.slice(2);
const others = existsSync(SHARED)
  ? readdirSync(SHARED)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(SHARED, name))
  : [];
const paths =
  given.length > 0 ? given : [join(ROOT, "spec/openapi.yaml"), join(ROOT, "test/cases/library.yaml"), ...others];

for (const path of paths) {
  const { exchanges, answers, left, alarms, partial } = judgeValid(path, count, Number(process.env.SEED ?? 1));
  process.stdout.write(
    `${path.replace(/^.*\//, "")}: ${exchanges} exchanges of ${answers} answers, ${alarms.length} false alarms, ${partial.length} judged in part; ${left.length} answers cannot be made\n`,
  );
  for (const line of [...new Set([...alarms, ...partial])].slice(0, 20)) process.stdout.write(`  ${line}\n`);
  if (process.env.VERBOSE !== undefined) for (const line of left) process.stdout.write(`  left out: ${line}\n`);
  if (alarms.length > 0) process.exitCode = 1;
}
