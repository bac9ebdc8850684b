/** Accepted findings of every command: one baseline file, and `x-contract-ignore` in the spec. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

/** A spec with a wrong example, of which a response has an undocumented property and a wrong type. */
const SPEC = `openapi: 3.1.0
info: { title: T, version: "1", license: { name: MIT, identifier: MIT } }
servers: [{ url: "http://127.0.0.1:4020" }]
paths:
  /books:
    #path
    get:
      operationId: listBooks
      security: []
      responses:
        "200":
          description: Books.
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
components:
  schemas:
    Book:
      #schema
      type: object
      required: [id]
      properties:
        id: { type: integer, example: seven }
`;
const NEWER = SPEC.replace("required: [id]", "required: []");
const wrong = createHarEntry({
  request: { url: "http://127.0.0.1:4020/books", headers: [] },
  response: { content: { mimeType: "application/json", size: 9, text: '{"id":"seven"}' } },
});
const withIgnored = (spec: string, place: string, entry: string): string =>
  spec.replace(place, `x-contract-ignore: ${entry}`);

const home = process.cwd();
afterEach(() => process.chdir(home));

/** Runs commands in a new folder with these files. */
function runInFolder(files: Record<string, string>) {
  const folder = createFolder(files);
  process.chdir(folder);
  return Object.assign((...args: readonly string[]) => runContract(args), { folder });
}

const COMMANDS = {
  check: ["check", "a.har", "--spec", "openapi.yaml"],
  lint: ["lint", "openapi.yaml", "--fail-on", "warn"],
  diff: ["diff", "openapi.yaml", "newer.yaml"],
  gate: ["gate"],
} as const;
type Command = keyof typeof COMMANDS;

/** The code of the only finding of each command. */
const CODES: Readonly<Record<Command, string>> = {
  check: "response.body.invalid",
  lint: "spec.example.invalid",
  diff: "response.property.optional",
  gate: "spec.example.invalid",
};

/** The gate compares and checks no traffic here. */
const isOfCommand = (code: string, command: Command): boolean =>
  command === "check"
    ? code.startsWith("request.")
    : command === "diff"
      ? code.startsWith("op")
      : code.startsWith("spec.");

const createFiles = (spec: string, newer = NEWER) => ({
  "openapi.yaml": spec,
  "newer.yaml": newer,
  "a.har": createHar(wrong),
  "contract.config.yaml": "spec: openapi.yaml\nstrictSpec: true\nbaseline: accepted.yaml\n",
  "accepted.yaml": "schemaVersion: 2\nwaivers: []\n",
});

describe.each(Object.keys(COMMANDS) as Command[])("contract %s", (command) => {
  test("--update-baseline accepts its findings, keeps those of others, and removes what is fixed", async () => {
    const foreign = Object.values({
      check: "request.body.invalid",
      lint: "spec.path.ambiguous",
      diff: "operation.removed",
    })
      .filter((code) => !isOfCommand(code, command))
      .map(
        (code, at) =>
          `  - { fingerprint: "000000000000000${at}", code: ${code}, operation: listBooks, reason: foreign }\n`,
      );
    const stale = `  - { fingerprint: "1111111111111111", code: ${CODES[command]}, operation: listBooks, reason: stale }\n`;
    const entries = `schemaVersion: 2\nwaivers:\n${foreign.join("")}${stale}`;
    const files = { ...createFiles(SPEC), "accepted.yaml": entries };
    const run = runInFolder(files);
    const args = COMMANDS[command];
    const failing = await run(...args);
    expect(failing.code).toBe(1);
    expect(failing.stdout).toMatch(
      new RegExp(`run contract ${command} with --baseline FILE --update-baseline REASON;`),
    );
    const update = await run(...args, "--update-baseline", "known for now", "--expires", "2099-03-31");
    expect({ code: update.code, stderr: update.stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        new RegExp(`^accepted [0-9a-f]{16} ${CODES[command]} [^\\n]+\\n[\\s\\S]*wrote accepted.yaml`),
      ),
    });
    const text = readFileSync(join(run.folder, "accepted.yaml"), "utf8");
    expect(text).toMatch(
      new RegExp(`code: ${CODES[command]}\\n[\\s\\S]*reason: known for now\\n    expires: 2099-03-31`),
    );
    expect(text.split("reason: foreign")).toHaveLength(foreign.length + 1);
    expect([text.includes("1111111111111111"), update.stderr.includes("fixed, removed 1111111111111111")]).toEqual([
      false,
      true,
    ]);
    const after = await run(...args);
    expect({ code: after.code, stdout: after.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^(?!.*To accept).*1 accepted/s),
    });
  });

  test("a reason is required, and nothing is written without it", async () => {
    const run = runInFolder(createFiles(SPEC));
    const { code, stderr } = await run(...COMMANDS[command], "--update-baseline", " ");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/1 finding would be accepted; give a reason/),
    });
    expect(readFileSync(join(run.folder, "accepted.yaml"), "utf8")).toBe("schemaVersion: 2\nwaivers: []\n");
  });

  /** Where the entry is, and whether it accepts the finding of the command, of the property `id` of the schema. */
  test.each([
    ["#schema", "{ code: CODE, reason: agreed }", true],
    ["#schema", "[{ code: 'other.*', reason: r }, { code: CODE, reason: agreed }]", true],
    ["#path", "{ code: CODE, reason: agreed }", false],
    ["#schema", "{ code: request.body.undeclared, reason: agreed }", false],
    ["#schema", "{ code: CODE }", false],
  ])("x-contract-ignore at %s: %s", async (place, entry, isAccepted) => {
    const edit = (spec: string) => withIgnored(spec, place, entry.replace("CODE", CODES[command]));
    const run = runInFolder({
      ...createFiles(edit(SPEC), edit(NEWER)),
      "contract.config.yaml": "spec: openapi.yaml\nstrictSpec: true\n",
    });
    const { stdout } = await run(...COMMANDS[command]);
    expect(/1 accepted[\s\S]*accepted: agreed/.test(stdout)).toBe(isAccepted);
  });
});

test("entries that are unused, unknown or without a reason are findings of lint", async () => {
  const entries = [
    "{ code: response.body.invalid }",
    "{ code: response.bodi.invalid, reason: r }",
    "{ code: spec.path.ambiguous, reason: r }",
    "{ code: response.body.invalid, reason: r }",
  ];
  const spec = withIgnored(SPEC, "#schema", `[${entries.join(", ")}]`);
  const { stdout } = await runInFolder({ "openapi.yaml": spec })("lint", "openapi.yaml", "--format", "json");
  const { diagnostics } = JSON.parse(stdout).specs[0];
  const found = diagnostics.map(({ code, pointer, message }: Record<string, string>) => [
    code,
    pointer?.at(-1),
    message,
  ]);
  expect(found.filter(([code]: string[]) => code?.startsWith("spec.ignore."))).toEqual([
    ["spec.ignore.invalid", "0", "expected the reason for which response.body.invalid is accepted"],
    [
      "spec.ignore.invalid",
      "1",
      'no finding has the code "response.bodi.invalid"; did you mean "response.body.invalid"?',
    ],
    ["spec.ignore.unused", "2", "spec.path.ambiguous is not found here; remove the entry"],
  ]);
});

test("shards keep what the spec accepts, and a merge accepts it again", async () => {
  const run = runInFolder(createFiles(withIgnored(SPEC, "#schema", "{ code: response.body.invalid, reason: agreed }")));
  const whole = await run(...COMMANDS.check, "--format", "json:whole.json");
  const merged = await run("merge", "whole.json", "--format", "json");
  expect([whole.code, merged.code]).toEqual([0, 0]);
  expect(JSON.parse(merged.stdout).summary).toMatchObject({ failed: 0, accepted: 1 });
});
