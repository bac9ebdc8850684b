/** What CI systems and terminals get: job summaries, escaped workflow commands and escaped control characters. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendJobSummary, escapeWorkflowCommands } from "../../../src/cli/output/finish-run.js";
import { run } from "../../../src/cli/run.js";
import { createFolder } from "../run-contract.js";

function createIo(env: Readonly<Record<string, string>>, isTerminal = false) {
  const printed: string[] = [];
  const write = (text: string): void => void printed.push(text);
  async function* read(): AsyncGenerator<Uint8Array> {}
  const io = { stdout: write, stderr: write, stdin: read(), env, signal: new AbortController().signal, isTerminal };
  return { io, printed };
}

describe("the job summary", () => {
  const append = (before: string | undefined, format: (limit: number) => string) => {
    const file = join(createFolder(before === undefined ? {} : { "summary.md": before }), "summary.md");
    const { io, printed } = createIo({ GITHUB_STEP_SUMMARY: file });
    appendJobSummary(format, io);
    return { file, printed, read: () => readFileSync(file, "utf8") };
  };

  test("gets the report and a line break, in a new file and after others", () => {
    expect(append(undefined, () => "report").read()).toBe("report\n");
    expect(append("first\n", () => "report").read()).toBe("first\nreport\n");
  });

  test.each([
    [0, 262_144],
    [1024 * 1024 - 262_145 * 3, 262_144],
    [1024 * 1024 - 262_145 * 3 + 1, 262_143],
    [1024 * 1024 - 30, 9],
  ])("with %i bytes has room for %i characters", (size, room) => {
    let given = 0;
    const { read, printed } = append("x".repeat(size), (limit) => {
      given = limit;
      return "y".repeat(limit);
    });
    expect(given).toBe(room);
    expect(read()).toBe(`${"x".repeat(size)}${"y".repeat(room)}\n`);
    expect(printed).toEqual([]);
  });

  test("stays as it is without room, with a message", () => {
    const { file, read, printed } = append("first", (limit) => "y".repeat(limit + 1));
    expect(read()).toBe("first");
    expect(printed).toEqual([`contract: the report does not fit into the job summary ${file}\n`]);
  });

  test("that cannot be written gives a message", () => {
    const folder = createFolder({});
    mkdirSync(join(folder, "summary"));
    const { io, printed } = createIo({ GITHUB_STEP_SUMMARY: join(folder, "summary") });
    appendJobSummary(() => "report", io);
    expect(printed).toEqual([expect.stringMatching(/^contract: cannot write the job summary: EISDIR.*\n$/)]);
  });

  test.each([[{}], [{ GITHUB_STEP_SUMMARY: "" }]])("is not written in the environment %j", (env) => {
    const { io, printed } = createIo(env);
    appendJobSummary(() => {
      throw new Error("is not called");
    }, io);
    expect(printed).toEqual([]);
  });
});

const COMMANDS = "::set-output\n  ::error::x\n a::b ::c\n:: ::\n##[group]a ##vso[task.x] ##a b[";
const ESCAPED =
  "\\u003a:set-output\n  \\u003a:error::x\n a::b ::c\n\\u003a: ::\n##\\u005bgroup]a ##vso\\u005btask.x] ##a b[";

test.each([
  [{}, "text", COMMANDS],
  [{ GITHUB_ACTIONS: "true" }, "text", ESCAPED],
  [{ GITHUB_ACTIONS: "false" }, "text", COMMANDS],
  [{ TF_BUILD: "True" }, "json", ESCAPED],
  [{ TEAMCITY_VERSION: "1" }, "markdown", ESCAPED],
  [{ TEAMCITY_VERSION: "", TF_BUILD: "" }, "text", COMMANDS],
  [{ GITHUB_ACTIONS: "true" }, "github", COMMANDS],
])("workflow commands in the environment %j and the format %s", (env, format, text) => {
  expect(escapeWorkflowCommands(COMMANDS, format, createIo(env).io)).toBe(text);
});

test.each([
  [false, "plain\ttext\n", "plain\ttext\n"],
  [
    false,
    "a\u001b[31mb\r\u0000\u007f\u0085\u200e\u2028\u202e\u2066",
    "a\\u001b[31mb\\u000d\\u0000\\u007f\\u0085\\u200e\\u2028\\u202e\\u2066",
  ],
  [true, "a\u001b[1;31mb\u001b[K\rc", "a\u001b[1;31mb\u001b[K\rc"],
  [true, "a\u001b[2Jb\u0008\u001b[31m", "a\\u001b[2Jb\\u0008\u001b[31m"],
  [true, "\u000b\u001f\u009f\u200f\u2029\u202a\u2069", "\\u000b\\u001f\\u009f\\u200f\\u2029\\u202a\\u2069"],
])("control characters, to a terminal: %j: %j", async (isTerminal, text, shown) => {
  const { io, printed } = createIo({}, isTerminal);
  await run(["check", `--${text}`], io);
  expect(printed.join("")).toContain(`unknown option '--${shown}'`);
});
