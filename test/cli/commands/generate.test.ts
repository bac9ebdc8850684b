/** Invalid input of `contract generate`: it prints one message on stderr and writes nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  "a reference that leads nowhere": [
    "openapi: 3.0.3\npaths: {}\ncomponents:\n  schemas:\n    A: { items: { $ref: '#/components/schemas/B' } }\n",
    /spec\.yaml:5:19: \$ref "#\/components\/schemas\/B" points nowhere/,
  ],
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

test.each([
  ["{ items: {} }", 0, ""],
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
  const { code, stderr } = await runContract(["generate", "--spec", join(folder, "spec.yaml"), "--out", out]);
  expect({ code, reason: /^.* has no validator of .*$/m.exec(stderr)?.[0] ?? "" }).toEqual({ code: exitCode, reason });
  expect(readFileSync(join(out, "calls.ts"), "utf8")).toContain('call: "GET /a"');
  const validators = readFileSync(join(out, "validators.js"), "utf8");
  expect(validators.match(/"application\/json": validate\d+/g)).toHaveLength(exitCode === 0 ? 2 : 1);
  expect(await runContract(["generate", "--spec", join(folder, "spec.yaml"), "--out", out, "--check"])).toMatchObject({
    code: 0,
  });
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
  const command = ["generate", "--spec", join(folder, "spec.yaml"), "--out", join(folder, "out"), "--no-validators"];
  const { code, stderr } = await runContract(command);
  expect({ code, hint: /^hint: .*$/m.exec(stderr)?.[0] }).toEqual({
    code: 0,
    hint: "hint: GET /a looks like a list with pages; client.lists in contract.config.yaml adds methods that read all pages (docs/generated-clients.md)",
  });
  expect(await runContract([...command, "--quiet"])).toMatchObject({ code: 0, stderr: "" });
});

test("rejects a file that does not exist", async () => {
  const { code, stderr } = await runContract(["generate", "--spec", "nope.yaml", "--out", "nowhere"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^contract generate: nope\.yaml: file does not exist/),
  });
});
