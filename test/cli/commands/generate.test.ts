/** Invalid input of `contract generate`: it prints one message on stderr and writes nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatPublishCommand } from "../../../src/cli/actions/generate.js";
import { createFolder, runContract } from "../run-contract.js";

const NO_CONTENT_MESSAGE =
  "nothing to generate: the document has no paths, webhooks or components; expected an OpenAPI 3.0, 3.1 or 3.2 document with at least one of them; name its main file with --spec\n";

/** The content of the file, and the message after its name. */
const INVALID_SPECS: Readonly<Record<string, readonly [content: string, message: string | RegExp]>> = {
  "only a version": ["openapi: 3.1.0\n", NO_CONTENT_MESSAGE],
  "no part with anything in it": [
    "openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: {}\ncomponents: {}\n",
    NO_CONTENT_MESSAGE,
  ],
  "only a version, 3.0": ["openapi: 3.0.3\n", NO_CONTENT_MESSAGE],
  "Swagger 1.2": ["swagger: '1.2'\npaths: {}\n", /only OpenAPI 3\.0, 3\.1 and 3\.2, and Swagger 2\.0/],
  "Swagger 2.0 without paths": ["swagger: '2.0'\npaths: {}\n", NO_CONTENT_MESSAGE],
  "another YAML file": ["name: x\nversion: 1\n", /openapi/],
  "a list": ["- 1\n", /holds no object/],
  nothing: ["", /holds no object/],
  "text that is no YAML": ["openapi: [", /not valid YAML/],
};

test.each(Object.entries(INVALID_SPECS))("refuses %s", async (_, [content, message]) => {
  const folder = createFolder({ "spec.yaml": content });
  const out = join(folder, "generated");
  const spec = join(folder, "spec.yaml");
  const { code, stdout, stderr } = await runContract(["generate", "--spec", spec, "--out", out]);
  expect({ code, stdout, isThere: existsSync(out) }).toEqual({ code: 2, stdout: "", isThere: false });
  if (typeof message === "string") expect(stderr).toBe(`contract generate: ${spec}: ${message}`);
  else expect(stderr).toMatch(message);
  expect(stderr.split("contract generate: ")).toHaveLength(2);
});

const formatWritten = (name: string): string => `wrote ${name} (… KB)`;

test.each([
  ["{ items: {} }", 0, ""],
  [
    "{ type: String }",
    1,
    'GET /a has no validator of /paths/~1a/get/responses/200/content/application~1json/schema: unknown type "String"',
  ],
  [
    "{ items: [] }",
    1,
    [
      "GET /a has no validator of /paths/~1a/get/responses/200/content/application~1json/schema:",
      'items value must be ["object","boolean"]',
    ].join(" "),
  ],
])("the response schema %s: exit code %i, and the rest is written", async (schema, exitCode, reason) => {
  const response = (of: string) => `{ "200": { description: a, content: { application/json: { schema: ${of} } } } }`;
  const content = `openapi: 3.0.3
info: { title: T, version: "1" }
paths: { /a: { get: { responses: ${response(schema)} } }, /b: { get: { responses: ${response("{ type: string }")} } } }
`;
  const folder = createFolder({ "spec.yaml": content });
  const out = join(folder, "generated");
  const { code, stderr } = await runContract([
    "generate",
    "--spec",
    join(folder, "spec.yaml"),
    "--out",
    out,
    "--with",
    "validators",
  ]);
  expect({ code, reason: /^.* has no validator of .*$/m.exec(stderr)?.[0] ?? "" }).toEqual({ code: exitCode, reason });
  expect(
    stderr
      .replaceAll(`${out}/`, "")
      .replaceAll(/\d+ KB/g, "… KB")
      .split("\n"),
  ).toEqual([
    ...["types.ts", "operations.ts", "calls.ts", "client.ts"].map(formatWritten),
    ...["validators.js", "validators.d.ts"].map(formatWritten),
    ...(reason === "" ? [] : [reason, "1 part is not in the generated files"]),
    "",
  ]);
  expect(readFileSync(join(out, "calls.ts"), "utf8")).toContain('call: "GET /a"');
  const validators = readFileSync(join(out, "validators.js"), "utf8");
  expect(validators.match(/"application\/json": validate\d+/g)).toHaveLength(exitCode === 0 ? 2 : 1);
  expect(
    await runContract([
      "generate",
      "--spec",
      join(folder, "spec.yaml"),
      "--out",
      out,
      "--with",
      "validators",
      "--check",
    ]),
  ).toMatchObject({
    code: 0,
  });
});

const NOWHERE = (kind: string) => `{ $ref: "#/components/${kind}/None" }`;

test("a reference that leads nowhere: exit code 1, it is named, and the rest is written", async () => {
  const folder = createFolder({
    "a.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /notes:
    get: { operationId: readNotes, responses: { "200": { description: d, content: { application/json: { schema: ${NOWHERE("schemas")} } } } } }
    put: { operationId: putNotes, parameters: [${NOWHERE("parameters")}], responses: { "204": { description: d } } }
    delete: { operationId: dropNotes, responses: { "204": ${NOWHERE("responses")} } }
components:
  schemas:
    Note: { type: object, required: [id], properties: { id: { type: string }, owner: ${NOWHERE("schemas")} } }
`,
  });
  const spec = join(folder, "a.yaml");
  const out = join(folder, "out");
  const { code, stderr } = await runContract([
    "generate",
    "--spec",
    spec,
    "--out",
    out,
    "--with",
    "validators",
    "--compile",
  ]);
  const explain = (kind: string, effect: string) =>
    `$ref "#/components/${kind}/None" points nowhere: a.yaml has nothing at "/components/${kind}/None"${effect}`;
  const omissions = [
    `a.yaml:5:115: ${explain("schemas", "; its type is unknown")}`,
    `a.yaml:6:50: ${explain("parameters", "; it is left out")}`,
    `a.yaml:7:61: ${explain("responses", "; it is left out")}`,
    `a.yaml:10:88: ${explain("schemas", "; its type is unknown")}`,
    `the client has no putNotes (/paths/~1notes/put): a.yaml:6:50: ${explain("parameters", "")}`,
  ];
  expect({
    code,
    lines: stderr
      .replaceAll(`${folder}/`, "")
      .split("\n")
      .filter((it) => !it.startsWith("wrote ")),
  }).toEqual({
    code: 1,
    lines: [...omissions, "5 parts are not in the generated files", ""],
  });
  expect(readFileSync(join(out, "types.ts"), "utf8")).toMatch(
    /export type Note = \{\s+id: string;\s+owner\?: unknown;\s+\};/,
  );
  expect(readFileSync(join(out, "calls.ts"), "utf8")).toMatch(/const readNotes[\s\S]*const dropNotes/);
});

test("names lists with pages that the configuration does not describe, unless quiet", async () => {
  const content = `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses: { "200": { description: a, content: { application/json: { schema: { type: array, items: {} } } } } }
`;
  const folder = createFolder({ "spec.yaml": content });
  const command = ["generate", "--spec", join(folder, "spec.yaml"), "--out", join(folder, "out")];
  const { code, stderr } = await runContract(command);
  expect({ code, hint: /^hint: .*$/m.exec(stderr)?.[0] }).toEqual({
    code: 0,
    hint: "hint: GET /a looks like a list with pages; client.lists in contract.config.yaml adds methods that read all pages (node_modules/commerce-contract/docs/generated-clients.md)",
  });
  expect(await runContract([...command, "--quiet"])).toMatchObject({ code: 0, stderr: "" });
});

test("the check of a directory says what differs, and with which command to write it", async () => {
  const get = (id: string, more = "") => `get: { operationId: ${id}, ${more}responses: { "200": { description: d } } }`;
  const body = "requestBody: { required: true, content: { text/plain: {} } }, ";
  const list = "x-list: { style: magic, items: /i }, ";
  const spec = (paths: string): string => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: ${paths}\n`;
  const folder = createFolder({
    "a.yaml": spec(`{ /a: { ${get("a", body)} }, /b: { ${get("b", list)} }, /c: { ${get("c")} } }`),
    "b.yaml": spec(`{ /c: { ${get("d")} } }`),
    file: "",
    "other/calls.ts": "mine",
    "config.yaml": "spec: b.yaml\nclient: { with: [msw] }\n",
  });
  const run = async (name: string, ...options: readonly string[]) => {
    const command = ["generate", "--spec", join(folder, name), ...options.map((it) => it.replace("F/", `${folder}/`))];
    const { code, stdout, stderr } = await runContract(command);
    return `${code}${stdout} ${stderr.replaceAll(`${folder}/`, "F/").replaceAll(/\d+ KB/g, "… KB")}`.split("\n");
  };
  const options = ["--with", "bundle", "--with", "tanstack-query"];
  const fix = "run contract generate --spec F/b.yaml --out F/out --with bundle,tanstack-query";
  expect(await run("a.yaml", "--out", "F/out", ...options)).toEqual([
    "1 the client has no a (/paths/~1a/get): fetch cannot send its required body with GET",
    ...["openapi.json", "openapi.yaml", "types.ts", "operations.ts"].map((it) => formatWritten(`F/out/${it}`)),
    ...["calls.ts", "client.ts", "queries.ts"].map((it) => formatWritten(`F/out/${it}`)),
    'the client has no b (/paths/~1b/get): the style "magic" of its list is not known',
    "1 part is not in the generated files",
    "",
  ]);
  expect(await run("a.yaml", "--out", "F/out", ...options, "--check")).toEqual(["0 F/out: up to date", ""]);
  expect(await run("b.yaml", "--out", "F/out", ...options, "--check")).toEqual([
    "1 F/out: outdated",
    ...["openapi.json", "openapi.yaml", "types.ts", "operations.ts", "calls.ts", "client.ts", "queries.ts"].map(
      (it) => `F/out/${it} is outdated: ${fix}`,
    ),
    "",
  ]);
  expect(await run("b.yaml", "--out", "F/gone", "--check")).toEqual([
    "1 F/gone: missing",
    "directory F/gone of generated files does not exist: run contract generate --spec F/b.yaml --out F/gone",
    "",
  ]);
  expect(await run("b.yaml", "--out", "F/other", "--config", "F/config.yaml", "--check")).toContain(
    "F/other/handlers.ts does not exist: run contract generate --config F/config.yaml --spec F/b.yaml --out F/other",
  );
  expect(await run("b.yaml", "--out", "F/other", ...options)).toEqual([
    "2 contract generate: F/other/calls.ts exists and was not written by contract generate; pass another directory to --out, or remove the file",
    "",
  ]);
  expect(await run("b.yaml", "--out", "F/file")).toEqual([
    "2 contract generate: --out F/file is a file; pass a directory, which is created if it does not exist",
    "",
  ]);
  const files = [
    "types.ts",
    "operations.ts",
    "calls.ts",
    "client.ts",
    "validators.js",
    "validators.d.ts",
    "schemas.ts",
  ];
  expect(await run("b.yaml", "--out", "F/new", "--with", "standard-schema")).toEqual([
    `0 ${formatWritten("F/new/types.ts")}`,
    ...files.slice(1).map((it) => formatWritten(`F/new/${it}`)),
    "",
  ]);
});

/** A runtime without functions stands for a defect of the generator: each use of it is an error. */
test.each([
  ["", 0, /^$/],
  ["with: [msw]", 2, /^\S+handlers\.ts:\d+: not compiled: Cannot find module 'msw' .*\n$/],
  [
    "with: [msw], runtime: ./empty.js",
    1,
    /handlers\.ts:\d+: not compiled: [\s\S]*calls\.ts:\d+ \(readNote\): TS2694: [\s\S]*\nthe .*this is a defect/,
  ],
])("--compile with the configuration {%s}: exit code %i", async (client, exitCode, message) => {
  const folder = createFolder({
    "a.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /notes: { get: { operationId: readNote, responses: { "200": { description: d } } } } }
`,
    "contract.config.yaml": `spec: a.yaml\nclient: { ${client} }\n`,
    "out/empty.ts": "export {};\n",
  });
  const config = ["--spec", join(folder, "a.yaml"), "--config", join(folder, "contract.config.yaml")];
  const command = ["generate", ...config, "--out", join(folder, "out"), "--compile"];
  const { code, stderr } = await runContract([...command, "--quiet"]);
  expect(code).toBe(exitCode);
  expect(stderr).toMatch(message);
  const checked = await runContract([...command, "--check"]);
  expect(checked).toMatchObject({ code: exitCode, stderr: `${join(folder, "out")}: up to date\n${stderr}` });
});

test.each([
  ["out", undefined, "npm publish ./out"],
  ["./out", "a", "npm publish ./out"],
  ["../out", "a", "npm publish ../out"],
  ["/out", "@a/b", "npm publish /out --access public"],
  ["c:out", "a@b", "npm publish c:out"],
  [".out", "a", "npm publish ./.out"],
])("the package of %s with the name %s is published with %s", (folder, name, command) => {
  const files = new Map(name === undefined ? [] : [["package.json", JSON.stringify({ name })]]);
  expect(formatPublishCommand(folder, files)).toBe(command);
});

test("rejects a file that does not exist", async () => {
  const { code, stderr } = await runContract(["generate", "--spec", "nope.yaml", "--out", "nowhere"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^contract generate: nope\.yaml: file does not exist/),
  });
});
