/** A generated package as its users get it: packed, installed without a network, compiled and run from both kinds of module. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatPublishCommand, runGenerateCommand } from "../../../src/cli/actions/generate.js";
import { compareGeneratedFiles } from "../../../src/cli/check/generated-files.js";
import { loadDocument } from "../../../src/document/index.js";
import type { ClientConfig } from "../../../src/generate/client/client-config.js";
import { generatePackage } from "../../../src/generate/package/package-files.js";
import { compileStrictly } from "../compile-strictly.js";
import { createRecordingIo } from "../recording-io.js";

const run = promisify(execFile);
const SPEC = "test/generate/cases/notes.yaml";
const folder = mkdtempSync(join(tmpdir(), "package-"));
const made = join(folder, "made");
const WRITTEN = { with: ["runtime", "validators", "bundle"] } as const;
const user = join(folder, "user");

beforeAll(async () => {
  expect(await runGenerateCommand({ spec: SPEC, package: made, ...WRITTEN }, createRecordingIo())).toBe(0);
  mkdirSync(user);
  await run("npm", ["pack", "--pack-destination", user], { cwd: made });
  writeFileSync(join(user, "package.json"), '{ "private": true, "type": "module" }');
  const [tarball = ""] = readdirSync(user).filter((name) => name.endsWith(".tgz"));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`], { cwd: user });
});
afterAll(() => rmSync(folder, { recursive: true }));

const readText = (path: string): string => readFileSync(path, "utf8");

describe("the package", () => {
  test("has what a registry shows, and needs no other package", () => {
    const { exports, dependencies, ...facts } = JSON.parse(readText(join(made, "package.json")));
    expect(facts).toMatchObject({ name: "notes", version: "1.2.0", license: "MIT", description: "Short texts." });
    expect(dependencies).toBeUndefined();
    expect(Object.keys(exports)).toEqual([
      ...[".", "./calls", "./validators", "./runtime", "./openapi.json", "./package.json"],
    ]);
    expect(readdirSync(join(user, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["notes"]);
  });

  test("names no module of a package that its users lack", () => {
    const texts = readdirSync(made, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(js|ts|md)$/.test(path))
      .map((path) => [path, readText(join(made, path))] as const);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter(([, text]) => text.includes("commerce-contract/")).map(([path]) => path)).toEqual([]);
  });

  test("has no mistakes that publint knows", async () => {
    const { messages } = await publint({ pkgDir: made, pack: false });
    expect(messages).toEqual([]);
  });

  const USE = `
    const sent = [];
    const respond = async (url, init) => {
      sent.push([init.method, String(url), new Headers(init.headers).get("x-key")]);
      return new Response('{"id":"n1","text":"hello"}', { headers: { "content-type": "application/json" } });
    };
    const client = notes.createClient({ signIn: { apiKey: "secret" }, fetch: respond });
    const check = async () => {
      const note = notes.orThrow(await client.getNote({ params: { path: { id: "a/b" } } }));
      const one = runtime.createClient({ getNote: calls.getNote }, { baseUrl: "https://n.example", fetch: respond });
      await one.getNote({ params: { path: { id: "n2" } } });
      const isNote = validators.getNote.responses["200"]["application/json"];
      console.log(JSON.stringify([note.text, sent, isNote(note), isNote({})]));
    };
    check();`;
  const EXPECTED = [
    "hello",
    [
      ["GET", "http://127.0.0.1:4780/notes/a%2Fb", "secret"],
      ["GET", "https://n.example/notes/n2", null],
    ],
    ...[true, false],
  ];
  const PARTS = { notes: "notes", runtime: "notes/runtime", calls: "notes/calls", validators: "notes/validators" };

  test.each([
    ["use.mjs", (name: string, from: string) => `import * as ${name} from "${from}";\n`],
    ["use.cjs", (name: string, from: string) => `const ${name} = require("${from}");\n`],
  ])("runs from %s", async (file, load) => {
    const imports = Object.entries(PARTS).map(([name, from]) => load(name, from));
    writeFileSync(join(user, file), imports.join("") + USE);
    const { stdout } = await run(process.execPath, [file], { cwd: user });
    expect(JSON.parse(stdout)).toEqual(EXPECTED);
  });

  test("compiles from both kinds of module, with the samples of its README", () => {
    const [start = "", ...samples] = [...readText(join(made, "README.md")).matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code = ""]) => code,
    );
    expect(samples).toHaveLength(5);
    const environment = "declare const process: { readonly env: Record<string, string | undefined> };\n";
    const readme = `${start}${environment}export async function read() {\n${samples.map((it) => `{ ${it} }\n`).join("")}}\n`;
    const use = `import { createClient, orThrow, type Note } from "notes";
      export async function read(): Promise<Note> {
        const client = createClient({ signIn: { apiKey: "secret" } });
        // @ts-expect-error the path parameter is required
        await client.getNote({});
        return orThrow(await client.getNote({ params: { path: { id: "n1" } } }));
      }\n`;
    const commonJs = use.replace("read()", "readToo()");
    const texts = { "readme.mts": readme, "use.cts": commonJs };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(user, name), text);
    expect(compileStrictly(Object.keys(texts).map((name) => join(user, name)))).toEqual([]);
  });

  test("is up to date until a file changes", async () => {
    const io = createRecordingIo();
    const options = { spec: SPEC, package: made, ...WRITTEN, check: true };
    expect(await runGenerateCommand(options, io)).toBe(0);
    const original = readText(join(made, "cjs/calls.js"));
    writeFileSync(join(made, "cjs/calls.js"), "");
    expect(await runGenerateCommand(options, io)).toBe(1);
    expect(io.output).toContain(
      `cjs/calls.js is outdated: run contract generate --spec ${SPEC} --package ${made} --with runtime,validators,bundle`,
    );
    writeFileSync(join(made, "cjs/calls.js"), original);
  });

  test("is written again", async () => {
    const io = createRecordingIo();
    expect(await runGenerateCommand({ spec: SPEC, package: made, ...WRITTEN }, io)).toBe(0);
    expect(io.output).toMatch(/^wrote \S+made\/esm\/runtime\/ \(\d+ files, \d+ KB\)$/m);
  });

  test("is recognized by a gate, which names the command that writes it", async () => {
    const document = loadDocument(SPEC);
    expect(
      await compareGeneratedFiles(document, { folder: made, client: { with: ["validators", "bundle"] } }),
    ).toMatchObject({
      state: "up to date",
      messages: [],
    });
    const renamed = { folder: made, client: { package: { name: "other" } }, config: "contract.yaml" };
    const { messages } = await compareGeneratedFiles(document, renamed);
    const command = `contract generate --config contract.yaml --spec ${SPEC} --package ${made} --with runtime`;
    expect(messages).toContain(`${join(made, "package.json")} is outdated: run ${command}`);
  });
});

test.each([
  ["notes-client", "notes", "./notes-client"],
  ["./notes-client", "notes", "./notes-client"],
  ["../notes-client", "notes", "../notes-client"],
  ["/srv/notes-client", "notes", "/srv/notes-client"],
  ["notes-client", "@example/notes", "./notes-client --access public"],
])(
  "the package in %s with the name %s is published by a command that npm takes for a folder",
  (made, name, expected) => {
    const files = new Map([["package.json", JSON.stringify({ name })]]);
    expect(formatPublishCommand(made, files)).toBe(`npm publish ${expected}`);
  },
);

test("a package.json that is not generated is kept", async () => {
  const mine = join(folder, "mine");
  mkdirSync(mine);
  writeFileSync(join(mine, "package.json"), '{ "name": "mine" }');
  await expect(runGenerateCommand({ spec: SPEC, package: mine }, createRecordingIo())).rejects.toThrow(
    /mine\/package\.json exists and was not written by contract generate; pass another directory to --package/,
  );
  expect(existsSync(join(mine, "esm"))).toBe(false);
});

test("files of a spec that does not begin with its version are overwritten", async () => {
  const [spec, out] = [join(folder, "last.json"), join(folder, "again")];
  writeFileSync(spec, '{ "info": { "title": "T", "version": "1" }, "paths": { "/a": {} }, "openapi": "3.0.3" }');
  for (const _ of [1, 2]) expect(await runGenerateCommand({ spec, out }, createRecordingIo())).toBe(0);
});

test.each<[config: ClientConfig, expected: object]>([
  [{}, { name: "notes", license: "MIT", dependencies: { "commerce-contract": "^0.1.0" } }],
  [
    { runtime: "my-runtime", package: { name: "@a/b", version: "3.0.0-rc.1", license: "ISC" } },
    { name: "@a/b", version: "3.0.0-rc.1", license: "ISC", dependencies: undefined },
  ],
])("package.json of %j", async (config, expected) => {
  const { files } = await generatePackage(loadDocument(SPEC), config, { name: "commerce-contract", version: "0.1.0" });
  const content = JSON.parse(files.get("package.json") ?? "");
  expect({ dependencies: undefined, ...content }).toMatchObject(expected);
  expect([...files.keys()].filter((path) => path.includes("runtime/"))).toEqual([]);
});

test("by default, a package has neither validators nor a bundle, and --check compares the rest", async () => {
  const options = { spec: SPEC, package: join(folder, "small") };
  for (const _ of [1, 2]) expect(await runGenerateCommand(options, createRecordingIo())).toBe(0);
  const { exports } = JSON.parse(readText(join(folder, "small/package.json")));
  expect(Object.keys(exports)).toEqual([".", "./calls", "./package.json"]);
  expect(readdirSync(join(folder, "small/esm"))).not.toContain("validators.js");
  expect(await runGenerateCommand({ ...options, check: true }, createRecordingIo())).toBe(0);
  expect(await runGenerateCommand({ ...options, with: ["standard-schema"] }, createRecordingIo())).toBe(0);
  expect(readdirSync(join(folder, "small/esm"))).toContain("validators.js");
});

test("the README imports types of ids where its samples use them", async () => {
  const { files } = await generatePackage(
    loadDocument(SPEC),
    { brands: { NoteId: ["id"] } },
    { name: "commerce-contract", version: "0.1.0" },
  );
  const [start = "", types, ...samples] = [...(files.get("README.md") ?? "").matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ""]) => code,
  );
  expect(start).not.toContain("NoteId");
  expect(types).toBe('import type { NoteId } from "notes";\n');
  expect(samples.join("")).toContain(" as NoteId");
});
