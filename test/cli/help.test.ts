import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SILENT_IO } from "../../scripts/build/docs/command-pages.js";
import { type CommandRow, REQUIRED } from "../../src/cli/options/command-row.js";
import { COMMANDS } from "../../src/cli/options/command-table.js";
import { EXAMPLES } from "../../src/cli/options/examples.js";
import { createProgram } from "../../src/cli/run.js";
import { createFolder, runContract } from "./run-contract.js";

const { stdout: root } = await runContract(["--help"]);
const names = [...root.matchAll(/^ {2}([a-z]+) [[<]/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");

describe("help", () => {
  test("lists the commands", () => expect(names.length).toBeGreaterThan(10));

  test.each([[], ...names.map((name) => [name])])(
    "of contract %s fits a terminal, and explains the exit codes",
    async (...name) => {
      const { code, stdout } = await runContract([...name, "--help"]);
      expect(code).toBe(0);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(stdout).toMatchSnapshot();
      if (name.length > 0) expect(stdout).toMatch(/^Examples:\n {2}(contract|eval) .*\n {2}(contract|eval) .*$/m);
      expect(stdout).toMatch(/^Exit codes: 0 .* 2 (inconclusive|error)\.$/m);
    },
  );
});

test.each(names)("the examples of contract %s have arguments and options that it knows", (name) => {
  const examples = EXAMPLES[name as keyof typeof EXAMPLES];
  for (const example of examples) {
    const [, words = ""] = /^(?:eval "\$\()?contract (.*?)(?:\)")?$/.exec(example) ?? [];
    const program = createProgram(name, SILENT_IO, () => {});
    const [command] = program.commands;
    const parsed: unknown[] = [];
    command?.action((...given) => void parsed.push(given));
    program.parse(words.match(/'[^']*'|\S+/g) ?? [], { from: "user" });
    expect({ example, runs: parsed.length }).toEqual({ example, runs: 1 });
  }
});

/** Each option that a command has is one that its users read: a new one replaces another. */
const MAX_OPTIONS = 200;

test("there are not more options than a user can survey", () => {
  const counts = Object.values<CommandRow>(COMMANDS).map(({ options }) => Object.keys(options).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_OPTIONS);
});

/** Invalid command lines, and the complete messages. */
const INVALID_CALLS: readonly (readonly [args: readonly string[], output: string])[] = [
  [
    ["check", "--spce", "x"],
    "contract check: unknown option '--spce'\n(Did you mean --spec?)\n(contract check --help lists the options)\n",
  ],
  [["merge"], "contract merge: missing required argument 'reports'\n(contract merge --help lists the options)\n"],
  [
    ["chek", "--help"],
    `contract: unknown command 'chek'\n(Did you mean check?)\n(contract --help lists the options: ${names.join(", ")})\n`,
  ],
  [
    ["compare", "--help"],
    `contract: unknown command 'compare'\n(contract --help lists the options: ${names.join(", ")})\n`,
  ],
  [
    ["help", "compare"],
    `contract: unknown command 'compare'\n(contract --help lists the options: ${names.join(", ")})\n`,
  ],
  [["explain", "nope"], 'contract explain: unknown code "nope"; "contract explain" lists all codes\n'],
  [["suggest", "-"], "contract suggest: standard input cannot be read more than once; name files instead of -\n"],
];

/** What a call needs before the spec is read. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  generate: ["--out", "generated-files"],
  record: ["--out", "traffic.har"],
};

test.each(names)("%s takes the spec as an argument and with --spec", async (name) => {
  const { arguments: given = [], options }: CommandRow = COMMANDS[name as keyof typeof COMMANDS];
  const isArgument = given.some(([argument]) => /^\[spec\b/.test(argument));
  const isOption =
    "--spec <file>" in options && !given.some(([argument]) => !argument.startsWith("<") || argument.includes("..."));
  if (!isArgument && !isOption) return;
  const required = Object.entries(options).flatMap(([flags, row]) =>
    row[2] === REQUIRED ? [flags.replace(/ .*/, ""), "http://127.0.0.1"] : [],
  );
  const call = [
    name,
    ...required,
    ...(NEEDED[name] ?? []),
    ...given.flatMap(([argument]) => (/^\[spec\b/.test(argument) ? [] : ["http://127.0.0.1"])),
  ];
  const asArgument = await runContract([...call, "missing.yaml"]);
  expect(asArgument).toMatchObject({ code: 2, stderr: expect.stringContaining("missing.yaml") });
  expect(await runContract([...call, "--spec", "missing.yaml"])).toEqual(asArgument);
  expect(await runContract([...call, "--spec=missing.yaml"])).toEqual(asArgument);
  expect((await runContract([...call, "--spec"])).stderr).toContain("--spec");
  if (isOption)
    expect((await runContract([...call, "other.yaml", "--spec", "missing.yaml"])).stderr).toContain(
      "the spec is given twice, as other.yaml and with --spec missing.yaml",
    );
});

test.each(INVALID_CALLS)("%j is an error that names the command", async (args, output) => {
  expect(await runContract(args)).toEqual({ code: 2, stdout: "", stderr: output });
});

test("contract suggest offers only the options that it accepts", async () => {
  const config = join(createFolder({ "contract.config.yaml": "{}" }), "contract.config.yaml");
  const { stderr } = await runContract(["suggest", "--config", config]);
  expect(stderr).toBe(
    'contract suggest: no recordings given; pass files, directories or globs, or set "traffic" in the configuration\n',
  );
});
