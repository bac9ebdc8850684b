/** Which schemas the validator of a stream needs: that of the list, and those of the JSON in the data of events. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { createStreamTarget } from "../../src/generate/validator-targets.js";

const ITEM = "/components/schemas/Item";
const content = (more: object = {}): object => ({
  properties: { data: { contentSchema: { type: "object" }, ...more } },
});

function describeStream(schema: object, range = "text/event-stream", media: object = { itemSchema: ITEM }) {
  const spec = { openapi: "3.2.0", info: { title: "T", version: "1" }, components: { schemas: { Item: schema } } };
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  return createStreamTarget(document, { pointer: "/x", range, ...media });
}

test.each([
  ["text/event-stream; charset=utf-8", {}, undefined],
  ["text/event-streams", { itemSchema: ITEM }, undefined],
  ["application/json", { itemSchema: ITEM }, undefined],
  ["application/jsonl", { itemSchema: ITEM }, { contents: [] }],
  ["application/jsonl", { itemSchema: ITEM, schema: "/list" }, { list: "/list", contents: [] }],
  [
    "Text/Event-Stream",
    { itemSchema: ITEM },
    { contents: [{ pointer: `${ITEM}/properties/data/contentSchema`, conditions: [] }] },
  ],
])("%s with %j", (range, media, expected) => expect(describeStream(content(), range, media)).toEqual(expected));

test.each([
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["a/b+json", true],
  ["application/xjson", false],
  ["text/plain; a=b/json", false],
  ["application/json5", false],
])("data of the type %s is validated: %s", (contentMediaType, isJson) => {
  expect(describeStream(content({ contentMediaType }))?.contents).toHaveLength(isJson ? 1 : 0);
});

test("data without a schema, and events without data", () => {
  expect(describeStream({ properties: { data: {} } })?.contents).toEqual([]);
  expect(describeStream({ type: "object" })?.contents).toEqual([]);
});

const at = (path: string): string => `${ITEM}/${path}`;
const found = (path: string, ...conditions: readonly object[]) => ({
  pointer: at(`${path}/properties/data/contentSchema`),
  conditions,
});

test.each<[what: string, schema: object, contents: readonly object[]]>([
  ["allOf", { allOf: [content(), content()] }, [found("allOf/0"), found("allOf/1")]],
  [
    "branches",
    { oneOf: [content(), {}], anyOf: [content()] },
    [
      found("oneOf/0", { schema: at("oneOf/0"), isValid: true }),
      found("anyOf/0", { schema: at("anyOf/0"), isValid: true }),
    ],
  ],
  [
    "conditions",
    { if: { type: "object" }, then: content(), else: content() },
    [found("then", { schema: at("if"), isValid: true }), found("else", { schema: at("if"), isValid: false })],
  ],
  ["an else alone", { if: {}, else: content() }, [found("else", { schema: at("if"), isValid: false })]],
  ["a then alone", { if: {}, then: content() }, [found("then", { schema: at("if"), isValid: true })]],
  ["dependent schemas", { dependentSchemas: { id: content() } }, [found("dependentSchemas/id", { property: "id" })]],
  [
    "branches of branches",
    { oneOf: [{ if: {}, then: content() }] },
    [found("oneOf/0/then", { schema: at("oneOf/0"), isValid: true }, { schema: at("oneOf/0/if"), isValid: true })],
  ],
  ["itself", { allOf: [content(), { properties: { other: { $ref: `#${ITEM}` } } }] }, [found("allOf/0")]],
  [
    "alternatives of the data",
    { properties: { data: { oneOf: [{ contentSchema: {} }, { type: "null" }] } } },
    [{ pointer: at("properties/data/oneOf/0/contentSchema"), conditions: [] }],
  ],
])("the contents of events with %s", (_, schema, contents) => {
  expect(describeStream(schema)?.contents).toEqual(contents);
});

test("events with too many branches are refused", () => {
  const branches = (count: number): object => ({ oneOf: Array.from({ length: count }, () => ({})) });
  expect(describeStream(branches(999))?.contents).toEqual([]);
  expect(() => describeStream(branches(1000))).toThrow(
    `validators cannot be made: ${ITEM} has too many branches of events`,
  );
});
