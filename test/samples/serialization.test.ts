/** How bodies of every media type are serialized. */
import { expect, test } from "vitest";
import { loadDocument, type MediaTypeDefinition, type Parameter } from "../../src/document/index.js";
import { parseNumber } from "../../src/document/values/exact-number.js";
import {
  serializePartHeaders,
  serializeQuerystring,
  serializeRequestBody,
} from "../../src/samples/serialization/serialize-body.js";

const showJson = (value: unknown): string =>
  JSON.stringify(value, (_, it) => (it instanceof Number ? `number ${it}` : it));

const ENCODING = {
  list: { style: "pipeDelimited" },
  spaces: { style: "spaceDelimited", explode: true },
  deep: { style: "deepObject", explode: true },
  flat: { explode: false },
  form: { style: "form" },
  free: { allowReserved: true },
  json: { contentType: "application/json" },
  file: { contentType: "image/png, image/jpeg" },
  range: { contentType: "text/*" },
  any: { contentType: "*/*" },
  noted: {
    contentType: "text/plain",
    headers: {
      "X-Must": { required: true, schema: { type: "integer" } },
      "X-May": { schema: { type: "integer" } },
      "Content-Disposition": { required: true, schema: { type: "string" } },
      "X-Odd": { required: true, schema: { type: "string" }, example: "é" },
      "X-Blank": { required: true, schema: { type: "string" }, example: " a" },
      "X-Given": { required: true, schema: { type: "string" }, example: "given" },
      "X-List": { required: true, schema: { type: "array", items: { type: "integer" } }, example: [1, 2] },
    },
  },
};
const document = loadDocument("a.json", () =>
  JSON.stringify({
    openapi: "3.2.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: {
              form: { schema: { type: "object" }, encoding: ENCODING },
              parts: {
                prefixEncoding: [{ contentType: "application/json" }, ENCODING.noted],
                itemEncoding: { contentType: "multipart/mixed", itemEncoding: { contentType: "text/csv" } },
              },
            },
          },
          responses: {},
        },
      },
    },
  }),
);
const media = (name: string): MediaTypeDefinition =>
  ({ range: name, pointer: `/paths/~1a/post/requestBody/content/${name}` }) as MediaTypeDefinition;

const FIELDS = {
  plain: "a b&c",
  number: 1,
  list: [1, "2"],
  spaces: ["a", "b"],
  deep: { a: { b: 1 } },
  flat: [1, 2],
  form: [1, 2],
  free: "a/b:c",
  object: { a: 1 },
  none: null,
};
const PARTS = {
  plain: "text",
  'quo"te': 1,
  json: { a: 1 },
  object: { b: 2 },
  file: "bytes",
  range: "r",
  any: "x",
  noted: "n",
  many: [1, "contract-probe"],
};

const BODIES: readonly (readonly [contentType: string, value: unknown, media?: string])[] = [
  ["application/json", { a: [1, null] }],
  ["application/json", parseNumber("12345678901234567890.5")],
  [
    "Application/Problem+JSON; charset=utf-8",
    { a: parseNumber("12345678901234567890"), b: undefined, c: [parseNumber("1e400")] },
  ],
  ["application/json", undefined],
  ["application/x-ndjson", [{ a: 1 }, 2]],
  ["application/x-ndjson", { a: 1 }],
  ["application/json-seq", [1, 2]],
  ["text/event-stream", [{ data: "a\nb", event: "e", id: "1" }, { other: 1 }, "plain\r\ntext"]],
  ["application/x-www-form-urlencoded", FIELDS],
  ["application/x-www-form-urlencoded", FIELDS, "form"],
  ["application/x-www-form-urlencoded", "text"],
  ["multipart/form-data", PARTS],
  ["multipart/form-data", PARTS, "form"],
  ["multipart/mixed", [{ a: 1 }, "b", ["c", "d"]]],
  ["multipart/mixed", [{ a: 1 }, "b", ["c", "d"]], "parts"],
  ["multipart/form-data", "text"],
  ["text/plain", "é"],
  ["text/plain", 5],
  ["text/plain", { a: 1 }],
];

test("bodies of every media type", async () => {
  const lines = BODIES.flatMap(([contentType, value, name]) => {
    const body = serializeRequestBody(document, name === undefined ? undefined : media(name), { contentType, value });
    const text = new TextDecoder().decode(body.bytes).replaceAll("\r\n", "\n");
    return [
      `# ${contentType}${name === undefined ? "" : ` with encoding`}: ${showJson(value)}`,
      body.contentType,
      text,
    ];
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("bodies.txt");
});

test("a text is sent as it is", () => {
  const { contentType, bytes } = serializeRequestBody(document, undefined, {
    contentType: "application/json",
    text: "{",
  });
  expect([contentType, new TextDecoder().decode(bytes)]).toEqual(["application/json", "{"]);
});

test.each([
  ["application/x-www-form-urlencoded", { a: "b c", list: [1, 2] }, "a=b%20c&list=1&list=2"],
  ["application/x-www-form-urlencoded; charset=utf-8", { a: 1 }, "a=1"],
  ["application/x-www-form-urlencoded", "a=b", "a%3Db"],
  ["application/json", { a: 1 }, "%7B%22a%22%3A1%7D"],
  ["application/problem+json", "a", "%22a%22"],
  ["text/plain", "a b", "a%20b"],
  [undefined, 5, "5"],
])("a query string of %s", (range, value, text) => {
  const content = range === undefined ? {} : { content: { range, pointer: "/none" } };
  expect(serializeQuerystring(document, content as unknown as Parameter, value)).toBe(text);
});

test("headers of a part that are required", () => {
  expect(serializePartHeaders(document, `${media("form").pointer}/encoding/noted`)).toEqual([
    "X-Must: 1",
    "X-Given: given",
    "X-List: 1,2",
  ]);
});
