import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

type Row = readonly [what: string, content: string | Uint8Array, message: RegExp];

/** Expects a message that names the file and the location, but no stack trace. */
function expectRejection({ code, stdout, stderr }: Awaited<ReturnType<typeof runContract>>, message: RegExp): void {
  expect(stdout + stderr).toMatch(message);
  expect(code).toBe(2);
  expect(stdout + stderr).not.toMatch(/\n\s+at .*:\d+:\d+|internal error|^Passed: /m);
}

const good = createHar(createHarEntry());

const invalidRecordings: readonly Row[] = [
  ["an empty file", "", /bad\.har.*empty/s],
  ["a web page", "<html></html>", /bad\.har.*1:1/s],
  ["bytes that are no text", new Uint8Array([0, 1, 2, 255]), /bad\.har/],
  ["cut off in an entry", good.slice(0, good.indexOf("Emma")), /bad\.har.*(cut off|ends)/is],
  ["cut off after an entry", good.slice(0, -2), /bad\.har.*(cut off|ends)/is],
  ["an array", "[]", /bad\.har.*log/s],
  ["no log", "{}", /bad\.har.*log/s],
  ["no log.entries", '{"log":{"version":"1.2"}}', /bad\.har.*entries/s],
  ["log.entries that is an object", '{"log":{"entries":{}}}', /bad\.har.*entries/s],
  ["no entries", createHar(), /no exchanges/],
  ["an entry that is null", createHar(createHarEntry(), null), /\/log\/entries\/1/],
  ["an entry without request", createHar(createHarEntry(), { response: {} }), /\/log\/entries\/1.*request/s],
  [
    "a response that is null",
    createHar({ ...createHarEntry(), response: null }),
    /no exchange matches this spec: no response was recorded/,
  ],
  [
    "a response body in a file that is not there",
    createHar(createHarEntry({ response: { content: { size: 23, _file: "gone.json" } } })),
    /partially checked/s,
  ],
  [
    "traffic for another service",
    createHar(createHarEntry({ url: "https://other.example/" })),
    /no exchange matches this spec/,
  ],
  [
    "traffic of a server of one's own",
    createHar(createHarEntry({ url: "http://127.0.0.1:4020/books/7" })),
    /no exchange matches this spec: .* is not a server in the spec: host .*; add it with --server http:\/\/127\.0\.0\.1:4020/,
  ],
];

describe("a recording that cannot be checked", () => {
  test.each(invalidRecordings)("%s", async (_, content, message) => {
    const folder = createFolder({ "bad.har": content });
    expectRejection(await runContract(["check", join(folder, "bad.har"), "--spec", LIBRARY]), message);
  });

  test("valid entries next to an invalid one are still checked", async () => {
    const folder = createFolder({
      "bad.har": createHar(createHarEntry(), null, createHarEntry({ response: { status: 418 } })),
    });
    const { code, stdout } = await runContract(["check", folder, "--spec", LIBRARY, "--format", "json"]);
    const { summary } = JSON.parse(stdout);
    expect({ code, ...summary }).toMatchObject({ code: 1, exchanges: 2, passed: 1, failed: 1, unreadable: 1 });
  });

  test("valid files next to an invalid one are still checked", async () => {
    const folder = createFolder({ "a.har": "nonsense", "b.har": good });
    const { code, stdout } = await runContract(["check", folder, "--spec", LIBRARY, "--format", "json"]);
    expect({ code, passed: JSON.parse(stdout).summary.passed }).toEqual({ code: 2, passed: 1 });
  });
});

const path =
  "paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: SCHEMA } } } } } } }";
const createSpec = (schema: string, more = ""): string =>
  `openapi: 3.1.0\ninfo: { title: t, version: '1' }\n${path.replace("SCHEMA", schema)}\n${more}`;
const bomb = `openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefg"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdef"[i]}`)}]`).join("\n")}`;

const invalidSpecs: readonly Row[] = [
  ["an empty file", "", /spec\.yaml.*holds no object/s],
  ["YAML that does not parse", "openapi: 3.1.0\ninfo: { title: [", /spec\.yaml:\d+:\d+.*not valid YAML/s],
  ["JSON that does not parse", '{"openapi": "3.1.0",, }', /spec\.yaml:1:\d+/],
  ["Swagger 1.2", "swagger: '1.2'", /spec\.yaml:1:1.*only OpenAPI 3\.0, 3\.1 and 3\.2/s],
  ["a version that is not known", "openapi: 4.0.0", /spec\.yaml:1:1.*OpenAPI 4\.0\.0/s],
  [
    "a version that is a number",
    "openapi: 3.1",
    /spec\.yaml:1:1: "openapi" is 3\.1, which is no text; put the version in quotes: "3\.1\.0"/,
  ],
  [
    "bytes that are no UTF-8",
    Buffer.from("openapi: 3.1.0\ninfo: { title: Caf\xe9 }", "latin1"),
    /spec\.yaml:2:19: this is no UTF-8; save the file in UTF-8/,
  ],
  ["a $ref to nothing", createSpec("{ $ref: '#/components/schemas/Nope' }"), /spec\.yaml:3:\d+.*points nowhere/s],
  ["a $ref to a file that is not there", createSpec("{ $ref: nope.yaml }"), /spec\.yaml:3:\d+.*no file .*nope\.yaml/s],
  ["a remote $ref", createSpec("{ $ref: 'https://example.com/x.yaml' }"), /spec\.yaml:3:\d+.*remote/s],
  [
    "a $ref in a circle",
    createSpec(
      "{ $ref: '#/components/schemas/A' }",
      "components: { schemas: { A: { allOf: [ { $ref: '#/components/schemas/A' } ] } } }",
    ),
    /spec\.yaml:4:\d+.*leads back to itself/s,
  ],
  ["an alias bomb", bomb, /spec\.yaml.*alias bomb/s],
  ["nesting without end", `openapi: 3.1.0\nx: ${"[".repeat(20_000)}`, /spec\.yaml.*(too deeply|not valid)/s],
  [
    "a pattern that is no regular expression",
    createSpec("{ type: string, pattern: '(' }"),
    /spec\.yaml:3:\d+.*does not compile/s,
  ],
  ["a type that is not known", createSpec("{ type: text }"), /spec\.yaml:3:\d+.*does not compile/s],
];

describe("a spec that cannot be used", () => {
  test.each(invalidSpecs)("%s", async (_, content, message) => {
    const folder = createFolder({
      "spec.yaml": content,
      "good.har": createHar(createHarEntry({ url: "https://library.example/a" })),
    });
    expectRejection(
      await runContract(["check", join(folder, "good.har"), "--spec", join(folder, "spec.yaml")]),
      message,
    );
  });
});

test.each([
  ["generate", "its type is unknown", "Nope"],
  ["docs", "the reference shows any value", "Nope"],
  ["sandbox", "what needs it gets 501", "Nope"],
  ["docs", undefined, "Known"],
  ["sandbox", undefined, "Known"],
])("%s says of a $ref to nothing: %s (%s)", async (command, effect, name) => {
  const known = "components: { schemas: { Known: { type: string } } }";
  const folder = createFolder({ "spec.yaml": createSpec(`{ $ref: '#/components/schemas/${name}' }`, known) });
  const spec = join(folder, "spec.yaml");
  const options = command === "sandbox" ? ["--port", "0"] : ["--out", join(folder, "out")];
  const machine = command === "sandbox" ? { signal: AbortSignal.timeout(1) } : {};
  const { stderr } = await runContract([command, spec, ...options], "", {}, machine);
  if (effect === undefined) expect(stderr).not.toContain("spec.yaml:3");
  else expect(stderr).toMatch(new RegExp(`spec\\.yaml:3:\\d+: .* points nowhere: .*; ${effect}\n`));
});

/** Path items with a reference to a component, which is there or not. */
const REFERRING: Readonly<Record<string, (target: string) => string>> = {
  responses: (target) => `{ get: { responses: { '200': ${target} } } }`,
  parameters: (target) => `{ get: { parameters: [${target}], responses: { '200': { description: d } } } }`,
  requestBodies: (target) => `{ post: { requestBody: ${target}, responses: { '200': { description: d } } } }`,
  headers: (target) => `{ get: { responses: { '200': { description: d, headers: { X: ${target} } } } } }`,
  pathItems: (target) => target,
};
const KNOWN = `components:
  responses: { Known: { description: d } }
  parameters: { Known: { name: q, in: query, schema: { type: string } } }
  requestBodies: { Known: { content: { application/json: { schema: { type: object } } } } }
  headers: { Known: { schema: { type: string } } }
  pathItems: { Known: { get: { responses: { '200': { description: d } } } } }
`;
const COMMANDS: Readonly<Record<string, (spec: string) => readonly string[]>> = {
  generate: (spec) => ["generate", "--spec", spec, "--out", `${spec}.out`],
  docs: (spec) => ["docs", spec, "--out", `${spec}.out`],
  sandbox: (spec) => ["sandbox", spec, "--port", "0"],
  resources: (spec) => ["resources", spec],
  probe: (spec) => ["probe", "http://127.0.0.1:9", "--spec", spec, "--dry-run"],
  diff: (spec) => ["diff", spec, spec],
};

describe.each(Object.keys(REFERRING))("a $ref to nothing among %s", (section) => {
  const run = async (command: string, name: string) => {
    const item = REFERRING[section]?.(`{ $ref: '#/components/${section}/${name}' }`);
    const text = `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: { /b: { get: { responses: { '204': { description: d } } } }, /a: ${item} }\n${KNOWN}`;
    const spec = join(createFolder({ "spec.yaml": text }), "spec.yaml");
    const machine = command === "sandbox" ? { signal: AbortSignal.timeout(1) } : {};
    return runContract(COMMANDS[command]?.(spec) ?? [], "", {}, machine);
  };

  test.each([
    ["generate", 1],
    ["docs", 0],
    ["sandbox", 0],
    ["resources", 0],
    ["probe", 0],
  ])("%s goes on without the part, and names its place", async (command, code) => {
    const result = await run(command, "Gone");
    expect(result.stderr).toMatch(/spec\.yaml:3:\d+: .* points nowhere: .*; it is left out\n/);
    expect(result.code).toBe(code);
    expect((await run(command, "Known")).stderr).not.toContain("spec.yaml:3");
  });

  test("diff ends, because what has changed is unknown", async () => {
    expectRejection(await run("diff", "Gone"), /spec\.yaml:3:\d+: .* points nowhere/);
    expect((await run("diff", "Known")).code).toBe(0);
  });
});

test("check ends if a path item is unknown, because its operations would be undocumented", async () => {
  const spec = createSpec("{}").replace("/a: {", "/b: { $ref: '#/gone' }, /a: {");
  const folder = createFolder({ "spec.yaml": spec, "a.har": createHar(createHarEntry()) });
  const result = await runContract(["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml")]);
  expectRejection(result, /spec\.yaml:3:\d+: .* points nowhere/);
});

const invalidCalls: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no command", [], /Usage: contract/],
  ["an unknown command", ["chek"], /unknown command 'chek'/],
  ["no reports", ["merge"], /missing required argument 'reports'/],
  ["an unknown option", ["check", "x.har", "--spce", "x"], /unknown option '--spce'/],
  [
    "an unknown format",
    ["check", "x.har", "--format", "xml"],
    /unknown format "xml"; give text, json, ndjson, junit, sarif, github, /,
  ],
  ["an unknown level", ["check", "x.har", "--fail-on", "info"], /Allowed choices are error, warn, never/],
  ["a file that is not there", ["check", "nowhere.har"], /nowhere\.har/],
  ["a glob that matches nothing", ["check", "nowhere/**/*.har"], /nowhere\/\*\*\/\*\.har/],
  [
    "a server that is no address",
    ["check", "x.har", "--server", "nonsense"],
    /--server nonsense: give a base URL such as/,
  ],
  [
    "a server with a port that there is not",
    ["check", "x.har", "--server", "http://127.0.0.1:99999"],
    /--server http:\/\/127\.0\.0\.1:99999: give a base URL such as/,
  ],
  [
    "a server variable that is empty",
    ["check", "x.har", "--server", "baseUrl="],
    /--server baseUrl=: give .* variable=URL/,
  ],
  [
    "a last day of nothing",
    ["merge", "x.json", "--expires", "2026-01-31"],
    /--expires has no effect.*--update-baseline/,
  ],
  [
    "a last day that no month has",
    ["check", "x.har", "--expires", "2026-02-30"],
    /'2026-02-30' is invalid. Give a day/,
  ],
  ["a last day of nothing", ["check", "x.har", "--expires", "2026-01-31"], /--expires has no effect/],
  ["a configuration that is not there", ["check", "--config", "nope.yaml"], /nope\.yaml: file does not exist; give/],
  ["a configuration that is a folder", ["check", "--config", "test"], /test: is a directory; give a configuration/],
  ["one of the gate that is a folder", ["gate", "--config", "test"], /test: is a directory; give a configuration/],
  [
    "a baseline that has no end",
    ["check", "x.har", "--baseline", "/dev/zero"],
    /\/dev\/zero: .*it is a device, and no f/,
  ],
  [
    "a configuration that has no end",
    ["gate", "--config", "/dev/full"],
    /\/dev\/full: .*it is a device, and no file; g/,
  ],
  ["a spec without an end", ["diff", "/dev/zero", LIBRARY], /\/dev\/zero: cannot be read: it is a device/],
  ["a report that has no end", ["merge", "/dev/zero"], /\/dev\/zero: .*it is a device, and no file/],
  [
    "seed data that have no end",
    ["sandbox", "--database", ":memory:", "--data", "/dev/zero"],
    /it is a device, and no/,
  ],
  ["credentials that have no end", ["token", "--credentials", "/dev/zero"], /cannot read \/dev\/zero: /],
  [
    "more shards than there are",
    ["check", "x.har", "--shard", "1/1000000000"],
    /--shard 1\/1000000000: .*n up to 999999/,
  ],
  [
    "a baseline that is a folder",
    ["check", "x.har", "--baseline", "test"],
    /cannot write test: it is a directory; give a file/,
  ],
  [
    "verdicts and a report on stdout",
    ["check", "x.har", "--verdicts", "-"],
    /--verdicts -: stdout is used by the report/,
  ],
  ["a report to no file", ["check", "x.har", "--format", "json:-"], /"-" is not accepted here; give a file name/],
  ["edits to no file", ["suggest", "x.har", "--overlay", "-"], /"-" is not accepted here; give a file name/],
  [
    "a verdict log that is a folder",
    ["check", "x.har", "--verdicts", "test"],
    /cannot write test: it is a directory; give a file/,
  ],
  ["a missing spec", ["check", LIBRARY, "--spec", "nope.yaml"], /nope\.yaml.*file does not exist/s],
];

describe("an invalid command line", () => {
  test.each(invalidCalls)("%s", async (_, args, message) => {
    expectRejection(await runContract(args), message);
  });

  test("a folder without traffic", async () => {
    const folder = createFolder({ "readme.txt": "nothing here" });
    expectRejection(await runContract(["check", folder, "--spec", LIBRARY]), /\.har/);
  });

  test("a verdict log in a folder that does not exist", async () => {
    const folder = createFolder({ "good.har": good });
    const verdicts = join(folder, "none/verdicts.ndjson");
    expectRejection(
      await runContract(["check", folder, "--spec", LIBRARY, "--verdicts", verdicts]),
      /verdicts\.ndjson/,
    );
  });
});
