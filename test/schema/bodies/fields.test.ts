/** Form fields of every kind of schema, with every Encoding Object, and events: the file shows what each text is read as. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../../src/document/index.js";
import { readForm, splitPairs } from "../../../src/schema/bodies/form.js";
import { readServerSentEvents } from "../../../src/schema/bodies/item-stream.js";
import { createSchemas } from "../../../src/schema/index.js";
import { readQuerystring } from "../../../src/schema/parameters/read-querystring.js";
import { showOnce } from "../../golden-text.js";

const FIELDS: readonly Json[] = [
  { type: "string" },
  { type: "integer" },
  { type: "array", items: { type: "integer" } },
  { type: "object", properties: { k: { type: "integer" } } },
  { type: "array", items: { type: "object", properties: { k: { type: "integer" } } } },
  { type: ["integer", "object"] },
  {},
];
const ENCODINGS: readonly Json[] = [
  null,
  {},
  { contentType: "application/json" },
  { contentType: "text/plain" },
  { style: "form" },
  { style: "form", explode: false },
  { style: "spaceDelimited", explode: false },
  { style: "pipeDelimited" },
  { style: "deepObject" },
  { explode: true, contentType: "application/json" },
  { allowReserved: true },
];
const TEXTS = [
  "f=1",
  "f=x",
  "f=1&f=2",
  "f=1,2",
  "f=1%202",
  "f=1|2",
  "f=%7B%22k%22%3A1%7D",
  "f=[1,2]",
  "f[k]=1",
  "k=1",
  "f=k,1",
  "f",
  "f=%zz",
  "g=1&f=+",
];

function load(field: Json, encoding: Json) {
  const media = {
    schema: { type: "object", properties: { f: field } },
    ...(encoding === null ? {} : { encoding: { f: encoding } }),
  };
  const content = { "application/x-www-form-urlencoded": media };
  const paths = { "/a": { post: { requestBody: { content }, responses: {} } } };
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  return createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
}
const MEDIA = "/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded";

test("form fields", async () => {
  const known = new Map<string, string>();
  const lines = FIELDS.flatMap((field) => {
    const all = ENCODINGS.map((encoding) => ({ encoding: JSON.stringify(encoding), schemas: load(field, encoding) }));
    const shown = TEXTS.flatMap((text) => {
      const results = new Map<string, string[]>();
      for (const { encoding, schemas } of all) {
        const reading = readForm(schemas, MEDIA, text);
        const result = reading.kind === "value" ? JSON.stringify(reading.value) : reading.reason;
        results.set(result, [...(results.get(result) ?? []), encoding]);
      }
      return [
        `  ${text}`,
        ...[...results].map(
          ([result, of]) => `    ${result}: ${of.length === ENCODINGS.length ? "always" : of.join(" ")}`,
        ),
      ];
    });
    const [name, results] = [JSON.stringify(field), shown.join("\n")];
    const text = showOnce(results, known);
    known.set(name, results);
    return [name, text];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("fields.txt");
});

test.each([
  ["application/x-www-form-urlencoded", "f=1&g=2", { kind: "value", value: { f: 1, g: "2" }, names: ["f", "g"] }],
  ["application/x-www-form-urlencoded; charset=utf-8", "f=1", { kind: "value", value: { f: 1 }, names: ["f"] }],
  ["application/x-www-form-urlencoded", "", { kind: "absent" }],
  ["application/json", "%7B%22f%22%3A1%7D", { kind: "value", value: { f: 1 } }],
  ["application/json", "%zz", { kind: "malformed", reason: expect.stringMatching(/%25$/) }],
  ["application/json", "{", { kind: "malformed" }],
])("a query string of %s: %s", (range, text, reading) => {
  const schemas = load({ type: "integer" }, null);
  const content = { range, pointer: MEDIA, schema: `${MEDIA}/schema` } as never;
  expect(readQuerystring(schemas, { name: "q", content }, { text, pairs: splitPairs(text) })).toMatchObject(reading);
});

const STREAMS = [
  "data: 1\n\n",
  "data:1\n\ndata:  2\n\n",
  "data: a\ndata: b\n\n",
  'data: {"k":1}\n\ndata: [DONE]\n\n',
  "event: e\nid: 1\nretry: 5\ndata: 1\n\n",
  "retry: x\nother: y\ndata: 1\n\n",
  ": comment\n\ndata: 1\n\n",
  "event: e\n\n",
  "data: 1",
  "\uFEFFdata: 1\r\n\r\ndata: 2\r\r",
  "data\n\n",
  "data: {\n\n",
];
const event = (data: Json): Json => ({
  type: "object",
  properties: { data, id: { type: "integer" }, retry: { type: "integer" } },
});
const EVENTS: readonly (readonly [schema: Json, isItem: boolean])[] = [
  [{ type: "string" }, false],
  [{}, false],
  [{ type: "object" }, false],
  [{ type: "array" }, false],
  [event({ type: "string" }), false],
  [event({ type: "object" }), false],
  [{ type: "array", items: event({}) }, false],
  [event({ type: "string" }), true],
  [event({ type: "string", contentMediaType: "application/json", contentSchema: { type: "object" } }), true],
  [event({ type: "string", contentMediaType: "text/plain", contentSchema: { type: "object" } }), true],
];

test("events", async () => {
  const lines = EVENTS.flatMap(([schema, isItem]) => {
    const spec = {
      openapi: "3.2.0",
      info: { title: "t", version: "1" },
      paths: {},
      components: { schemas: { S: schema } },
    };
    const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
    const shown = STREAMS.map((text) => {
      const reading = readServerSentEvents(schemas, { schema: "/components/schemas/S", isItem }, text);
      const { kind, ...facts } = reading;
      return `  ${JSON.stringify(text)}: ${kind} ${JSON.stringify(facts).replaceAll("/components/schemas/", "")}`;
    });
    return [`${JSON.stringify(schema)}${isItem ? " of each event" : ""}`, ...shown];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("events.txt");
});
