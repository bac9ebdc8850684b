/** Parts of multipart bodies with every kind of schema and Encoding Object, by name and by position: what each is read as. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../../src/document/index.js";
import { readMultipart } from "../../../src/schema/bodies/multipart.js";
import { splitMultipart } from "../../../src/schema/bodies/split-multipart.js";
import { CannotValidateError } from "../../../src/schema/cannot-validate-error.js";
import { createSchemas } from "../../../src/schema/index.js";
import { groupResults } from "../../golden-text.js";

const point = { type: "object", properties: { k: { type: "integer" } } };
const FIELDS: readonly Json[] = [
  { type: "string" },
  { type: "integer" },
  { type: "string", format: "binary" },
  point,
  { type: "array", items: { type: "integer" } },
  { type: "array", items: { type: "string", format: "binary" } },
  { type: "array", items: point },
  { type: ["integer", "object"] },
  {},
];
const ENCODINGS: Readonly<Record<string, Json>> = {
  none: null,
  json: { contentType: "application/json" },
  types: { contentType: "text/plain, image/*" },
  form: { style: "form", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  headers: {
    headers: { "X-N": { required: true, schema: { type: "integer" } }, "X-J": { content: { "application/json": {} } } },
  },
  positions: { itemEncoding: { contentType: "application/json" }, prefixEncoding: [{ contentType: "text/css" }] },
  names: { encoding: { k: { contentType: "application/json" } } },
};

type Part = readonly [headers: string, text: string, name?: string];
const json = "Content-Type: application/json";
const BODIES: readonly (readonly Part[])[] = [
  [["", "1"]],
  [["", "x"]],
  [["", ""]],
  [["", '{"k":1}']],
  [["", "[1,2]"]],
  [["", "1,2"]],
  [["", "1|2"]],
  [
    ["", "1"],
    ["", "2"],
  ],
  [[json, "1"]],
  [[json, "{"]],
  [[`${json};charset=utf-8\r\nX-N: 5\r\nX-J: {`, '{"k":1}']],
  [["Content-Type: a/b+JSON\r\nX-N: x\r\nX-J: 1", "[1]"]],
  [
    [json, '{"k":1}'],
    [json, '{"k":2}'],
  ],
  [["Content-Type: application/jsonl", '{"k":1}']],
  [["Content-Type: text/plain", "1"]],
  [["Content-Type: Text/Plain; charset=utf-8", '{"k":1}']],
  [["Content-Type: image/png", "1"]],
  [["Content-Type: text/xml", "<f><k>1</k></f>"]],
  [["Content-Type: application/a+xml ; b", "<f><k>x</k><l/></f>"]],
  [["Content-Type: text/xml", "<f>"]],
  [["Content-Type: text/xml", "<g><k>1</k></g>"]],
  [["", "\u00ff"]],
  [["Content-Type: multipart/mixed; boundary=i", '--i\r\nContent-Disposition: form-data; name="k"\r\n\r\n1\r\n--i--']],
  [['Content-Type: Multipart/Mixed; a=b; boundary="i i"', `--i i\r\n\r\n1\r\n--i i\r\n${json}\r\n\r\n2\r\n--i i--`]],
  [["Content-Type: multipart/mixed", "--i\r\n\r\n1\r\n--i--"]],
  [["", "1", "other"]],
  [["", "1", "\u00c3\u00a9"]],
];

const MEDIA = "/paths/~1a/post/requestBody/content/multipart~1form-data";

const loaded = new Map<string, ReturnType<typeof createSchemas>>();
function loadMedia(media: Json): ReturnType<typeof createSchemas> {
  const paths = { "/a": { post: { requestBody: { content: { "multipart/form-data": media } }, responses: {} } } };
  const spec = JSON.stringify({ openapi: "3.2.0", info: { title: "t", version: "1" }, paths });
  const known = loaded.get(spec) ?? createSchemas(loadDocument("a.json", () => spec));
  loaded.set(spec, known);
  return known;
}

function read(media: Json, parts: readonly Part[], isNamed: boolean, isItem = false): string {
  const schemas = loadMedia(media);
  const body = parts.map(([headers, text, name = "f"]) => {
    const disposition = isNamed ? `Content-Disposition: form-data; name="${name}"\r\n` : "";
    return `--b\r\n${disposition}${headers}${headers === "" ? "" : "\r\n"}\r\n${text}\r\n`;
  });
  const schema = `${MEDIA}/${isItem ? "itemSchema" : "schema"}`;
  const found = splitMultipart(`${body.join("")}--b--`, "b");
  try {
    const reading = readMultipart(schemas, { pointer: MEDIA, schema, isItem }, found ?? [], {
      direction: "request",
      decode: (it) => (it.includes("\u00ff") ? undefined : Buffer.from(it, "latin1").toString()),
      matchesMediaType: (range, type) => new RegExp(`^${range.replace("*", ".*")}`, "i").test(type),
    });
    if (reading.kind !== "value") return `${reading.kind}: ${reading.reason}`;
    const notes = reading.violations.map(({ pointer, instance, reason, keyword, valueClass }) =>
      [pointer.replace(MEDIA, ""), instance, reason ?? keyword, valueClass].join(" "),
    );
    return [JSON.stringify(reading.value) + (reading.each === true ? " each" : ""), ...notes].join("; ");
  } catch (error) {
    if (!(error instanceof CannotValidateError)) throw error;
    return `cannot be checked: ${error.message}`;
  }
}

/** The results of a body with each field and encoding, those with the same results together. */
function readAll(parts: readonly Part[], isNamed: boolean): string[] {
  const fields = FIELDS.filter((_, index) => isNamed || index % 2 === 1 || index === 8);
  const results = fields.map((field): [string, string] => {
    const byEncoding = Object.entries(ENCODINGS).map(([name, encoding]): [string, string] => [
      name,
      read(createMedia(field, encoding, isNamed), parts, isNamed),
    ]);
    const lines = groupResults(byEncoding);
    const [first = "", ...more] = lines.map((line) => line.replace(Object.keys(ENCODINGS).join(" | "), "all"));
    return [JSON.stringify(field), more.length === 0 ? first : ["", first, ...more].join("\n    ")];
  });
  return [JSON.stringify(parts), ...groupResults(results).map((line) => `  ${line}`)];
}

function createMedia(field: Json, encoding: Json, isNamed: boolean): Json {
  return isNamed
    ? { schema: { properties: { f: field } }, ...(encoding === null ? {} : { encoding: { f: encoding } }) }
    : {
        schema: { type: "array", prefixItems: [field], items: { type: "integer" } },
        ...(encoding === null ? {} : { prefixEncoding: [encoding], itemEncoding: encoding }),
      };
}

test.each([
  ["named", true],
  ["unnamed", false],
])("%s parts", async (name, isNamed) => {
  const lines = BODIES.flatMap((parts) => readAll(parts, isNamed));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`parts-${name}.txt`);
});

test("parts that are items, and parts without names where names are expected", () => {
  const media = { itemSchema: point };
  const two: readonly Part[] = [
    [json, '{"k":1}'],
    ["", "5", "k"],
  ];
  expect([
    read(media, two, false, true),
    read(media, two, true, true),
    read({ schema: point }, two, false),
    read({ schema: { type: "array", items: point } }, two, true),
    read({ schema: {} }, [], true),
  ]).toEqual([
    '[{"k":1},"5"] each',
    '[{"f":{"k":1}},{"k":5}] each',
    "not-checked: parts without names can only be checked against an array schema",
    '[{"f":{"k":1}},{"k":5}]',
    "{}",
  ]);
});
