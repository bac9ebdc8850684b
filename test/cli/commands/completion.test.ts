/** `contract completion`: scripts that complete commands and options, from the table of the commands. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

test.each([
  ["contract ch", ["check"]],
  ["contract check --co", ["--config", "--coverage", "--coverage-since"]],
  ["contract explain --", ["--help"]],
  ["contract nope --", []],
])("bash completes %s", async (line, expected) => {
  const { stdout } = await runContract(["completion", "bash"]);
  const words = line.split(" ");
  const script = `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _contract; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout: completed } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(
    completed
      .split("\n")
      .filter((it) => it !== "")
      .sort(),
  ).toEqual(expected);
});

const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

test.skipIf(!isInstalled("fish")).each([
  ["contract ch", ["check"]],
  ["contract check --co", ["--config", "--coverage", "--coverage-since"]],
  ["contract probe http://a.example --ph", ["--phase"]],
])("fish completes %s", async (line, expected) => {
  const { stdout } = await runContract(["completion", "fish"]);
  const { stdout: completed } = spawnSync("fish", ["-c", `${stdout}\ncomplete -C "${line}"`], { encoding: "utf8" });
  expect(completed.match(/^\S+/gm)).toEqual(expected);
});

test.skipIf(!isInstalled("zsh"))("zsh takes the script, also if nothing has set up its completion", async () => {
  const { stdout } = await runContract(["completion", "zsh"]);
  const env = { ...process.env, HOME: createFolder({}) };
  const run = spawnSync("zsh", ["-f", "-c", `${stdout}\nprint $_comps[contract]`], { encoding: "utf8", env });
  expect([run.stdout, run.stderr]).toEqual([expect.stringContaining("-F _contract"), ""]);
});

test("another shell is an error", async () => {
  expect(await runContract(["completion", "tcsh"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "contract completion: tcsh: no such shell; give bash, zsh, fish\n",
  });
});
