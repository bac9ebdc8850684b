/** The credentials of the request that a page shows for an operation. */
import { expect, test } from "vitest";
import { createReference } from "../../src/docs/reference-files.js";
import { listCredentials, listFiles } from "../../src/docs/sample-request.js";
import { listOperations, loadDocument } from "../../src/document/index.js";
import { getSchemas } from "../../src/schema/index.js";

function listFor(security: readonly object[]) {
  const spec = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        part: { type: "apiKey", in: "query", name: "key" },
        cookie: { type: "apiKey", in: "cookie", name: "session" },
        user: { type: "http", scheme: "Basic" },
        token: { type: "oauth2", flows: {} },
        other: { type: "http", scheme: "bearer" },
        digest: { type: "http", scheme: "digest" },
        own: { type: "http", scheme: "GenieKey" },
        mutual: { type: "mutualTLS" },
      },
    },
    paths: { "/a": { get: { security, responses: {} } } },
  };
  const [operation] = listOperations(loadDocument("spec.json", () => JSON.stringify(spec)));
  if (operation === undefined) throw new Error("the spec has no operation");
  return listCredentials(operation).map(({ place, name, value }) => `${place} ${name}: ${value.split(/[ =]/)[0]}`);
}

test.each<[what: string, security: readonly object[], credentials: readonly RegExp[]]>([
  ["a header", [{ key: [] }], [/^header X-Key: /]],
  ["a query parameter", [{ part: [] }], [/^query key: /]],
  ["a cookie", [{ cookie: [] }], [/^header Cookie: session$/]],
  ["a user", [{ user: [] }], [/^header Authorization: Basic$/]],
  ["a token", [{ token: [] }], [/^header Authorization: Bearer$/]],
  ["a user that curl signs in", [{ digest: [] }], [/^header Authorization: Digest$/]],
  ["another scheme of HTTP", [{ own: [] }], [/^header Authorization: GenieKey$/]],
  ["two schemes together", [{ key: [], part: [] }], [/^header X-Key: /, /^query key: /]],
  ["two schemes of one header", [{ token: [], other: [] }], [/^header Authorization: Bearer$/]],
  ["the first of two alternatives", [{ key: [] }, { part: [] }], [/^header X-Key: /]],
  ["a scheme that the spec has, before one that it lacks", [{ missing: [] }, { key: [] }], [/^header X-Key: /]],
  ["what a request can have, before a certificate", [{ mutual: [] }, { part: [] }], [/^query key: /]],
  ["nothing, if the spec lacks all schemes", [{ missing: [] }], []],
  ["nothing, if that is an alternative", [{ key: [] }, {}], []],
])("%s", (_, security, credentials) => {
  expect(listFor(security)).toEqual(credentials.map((it) => expect.stringMatching(it)));
});

test.each<[what: string, part: object, encoding: object, file: string, name?: string]>([
  ["the media type of its schema", { contentMediaType: "image/jpeg" }, {}, "photo.jpg"],
  [
    "that of its encoding, which is sent",
    { contentMediaType: "image/jpeg" },
    { contentType: "image/gif" },
    "photo.gif",
  ],
  ["the first of several", { format: "binary" }, { contentType: "image/webp, image/png" }, "photo.webp"],
  ["a picture without a type of its own", { contentMediaType: "image/*" }, {}, "photo.png"],
  ["a document", { contentMediaType: "application/pdf" }, {}, "file.pdf"],
  ["bytes of any kind", { contentMediaType: "application/octet-stream" }, {}, "file.bin"],
  ["the name of its part", { format: "binary" }, { headers: {} }, "file.bin", "upload"],
  ["the name of its part, such as a picture", { format: "binary" }, { headers: {} }, "photo.png", "picture~/1"],
])("a file is named by %s", (_, part, encoding, file, name = "upload") => {
  const schema = { type: "object", required: [name], properties: { [name]: { type: "string", ...part } } };
  const content = { "multipart/form-data": { schema, encoding: { [name]: encoding } } };
  const paths = { "/a": { post: { requestBody: { content }, responses: {} } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const document = loadDocument("spec.json", () => text);
  const [media] = listOperations(document).flatMap(({ requestBody }) => requestBody?.content ?? []);
  if (media === undefined) throw new Error("the spec has no body");
  expect([...listFiles({ schemas: getSchemas(document) }, media, { [name]: "" })]).toEqual([[name, file]]);
  const [, entry] = createReference(document).entries;
  expect(entry?.body).toContain(`@${file}'`);
  expect(entry?.body).toContain(`new File(["content"], "${file}")`);
});

const file = { type: "string", contentMediaType: "image/png" };

const json = { contentType: "application/json" };

test.each<[what: string, part: object, fields: readonly string[], encoding?: object]>([
  ["a file", file, ["-F 'part=@photo.png'"]],
  ["a file without a type", { contentMediaType: "image/png" }, ["-F 'part=@photo.png'"]],
  ["a file in Base64 without a type", { contentEncoding: "base64" }, ["-F 'part=@file.bin'"]],
  ["text without a type", { contentMediaType: "text/plain" }, ["-F 'part=text'"]],
  ["files", { type: "array", items: { contentMediaType: "image/jpeg" } }, ["-F 'part=@photo.jpg'"]],
  ["a file whatever its example", { ...file, example: "@a;b.png" }, ["-F 'part=@photo.png'"]],
  ["a text that names no file", { type: "string", example: "@ada" }, ["--form-string 'part=@ada'"]],
  ["texts", { type: "array", items: { type: "string" }, example: ["a", "b"] }, ["-F 'part=a'", "-F 'part=b'"]],
  ["an object", { type: "object", example: { a: 1 } }, [`-F 'part={"a":1};type=application/json'`]],
  [
    "an object of a stated type",
    { type: "object", example: { a: 1 } },
    [`-F 'part={"a":1};type=application/json'`],
    json,
  ],
  ["an object that would end its field", { type: "object", example: { a: ";" } }, [`-F 'part={"a":";"}'`], json],
  [
    "an object of one of several types",
    { example: { a: 1 } },
    [`-F 'part={"a":1};type=application/json'`],
    { contentType: "*/*" },
  ],
])("curl sends %s", (_, part, fields, encoding = {}) => {
  const schema = { type: "object", required: ["part"], properties: { part } };
  const requestBody = { content: { "multipart/form-data": { schema, encoding: { part: encoding } } } };
  const paths = { "/a": { post: { requestBody, responses: {} } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const [, entry] = createReference(loadDocument("spec.json", () => text)).entries;
  const lines = entry?.body.split("\n").filter((line) => /^ {2}-+\w/.test(line)) ?? [];
  expect(lines.map((line) => line.replace(/ \\$/, "").trim())).toEqual(fields);
});

const record = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", example: 1, xml: { attribute: true } } },
};

const bytes = { type: "string", format: "binary" };

test.each<[range: string, schema: object | undefined, lines: readonly string[]]>([
  ["application/json", record, [`-H 'Content-Type: application/json'`, `-d '{`]],
  [
    "application/x-ndjson",
    { type: "array", items: record },
    [`-H 'Content-Type: application/x-ndjson'`, `-d '{"id":1}'`],
  ],
  [
    "application/xml",
    { ...record, xml: { name: "one" } },
    [`-H 'Content-Type: application/xml'`, `-d '<one id="1"></one>'`],
  ],
  ["application/xml", { type: "string", example: "<a/>" }, [`-H 'Content-Type: application/xml'`, `-d '<a/>'`]],
  ["image/*", bytes, [`-H 'Content-Type: image/png'`, `--data-binary '@photo.png'`]],
  ["text/*", { type: "string", example: "a" }, [`-H 'Content-Type: text/plain'`, `-d 'a'`]],
  ["*/*", bytes, [`-H 'Content-Type: application/octet-stream'`, `--data-binary '@file.bin'`]],
  ["application/pdf", {}, [`-H 'Content-Type: application/pdf'`, `--data-binary '@file.pdf'`]],
  ["text/csv", undefined, [`-H 'Content-Type: text/csv'`, `-d 'text'`]],
  ["*/*", { type: "string", example: "a" }, [`-H 'Content-Type: application/json'`, `-d '"a"'`]],
])("curl sends a body of %s as %j says", (range, schema, expected) => {
  const paths = { "/a": { post: { requestBody: { content: { [range]: { schema } } }, responses: {} } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const [, entry] = createReference(loadDocument("spec.json", () => text)).entries;
  const lines = entry?.body.split("\n").filter((line) => /^ {2}-+\w/.test(line)) ?? [];
  expect(lines.map((line) => line.replace(/ \\$/, "").trim())).toEqual(expected);
});

test.each<[method: string, body: object, start: string]>([
  ["get", {}, "curl 'https://"],
  ["get", { requestBody: { content: { "text/plain": {} } } }, "curl -X GET 'https://"],
  ["post", {}, "curl -X POST 'https://"],
])("curl names the method of a %s with %j", (method, body, start) => {
  const security = [{ digest: [] }];
  const components = { securitySchemes: { digest: { type: "http", scheme: "Digest" } } };
  const paths = { "/a": { [method]: { ...body, security, responses: {} } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components });
  const [, entry] = createReference(loadDocument("spec.json", () => text)).entries;
  expect(entry?.body).toContain(start);
  expect(entry?.body).toContain('  --digest -u "$USERNAME:$PASSWORD"');
});
