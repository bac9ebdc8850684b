/** The paths of properties, which values are sensitive, and the schemas that discriminators name. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { getPropertyPath } from "../../../src/schema/analysis/property-path.js";
import { canHaveSensitiveProperty, isSensitive } from "../../../src/schema/analysis/sensitive.js";
import { createSchemas } from "../../../src/schema/index.js";
import { resolveDiscriminator } from "../../../src/schema/registry/discriminator.js";

const secret = { type: "string", "x-sensitive": true };
const text = { type: "string" };

const SCHEMAS = {
  Map: {
    properties: { a: text, "*": text, "{x": text, "0": text, list: { items: { properties: { b: text } } } },
    patternProperties: { "^x-": { properties: { c: text } }, y$: text },
    additionalProperties: { properties: { d: text } },
  },
  Tuple: { prefixItems: [{ properties: { a: text } }, text], items: { additionalProperties: text } },
  Both: { type: ["array", "object"], items: text, additionalProperties: text },
  Free: {},
  Secret: {
    properties: {
      a: secret,
      b: { writeOnly: true, type: "object" },
      c: { format: "password" },
      d: { format: "date", "x-sensitive": false, writeOnly: false },
      e: { anyOf: [text, { properties: { f: secret } }] },
      g: { contentSchema: { properties: { h: { properties: { i: secret } } } } },
      j: { not: secret },
      k: { propertyNames: secret },
      l: { items: secret },
      m: { prefixItems: [text, secret] },
      n: { $ref: "#/components/schemas/Text" },
    },
    patternProperties: { "^p": secret },
    additionalProperties: { unevaluatedProperties: secret },
  },
  Text: secret,
  Other: { additionalProperties: secret, properties: { plain: text } },
  Unevaluated: { properties: { plain: text }, unevaluatedProperties: secret },
  Dependent: { dependentSchemas: { a: { properties: { b: secret } } }, if: { properties: { c: secret } } },
  Deep: { properties: { a: { properties: { b: secret } } } },
  Loop: { properties: { next: { $ref: "#/components/schemas/Loop" } }, allOf: [{ properties: { s: secret } }] },
};
const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas: SCHEMAS } };
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
const at = (name: string): string => `/components/schemas/${name}`;

test.each([
  ["Map", "", ""],
  ["Map", "/a", "/a"],
  ["Map", "/*", "/~0*"],
  ["Map", "/{x", "/~0{x"],
  ["Map", "/0", "/0"],
  ["Map", "/7", "/{key}"],
  ["Map", "/z/d", "/{key}/d"],
  ["Map", "/x-1/c", "/{^x-}/c"],
  ["Map", "/x-y", "/{^x- y$}"],
  ["Map", "/list/3/b", "/list/*/b"],
  ["Tuple", "/0/a", "/0/a"],
  ["Tuple", "/1", "/1"],
  ["Tuple", "/2/k", "/*/{key}"],
  ["Both", "/5", "/*"],
  ["Both", "/a", "/{key}"],
  ["Free", "/5/a/05/-1", "/*/a/05/-1"],
  ["Free", "/{k}/*", "/~0{k}/~0*"],
  ["Missing", "/a/0", "/a/*"],
])("the path in %s of %s is %s", (name, instance, path) => {
  for (const _ of [1, 2]) expect(getPropertyPath(schemas, at(name), instance)).toBe(path);
});

test("the path without a schema", () => {
  expect(getPropertyPath(schemas, undefined, "/a/0")).toBe("/a/*");
});

const SENSITIVE: Readonly<Record<string, readonly [sensitive: string, plain: string]>> = {
  Secret: ["/a /a/x /b /b/y /c /e/f /g/h/i /g /j /l/0 /l/9 /m/0 /m/1 /n /px /z/q", "/d /e /k /o /l /m"],
  Text: ["/ /x", ""],
  Other: ["/x", "/plain"],
  Unevaluated: ["/x /plain", ""],
  Dependent: ["/b /c", "/a /d"],
  Deep: ["/a/b /a/b/c", "/a /b"],
  Loop: ["/s /next/s /next/next/s", "/next /next/next"],
  Free: ["", "/a"],
};

test.each(Object.entries(SENSITIVE))("sensitive values of %s", (name, [sensitive, plain]) => {
  const split = (paths: string) => paths.split(" ").filter((path) => path !== "");
  expect(split(sensitive).filter((path) => !isSensitive(schemas, at(name), path))).toEqual([]);
  expect(split(plain).filter((path) => isSensitive(schemas, at(name), path))).toEqual([]);
  expect(isSensitive(schemas, undefined, "/a")).toBe(false);
});

test("schemas with sensitive properties", () => {
  expect(Object.keys(SCHEMAS).filter((name) => canHaveSensitiveProperty(schemas, at(name)))).toEqual([
    ...["Secret", "Text", "Other", "Unevaluated", "Dependent", "Loop"],
  ]);
});

test.each<[discriminator: object | undefined, value: unknown, target: string | undefined]>([
  [{ propertyName: "k" }, { k: "Map" }, "Map"],
  [{ propertyName: "k" }, { k: "Missing" }, undefined],
  [{ propertyName: "k" }, { k: 5 }, undefined],
  [{ propertyName: "k" }, {}, undefined],
  [{ propertyName: "k" }, "Map", undefined],
  [{}, { k: "Map" }, undefined],
  [undefined, { k: "Map" }, undefined],
  [{ propertyName: "k", mapping: { m: "#/components/schemas/Map" } }, { k: "m" }, "Map"],
  [{ propertyName: "k", mapping: { m: "Tuple" } }, { k: "m" }, "Tuple"],
  [{ propertyName: "k", mapping: { m: "#/components/schemas/Nope" } }, { k: "m" }, undefined],
  [{ propertyName: "k", mapping: { m: 5 } }, { k: "Map" }, "Map"],
  [{ propertyName: "k", mapping: {} }, { k: "toString" }, undefined],
  [{ propertyName: "k", defaultMapping: "Free" }, { k: "Missing" }, "Free"],
  [{ propertyName: "k", defaultMapping: "#/components/schemas/Free" }, {}, "Free"],
  [{ propertyName: "k", defaultMapping: "Free" }, { k: "Map" }, "Map"],
  [{ propertyName: "k", defaultMapping: "Free" }, "text", undefined],
])("the discriminator %j of %j names %s", (discriminator, value, target) => {
  const expected = target === undefined ? undefined : at(target);
  expect(resolveDiscriminator(schemas.root, discriminator as never, value as never)).toBe(expected);
});
