/**
 * `npm run properties`: 20,000 random valid exchanges of the contract, and as many of the excerpts in `test/descriptions`, of
 * every description in `../shared/specs` and, where it is installed, of that in `@octokit/openapi` (or of those named as
 * arguments), judged; ends with 1 on a false alarm. `PROPERTIES=1000` for fewer.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { judgeValid } from "./valid-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");
const SHARED = join(ROOT, "../shared/specs");
const count = Number(process.env.PROPERTIES ?? 20_000);
const given = process.argv.slice(2);
const shared = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => /\.(json|ya?ml)$/.test(name)) : [];
const paths =
  given.length > 0
    ? given
    : [
        ...["spec/openapi.yaml", "test/cases/library.yaml", "test/cases/ambiguous.yaml"].map((name) =>
          join(ROOT, name),
        ),
        ...["adyen", "github", "openai", "petstore"].map((name) =>
          join(ROOT, "test/descriptions", name, "openapi.yaml"),
        ),
        ...shared.map((name) => join(SHARED, name)),
        ...[join(ROOT, "node_modules/@octokit/openapi/generated/api.github.com.json")].filter(existsSync),
      ];

for (const path of paths) {
  const { exchanges, answers, left, alarms, partial } = judgeValid(path, count, Number(process.env.SEED ?? 1));
  process.stdout.write(
    `${path.replace(/^.*\//, "")}: ${exchanges} exchanges of ${answers} answers, ${alarms.length} false alarms, ${partial.length} judged in part; ${left.length} answers cannot be made\n`,
  );
  for (const line of [...new Set([...alarms, ...partial])].slice(0, 20)) process.stdout.write(`  ${line}\n`);
  if (process.env.VERBOSE !== undefined) for (const line of left) process.stdout.write(`  left out: ${line}\n`);
  if (alarms.length > 0) process.exitCode = 1;
}
