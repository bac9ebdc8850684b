/**
 * `npm run long properties`: checks 20,000 random valid exchanges of each spec and exits with 1 on a false positive. The specs are
 * our own, the excerpts in `test/descriptions`, Adyen's in `test/material` and, if it is installed, the one in
 * `@octokit/openapi`. Pass paths to check other specs instead, such as one that is too large for this repository.
 * `PROPERTIES=1000` checks fewer exchanges.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { VENDORED_SPECS } from "../material/specs.js";
import { checkValidExchanges } from "./valid-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");
const count = Number(process.env.PROPERTIES ?? 20_000);
const given = process.argv.slice(2);
const GITHUB = join(ROOT, "node_modules/@octokit/openapi/generated/api.github.com.json");
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
        VENDORED_SPECS["adyen-checkout-3.1"],
        ...[GITHUB].filter(existsSync),
      ];

if (given.length === 0 && !existsSync(GITHUB))
  process.stderr.write("api.github.com.json is not checked: run npm install --no-save @octokit/openapi@19\n");
for (const path of paths) {
  const { exchanges, responses, left, alarms, partial } = checkValidExchanges(
    path,
    count,
    Number(process.env.SEED ?? 1),
  );
  process.stdout.write(
    `${path.replace(/^.*\//, "")}: ${exchanges} exchanges of ${responses} responses, ${alarms.length} false positives, ${partial.length} partially checked; ${left.length} responses cannot be generated\n`,
  );
  for (const line of [...new Set([...alarms, ...partial])].slice(0, 20)) process.stdout.write(`  ${line}\n`);
  if (process.env.VERBOSE !== undefined) for (const line of left) process.stdout.write(`  skipped: ${line}\n`);
  if (alarms.length > 0) process.exitCode = 1;
}
