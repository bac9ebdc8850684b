/** `contract completion`: scripts that complete commands and options, from the table of the commands. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/options/command-table.js";
import { runContract } from "../run-contract.js";

const NAMES = Object.keys(COMMANDS).filter((name) => name !== "check-part");

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

test.each(["bash", "zsh", "fish"])("%s knows every command and its options", async (shell) => {
  const { code, stdout } = await runContract(["completion", shell]);
  expect(code).toBe(0);
  for (const name of NAMES) {
    expect(stdout).toContain(name);
    for (const flags of Object.keys(COMMANDS[name as keyof typeof COMMANDS].options)) {
      const [flag = ""] = flags.split(" ");
      expect(stdout).toContain(shell === "fish" ? `_from ${name}' -l ${flag.slice(2)}` : flag);
    }
  }
});

test("another shell is an error", async () => {
  expect(await runContract(["completion", "tcsh"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "contract completion: tcsh: no such shell; give bash, zsh, fish\n",
  });
});
