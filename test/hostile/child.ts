/** Runs the attacks named by the arguments one after the other, and prints a line of JSON for each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../src/cli/run.js";
import { ATTACKS } from "./attacks.js";

for (const name of process.argv.slice(2)) {
  const attack = ATTACKS.find((it) => it.attack === name);
  if (attack === undefined) throw new Error(`there is no attack "${name}"`);
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  for (const [path, content] of Object.entries(attack.files())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  process.chdir(folder);
  process.stdout.write(`${JSON.stringify({ started: name })}\n`);
  let output = "";
  const take = (text: string): void => {
    output += text;
  };
  const code = await run(attack.args ?? ["check", "traffic.har", "--spec", "spec.yaml"], {
    stdout: take,
    stderr: take,
    stdin: (async function* () {})(),
    env: {},
    signal: new AbortController().signal,
    isTerminal: false,
  });
  const memory = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ done: name, code, output: output.slice(0, 20_000), memory })}\n`);
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true, force: true });
}
