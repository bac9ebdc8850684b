/** The items of JSON lines, JSON text sequences and server-sent events, and why some cannot be read. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { isJsonLines, readJsonLinesBody, readServerSentEvents } from "../../../src/schema/bodies/item-stream.js";
import { createSchemas } from "../../../src/schema/index.js";

const int = { type: "integer" };
const text = { type: "string" };
const item = { type: "object", properties: { n: int } };
const event = (data: object): object => ({ type: "object", properties: { data, id: int, retry: int, event: text } });
const named = {
  item,
  items: { type: "array", items: item },
  text,
  open: { minLength: 1 },
  event: event(text),
  jsonEvent: event(item),
  events: { type: "array", items: event(text) },
};
type Name = keyof typeof named;

const root = { openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas: named } };
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(root)));
const at = (name: Name): string => `/components/schemas/${name}`;
const value = (items: unknown, each = true): object => ({ kind: "value", value: items, each });

test.each<readonly [name: Name, text: string, reading: object]>([
  ["item", "", value([])],
  ["item", '{"n":1}\n\n \r\n{"n":2}\r\n', value([{ n: 1 }, { n: 2 }])],
  ["items", '{"n":1}\n2', value([{ n: 1 }, 2], false)],
  ["text", '{"n":1}\n{', value('{"n":1}\n{', false)],
  ["item", '1\n\n{"n"\n3', { kind: "malformed", mode: "JSON of an item", reason: "is not valid JSON in line 3" }],
])("JSON lines with the schema %s: %j", (name, body, reading) => {
  expect(readJsonLinesBody(schemas, { schema: at(name), isItem: false, essence: "application/jsonl" }, body)).toEqual(
    reading,
  );
});

test.each<readonly [name: Name, text: string, reading: object]>([
  // A record separator starts each item of a sequence, which may contain line breaks.
  ["item", '\u001e{"n":\n1}\n\u001e2\n', value([{ n: 1 }, 2])],
  ["item", "\u001e1\n\u001e{\n", { kind: "malformed", mode: "JSON of an item", reason: "is not valid JSON in item 2" }],
  [
    "item",
    "1\n",
    { kind: "malformed", mode: "record separator", reason: "does not start with a record separator (U+001E)" },
  ],
])("a JSON text sequence with the schema %s: %j", (name, body, reading) => {
  const stream = { schema: at(name), isItem: false, essence: "application/json-seq" };
  expect(readJsonLinesBody(schemas, stream, body)).toEqual(reading);
});

const unclear = {
  kind: "not-checked",
  reason: "the schema has no type, so it is unclear whether it describes events or their data",
};
const noJson = {
  kind: "not-checked",
  reason: 'the data of an event is not JSON, and the schema has no property "data"',
};

test.each<readonly [name: Name, text: string, reading: object]>([
  ["text", "data: a\n\n", value("data: a\n\n", false)],
  ["open", "data: a\n\n", unclear],
  ["event", "", value([])],
  ["event", "data: a\n\ndata:b\n\ndata:  c\n\n", value([{ data: "a" }, { data: "b" }, { data: " c" }])],
  ["event", "data: a\r\ndata: b\r\n\r\ndata: c\r\rdata\n\n", value([{ data: "a\nb" }, { data: "c" }, { data: "" }])],
  // Other fields are converted to the types of the schema; unknown fields and comments are ignored.
  [
    "event",
    "id: 7\nevent: tick\nretry: 10\nother: 1\n: comment\ndata: a:b\n\n",
    value([{ id: 7, event: "tick", retry: 10, data: "a:b" }]),
  ],
  // An event without data and an incomplete last event are discarded.
  ["event", "event: tick\n\ndata: a\n\ndata: b\n", value([{ data: "a" }])],
  // A byte order mark is ignored at the start of the stream; elsewhere it is a character.
  ["event", "\ufeffdata: a\n\n", value([{ data: "a" }])],
  ["event", "data: \ufeffa\n\n", value([{ data: "\ufeffa" }])],
  ["event", "data: [DONE]\n\n", value([{ data: "[DONE]" }])],
  ["events", "data: 1\n\n", value([{ data: "1" }], false)],
  ["jsonEvent", 'data: {"n":1}\n\ndata: x\n\ndata: [DONE]\n\n', value([{ data: { n: 1 } }, { data: "x" }])],
  ["item", 'data: {"n":\ndata: 1}\n\ndata: [DONE]\n\n', value([{ n: 1 }])],
  ["items", 'data: {"n":1}\n\n', value([{ n: 1 }], false)],
  ["item", "data: x\n\n", noJson],
])("events with the schema %s: %j", (name, body, reading) => {
  expect(readServerSentEvents(schemas, { schema: at(name), isItem: false }, body)).toEqual(reading);
});

test.each([
  ["application/x-ndjson", true],
  ["application/ndjson", true],
  ["application/jsonl", true],
  ["application/x-json-lines", true],
  ["application/jsonlines", true],
  ["application/json-seq", true],
  ["application/stream+json", true],
  ["application/geo+json-seq", true],
  ["application/a+ndjson", true],
  ["application/a+jsonl", true],
  ["application/json", false],
  ["application/a+json", false],
  ["application/ndjson2", false],
  ["text/ndjson", false],
])("%s holds JSON lines: %s", (type, isLines) => expect(isJsonLines(type)).toBe(isLines));
