/** Bodies as they are sent, by media type. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { parseNumber } from "../../../src/document/values/exact-number.js";
import { serializeExactJson, serializeScalar } from "../../../src/document/values/serialize-json.js";
import { serializeRequestBody } from "../../../src/samples/serialization/serialize-body.js";

const PART = 'Content-Disposition: form-data; name="x"';
const FILE = `${PART}; filename="x"`;
const TYPED = (type: string): string => `Content-Type: ${type}`;

test.each<[type: string, value: unknown, text: string, encoding?: object]>([
  ["application/json", { a: 1 }, '{"a":1}'],
  ["application/json", "a", '"a"'],
  ["Application/Problem+JSON; charset=utf-8", "a", '"a"'],
  ["application/xjson", "a", "a"],
  ...["x-ndjson", "jsonl", "x-jsonlines", "json-lines"].flatMap((it): [string, unknown, string][] => [
    [`application/${it}`, "a", '"a"\n'],
    [`application/${it}`, ["a", 1], '"a"\n1\n'],
  ]),
  ["application/json-seq", ["a", 1], '\u001e"a"\n\u001e1\n'],
  ["text/event-stream", [{ event: "note", data: "a\nb" }], "event: note\ndata: a\ndata: b\n\n"],
  ["text/event-stream", ["a", { n: 1 }], 'data: a\n\ndata: {"n":1}\n\n'],
  ["text/jsonl", "a", "a"],
  ["text/plain", { a: 1 }, '{"a":1}'],
  ["text/plain", 7, "7"],
  ["text/plain", null, "null"],
  ["application/x-www-form-urlencoded", "a=b c", "a=b c"],
  ["application/x-www-form-urlencoded", { a: "b c", d: [1, 2] }, "a=b%20c&d=1&d=2"],
  ["application/x-www-form-urlencoded", { x: { b: 1 } }, "x=%7B%22b%22%3A1%7D"],
  ["application/x-www-form-urlencoded", { x: { b: 1 } }, "b=1", {}],
  ["application/x-www-form-urlencoded", { x: [1, 2] }, "x=1,2", { explode: false }],
  ["application/x-www-form-urlencoded", { x: [1, 2] }, "x=1%202", { style: "spaceDelimited" }],
  ["application/x-www-form-urlencoded", { x: [1, 2] }, "x=1%7C2", { style: "pipeDelimited" }],
  ["application/x-www-form-urlencoded", { x: { b: 1 } }, "x%5Bb%5D=1", { style: "deepObject" }],
  ["application/x-www-form-urlencoded", { x: [1, 2] }, "x=1&x=2", { style: "simple" }],
  ["application/x-www-form-urlencoded", { x: "/" }, "x=/", { allowReserved: true }],
  ["application/x-www-form-urlencoded", { x: "/" }, "x=%2F", { allowReserved: "yes" }],
  ["multipart/form-data", "text", "text"],
  ["multipart/form-data", { x: "a" }, `${PART}\r\n\r\na`],
  ["multipart/form-data", { x: ["a", 1] }, `${PART}\r\n\r\na|${PART}\r\n\r\n1`],
  ["multipart/form-data", { x: { a: 1 } }, `${PART}\r\n${TYPED("application/json")}\r\n\r\n{"a":1}`],
  ["multipart/form-data", { x: "a" }, `${PART}\r\n${TYPED("text/plain")}\r\n\r\na`, { contentType: "text/plain" }],
  ["multipart/form-data", { x: "a" }, `${PART}\r\n${TYPED("a/json")}\r\n\r\n"a"`, { contentType: "a/json, b/c" }],
  ["multipart/form-data", { x: "a" }, `${FILE}\r\n${TYPED("image/plain")}\r\n\r\na`, { contentType: "image/*" }],
  [
    "multipart/form-data",
    { x: "a" },
    `${FILE}\r\n${TYPED("application/octet-stream")}\r\n\r\na`,
    { contentType: "*/*" },
  ],
  [
    "multipart/form-data",
    { x: { a: 1 } },
    `${FILE}\r\n${TYPED("text/csv")}\r\n\r\n{"a":1}`,
    { contentType: " text/csv ,a" },
  ],
  ["multipart/form-data", { 'a"\r\n': "a" }, 'Content-Disposition: form-data; name="a%22%0d%0a"\r\n\r\na'],
])("%s: %j is sent as %j", (type, value, text, encoding) => {
  const media = { [type]: { schema: {}, ...(encoding === undefined ? {} : { encoding: { x: encoding } }) } };
  const paths = { "/a": { post: { requestBody: { content: media } } } };
  const info = { title: "t", version: "1" };
  const document = loadDocument("spec.json", () => JSON.stringify({ openapi: "3.1.0", info, paths }));
  const documented = listOperations(document)[0]?.requestBody?.content[0];
  const sent = serializeRequestBody(document, documented, { contentType: type, value });
  const plain = new TextDecoder().decode(sent.bytes);
  const isMultipart = plain.startsWith("--");
  expect(sent.contentType).toBe(isMultipart ? `${type}; boundary=contract-probe` : type);
  const parts = plain
    .split("--contract-probe\r\n")
    .slice(1)
    .join("")
    .replaceAll(/\r\n(?=Content-Disp)/g, "|");
  expect(isMultipart ? parts : plain).toBe(isMultipart ? `${text}\r\n--contract-probe--\r\n` : text);
});

test("text is sent unchanged, and a boundary never occurs in a part", () => {
  const document = loadDocument("spec.yaml", () => 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: {}\n');
  const text = serializeRequestBody(document, undefined, { contentType: "application/json", text: "{" });
  expect([text.contentType, new TextDecoder().decode(text.bytes)]).toEqual(["application/json", "{"]);
  const value = { a: "contract-probe", b: "contract-probe-" };
  const { contentType } = serializeRequestBody(document, undefined, { contentType: "multipart/mixed", value });
  expect(contentType).toBe("multipart/mixed; boundary=contract-probe--");
  const form = { contentType: "application/x-www-form-urlencoded", value: { a: { b: 1 } } };
  expect(new TextDecoder().decode(serializeRequestBody(document, undefined, form).bytes)).toBe("a=%7B%22b%22%3A1%7D");
});

const BIG = parseNumber("12345678901234567890");

test.each([
  [undefined, "null", "undefined"],
  [null, "null", "null"],
  ["a", '"a"', "a"],
  [true, "true", "true"],
  [[1, { a: null }], '[1,{"a":null}]', '[1,{"a":null}]'],
  [BIG, "12345678901234567890", "12345678901234567890"],
  [
    { a: [BIG, "x", undefined], b: undefined, 'c"': null },
    '{"a":[12345678901234567890,"x",null],"c\\"":null}',
    undefined,
  ],
])("%j as JSON and as a scalar", (value, json, scalar = json) => {
  expect(serializeExactJson(value)).toBe(json);
  expect(serializeScalar(value)).toBe(scalar);
});

const BYTES = TYPED("application/octet-stream");

test.each([
  [{ type: "string" }, "a", `${PART}\r\n\r\na`],
  [{ type: "string", format: "binary" }, "a", `${FILE}\r\n${BYTES}\r\n\r\na`],
  [{ type: "string", contentMediaType: "application/octet-stream" }, "a", `${FILE}\r\n${BYTES}\r\n\r\na`],
  [{ contentMediaType: "image/png" }, "a", `${FILE}\r\n${TYPED("image/png")}\r\n\r\na`],
  [{ type: "array", items: { type: "string", format: "binary" } }, ["a"], `${FILE}\r\n${BYTES}\r\n\r\na`],
  [{ type: "array", items: { type: "string" } }, ["a"], `${PART}\r\n\r\na`],
])("a field of %j is sent as %j", (field, value, part) => {
  const content = { "multipart/form-data": { schema: { type: "object", properties: { x: field } } } };
  const paths = { "/a": { post: { requestBody: { content } } } };
  const info = { title: "t", version: "1" };
  const document = loadDocument("spec.json", () => JSON.stringify({ openapi: "3.1.0", info, paths }));
  const documented = listOperations(document)[0]?.requestBody?.content[0];
  const sent = serializeRequestBody(document, documented, { contentType: "multipart/form-data", value: { x: value } });
  const text = new TextDecoder().decode(sent.bytes);
  expect(text).toBe(`--contract-probe\r\n${part}\r\n--contract-probe--\r\n`);
});
