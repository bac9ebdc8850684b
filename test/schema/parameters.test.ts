import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { listOperations, loadDocument } from "../../src/document/index.js";
import { createSchemas, type RawParameter, readParameter, splitPairs } from "../../src/schema/index.js";

type Vector = {
  readonly tag: "spec" | "consensus" | "policy";
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style: string;
  readonly schema: unknown;
  readonly text: string;
  readonly value?: unknown;
  readonly is?: "malformed" | "absent" | "empty";
};

const vectors = ["parameters.yaml", "parameters-open.yaml"].flatMap(
  (file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly Vector[],
);

describe.each(["spec", "consensus", "policy"] as const)("%s", (tag) => {
  const own = vectors.filter((vector) => vector.tag === tag);
  test(`there are ${own.length} vectors`, () => expect(own.length).toBeGreaterThan(25));
  test.each(own.map((vector) => [JSON.stringify(vector), vector] as const))("%s", (_, vector) => {
    expect(read(vector)).toEqual(vector.is === undefined ? { value: vector.value } : { is: vector.is });
  });
});

test("a malformed value has a reason", () => {
  const malformed = [...vectors, ...MALFORMED].filter((vector) => vector.is === "malformed");
  const lines = malformed.map((vector) => `${vector.in} ${vector.style} ${vector.text}: ${readVector(vector).reason}`);
  expect(lines).toMatchSnapshot();
});

/** Texts of the wrong style: for values of several types, each with the separator of its style. */
const MALFORMED: readonly Vector[] = ["form", "spaceDelimited", "pipeDelimited"].map((style) => ({
  ...{ tag: "policy", in: "query", style, explode: false, is: "malformed", text: "x=1&x=2" },
  schema: { type: "array", items: { type: "integer" } },
}));

function read(vector: Vector): { value: unknown } | { is: string } {
  const { kind, value } = readVector(vector);
  return kind === "value" ? { value } : { is: kind };
}

function readVector({ text, value: _, is: __, tag: ___, ...written }: Vector) {
  const { schema, style, ...rest } = written;
  const how = style === "content" ? { content: { "application/json": { schema } } } : { schema, style };
  const parameter = { name: "x", required: true, ...rest, ...how };
  const paths = { "/a/{x}": { get: { parameters: [parameter], responses: { "200": { description: "d" } } } } };
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
  const document = loadDocument("spec.json", () => description);
  const [read] = listOperations(document)[0]?.parameters ?? [];
  if (read === undefined) throw new Error("There is no parameter");
  const reading = readParameter(createSchemas(document), read, rawOf(written.in, text));
  const [value, reason] = [
    "value" in reading ? reading.value : undefined,
    "reason" in reading ? reading.reason : undefined,
  ];
  return { kind: reading.kind, value, reason };
}

function rawOf(location: Vector["in"], text: string): RawParameter {
  if (location === "path" || location === "header") return { in: location, text };
  return { in: location, pairs: splitPairs(text) };
}
