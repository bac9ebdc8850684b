/** `contract init`: what it writes for the files of a directory, and that the gate runs with it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const SPEC = read("test/cases/library.yaml");
const HAR = createHar(createHarEntry());
const LOCAL = createHar(createHarEntry({ url: "http://127.0.0.1:3000/v1/books/7" }));
const OTHER = createHar(createHarEntry({ url: "https://fonts.example/a.woff2" }));
const CONFIG = "contract.config.yaml";
const WORKFLOW = ".github/workflows/contract.yml";

type InitCase = {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The configuration that is written; undefined if there is none. */
  readonly config?: object;
  readonly stderr: readonly string[];
  /** The last command that it prints. */
  readonly third?: string;
};

const WROTE = `wrote F/${CONFIG}`;
const SERVE = "npx contract docs  # shows the reference of the spec";

const CASES: readonly InitCase[] = [
  {
    title: "a spec alone",
    files: { "api/library.yaml": SPEC, "readme.md": "openapi: 3", "data.json": "{}", "package.json": '{"name":"a"}' },
    config: { spec: "api/library.yaml" },
    stderr: [WROTE],
    third:
      "npx contract record --target http://127.0.0.1:3000 --spec api/library.yaml --out traffic/first.har  # records traffic to check",
  },
  {
    title: "a spec in JSON on one line",
    files: { "a.json": JSON.stringify(parse(SPEC)), "b.json": '{"x":{"y":{"openapi":"3.1.0"}}}' },
    config: { spec: "a.json" },
    stderr: [WROTE],
  },
  {
    title: "a directory of recordings",
    files: { "library.yaml": SPEC, "traffic/a.har": HAR, "traffic/b.har": HAR },
    config: { spec: "library.yaml", traffic: ["traffic"] },
    stderr: [WROTE],
    third: SERVE,
  },
  {
    title: "recordings in several directories",
    files: { "library.yaml": SPEC, "a.har": HAR, "traffic/b.har": HAR },
    config: { spec: "library.yaml", traffic: ["a.har", "traffic/b.har"] },
    stderr: [WROTE],
    third: SERVE,
  },
  {
    title: "a recording from a server that the spec lacks",
    files: { "library.yaml": SPEC, "a.har": LOCAL, "b.har": HAR },
    config: { spec: "library.yaml", servers: ["http://127.0.0.1:3000/v1"], traffic: ["a.har", "b.har"] },
    stderr: [WROTE],
  },
  {
    title: "recordings of something else, and files that are no recordings",
    files: { "library.yaml": SPEC, "t/a.har": OTHER, "t/b.har": HAR, "t/c.jsonl": '{"a":1}\n', "t/d.har": "{}" },
    config: { spec: "library.yaml", traffic: ["t/b.har"] },
    stderr: [
      "left out F/t/a.har: none of its first requests is in the spec",
      expect.stringMatching(/^left out F\/t\/c\.jsonl: /),
      expect.stringMatching(/^left out F\/t\/d\.har:1:3 .*is not a recording/),
      WROTE,
    ],
  },
  {
    title: "the command that starts the service",
    files: { "library.yaml": SPEC },
    args: ["--start", "npm start", "--url", "http://127.0.0.1:3000/v1/"],
    config: {
      spec: "library.yaml",
      targets: [{ name: "service", start: "npm start", url: "http://127.0.0.1:3000/v1" }],
    },
    stderr: [WROTE],
    third: SERVE,
  },
  {
    title: "packages, build output and hidden directories",
    files: { "library.yaml": SPEC, "node_modules/a/b.yaml": SPEC, "dist/b.yaml": SPEC, ".x/b.yaml": SPEC },
    config: { spec: "library.yaml" },
    stderr: [WROTE],
  },
  {
    title: "a configuration that exists",
    files: { "library.yaml": SPEC, "contract.config.json": "{}" },
    stderr: ["F/contract.config.json exists, and was not changed"],
  },
  {
    title: "a recording that a configuration lacks",
    files: { "library.yaml": SPEC, "contract.config.json": '{"traffic":["a.har"]}', "a.har": HAR, "b.har": HAR },
    stderr: [
      "F/contract.config.json exists, and was not changed",
      'F/contract.config.json does not name the recording F/b.har; add it to "traffic"',
    ],
    third: SERVE,
  },
  {
    title: "the spec of a configuration, beside others",
    files: { "a.yaml": SPEC, "b.yaml": SPEC, "contract.config.json": '{"spec":"b.yaml"}' },
    stderr: ["F/contract.config.json exists, and was not changed"],
  },
  {
    title: "a spec above a copy of it",
    files: { "a.yaml": SPEC, "site/a.yaml": SPEC },
    config: { spec: "a.yaml" },
    stderr: [WROTE],
  },
  {
    title: "one of several specs by name",
    files: { "a.yaml": SPEC, "b.yaml": SPEC },
    args: ["--spec", "F/b.yaml"],
    config: { spec: "b.yaml" },
    stderr: [WROTE],
  },
];

async function runInit(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const folder = createFolder(files);
  const { code, stdout, stderr } = await runContract([
    "init",
    folder,
    ...args.map((it) => it.replace("F/", `${folder}/`)),
  ]);
  const config = join(folder, CONFIG);
  return {
    ...{ folder, code, stderr: stderr.replaceAll(folder, "F").trimEnd().split("\n") },
    commands: stdout.split("\n").flatMap((line) => (line.startsWith("  ") ? line.trim() : [])),
    config: existsSync(config) ? parse(readFileSync(config, "utf8")) : undefined,
  };
}

const PRINTS = "; command:COMMAND prints the value instead";

test.each<[title: string, security: string, scheme: string, comment: string | undefined]>([
  ["a token", "[{ s: [] }]", "type: http, scheme: bearer", `auth: bearer:TOKEN  # (s)${PRINTS}`],
  ["user and password", "[{ s: [] }]", "type: http, scheme: basic", `auth: basic:USER:PASSWORD  # (s)${PRINTS}`],
  ["a header", "[{ s: [] }]", "type: apiKey, in: header, name: X-K", `auth: header:X-K=VALUE  # (s)${PRINTS}`],
  ["a query", "[{ s: [] }]", "type: apiKey, in: query, name: k", `auth: query:k=VALUE  # (s)${PRINTS}`],
  ["a cookie", "[{ s: [] }]", "type: apiKey, in: cookie, name: k", `auth: cookie:k=VALUE  # (s)${PRINTS}`],
  ["OAuth", "[{ s: [] }]", "type: oauth2, flows: {}", `auth: bearer:TOKEN  # (s)${PRINTS}`],
  ["a certificate", "[{ s: [] }]", "type: mutualTLS", "hooks: hooks.mjs  # with a function getCredentials"],
  ["sign-in that can be left out", "[{ s: [] }, {}]", "type: http, scheme: bearer", undefined],
  ["no sign-in", "[]", "type: http, scheme: bearer", undefined],
])("says where a service gets its credentials: %s", async (_title, requirement, scheme, comment) => {
  const security = `security: ${requirement}\n`;
  const schemes = `components: { securitySchemes: { s: { ${scheme} } } }\n`;
  const paths = 'paths: { /a: { get: { responses: { "204": { description: None. } } } } }\n';
  const spec = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\n${paths}${schemes}${security}`;
  const { folder } = await runInit({ "library.yaml": spec }, ["--start", "npm start"]);
  expect(/\n {4}# (.*)/.exec(readFileSync(join(folder, CONFIG), "utf8"))?.[1]).toBe(comment);
});

test.each(CASES)("$title", async ({ files, args, config, stderr, third }) => {
  const { folder, commands, ...ended } = await runInit(files, args);
  expect(ended).toEqual({ code: 0, config, stderr });
  expect(commands.slice(0, 2)).toEqual([
    "npx contract lint  # checks the spec",
    "npx contract gate  # checks everything in the configuration",
  ]);
  if (third !== undefined) expect(commands.slice(2)).toEqual([third]);
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
});

test.each([
  ["no spec", {}, /^contract init: no OpenAPI document in F; name yours with --spec, or infer one from recordings: /],
  [
    "several specs",
    { "a.yaml": SPEC, "c.json": '{ "swagger": "2.0" }' },
    /: 2 OpenAPI documents: F\/a\.yaml, F\/c\.json; name one with --spec/,
  ],
  [
    "a spec in YAML with an error",
    { "a.yaml": "openapi: 3.1.0\ninfo: [" },
    /F\/a\.yaml:2:\d+: not valid YAML[\s\S]*\nCorrect the spec, or name another one with --spec\./,
  ],
  [
    "a spec in JSON with an error",
    { "a.json": '{\n  "openapi": "3.1.0",\n' },
    /F\/a\.json:\d+:\d+: not valid[\s\S]*\nCorrect the spec/,
  ],
  ["a spec with an unknown version", { "a.yaml": "openapi: 3.9.0\n" }, /F\/a\.yaml[\s\S]*\nCorrect the spec/],
] as const)("%s is an error with what to do", async (_, files, message) => {
  const { code, stderr, config } = await runInit(files, ["--ci", "github"]);
  expect(stderr.join("\n")).toMatch(message);
  expect({ code, config }).toEqual({ code: 2, config: undefined });
});

test("a spec that does not exist is an error", async () => {
  const { code, stderr } = await runInit({ "a.yaml": SPEC }, ["--spec", "F/gone.yaml"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: [
      "contract init: F/gone.yaml: file does not exist; give the path of an OpenAPI document in YAML or JSON",
      "Correct the spec, or name another one with --spec.",
    ],
  });
});

test("a file is the spec of the current directory", async () => {
  const home = process.cwd();
  onTestFinished(() => process.chdir(home));
  process.chdir(createFolder({ "api/a.yaml": SPEC, "b.yaml": SPEC }));
  expect((await runContract(["init", "api/a.yaml", "--spec", "b.yaml"])).stderr).toBe(
    "contract init: the spec is given twice, as api/a.yaml and with --spec b.yaml\n",
  );
  expect(existsSync(CONFIG)).toBe(false);
  expect((await runContract(["init", "api/a.yaml"])).stderr).toBe(`wrote ${CONFIG}\n`);
  expect(parse(readFileSync(CONFIG, "utf8"))).toEqual({ spec: "api/a.yaml" });
});

test("--ci github writes a workflow that runs the action of this package, and keeps one that exists", async () => {
  const { folder, stderr } = await runInit({ "library.yaml": SPEC }, ["--ci", "github"]);
  const { name } = JSON.parse(read("package.json"));
  const missing = `the workflow needs F/package-lock.json with ${name}; npm install --save-dev ${name} writes it`;
  expect(stderr).toEqual([WROTE, `wrote F/${WORKFLOW}`, missing]);
  const { steps } = parse(readFileSync(join(folder, WORKFLOW), "utf8")).jobs.contract;
  expect(steps.at(-1)).toEqual({ uses: `./node_modules/${name}` });
  expect(existsSync(join(ROOT, "action.yml"))).toBe(true);
  writeFileSync(join(folder, WORKFLOW), "on: push");
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { [`node_modules/${name}`]: {} } }));
  const again = await runContract(["init", folder, "--ci", "github"]);
  expect(again.stderr.replaceAll(folder, "F")).toBe(
    `F/${CONFIG} exists, and was not changed\nF/${WORKFLOW} exists, and was not changed\n`,
  );
  expect(readFileSync(join(folder, WORKFLOW), "utf8")).toBe("on: push");
});

/** Specs and recordings of others, and the sentence with which the gate ends. */
const FOREIGN: readonly (readonly [spec: string, recording: string, code: number, end: RegExp])[] = [
  [
    "test/descriptions/github/openapi.yaml",
    "test/descriptions/github/recording.har",
    1,
    /^Failed: the traffic violates the spec of GitHub REST API.*\n15 exchanges: /,
  ],
  [
    "test/descriptions/petstore/openapi.yaml",
    "test/descriptions/petstore/recording.ndjson",
    1,
    /Failed: the traffic violates the spec of /,
  ],
  [
    "examples/galaxy/openapi.json",
    "examples/galaxy/traffic.ndjson",
    1,
    /Failed: the traffic violates the spec of Scalar Galaxy/,
  ],
];

test.each(FOREIGN)("lint and gate run with what it writes for %s", async (spec, recording, code, end) => {
  const files = [spec, recording].map((path) => [path.replace(/^.*\//, ""), read(path)] as const);
  const { folder } = await runInit(Object.fromEntries(files));
  const config = ["--config", join(folder, CONFIG)];
  const lint = await runContract(["lint", ...config]);
  expect({ code: lint.code, stdout: lint.stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Passed: /) });
  const gate = await runContract(["gate", ...config]);
  expect(gate.code, gate.stderr).toBe(code);
  expect(gate.stdout).toMatch(end);
});

test("the gate checks a spec alone", async () => {
  const { folder } = await runInit({ "library.yaml": SPEC });
  const { code, stdout } = await runContract(["gate", "--config", join(folder, CONFIG)]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Passed: .*library\.yaml/) });
});
