/** Changed discriminators, labelled before they were run: at the top of a body, in a property and in a list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { DiffFinding } from "../../src/diff/index.js";
import { type Json, type JsonObject, valueAt } from "../../src/document/index.js";
import { createSchemas } from "../../src/schema/index.js";
import { resolveDiscriminator } from "../../src/schema/registry/discriminator.js";
import { difference, documentOf } from "./case.js";

type Change = {
  readonly title: string;
  readonly old: JsonObject | null;
  readonly new: JsonObject | null;
} & Readonly<Record<"request" | "response", readonly [there: string, back: string]>>;

const CHANGES = parse(readFileSync(join(import.meta.dirname, "discriminators.yaml"), "utf8")) as readonly Change[];

/** Where the union is in a body, and how to find its value there. */
const PLACES: Readonly<Record<string, readonly [schema: JsonObject, find: (body: never) => Json]>> = {
  body: [{ $ref: "#/components/schemas/Union" }, (body) => body],
  property: [
    {
      type: "object",
      required: ["p"],
      properties: { n: { type: "integer" }, p: { $ref: "#/components/schemas/Union" } },
    },
    ({ p }: { p: Json }) => p,
  ],
  "an object or null": [
    {
      type: ["object", "null"],
      properties: { p: { anyOf: [{ $ref: "#/components/schemas/Union" }, { type: "null" }] } },
    },
    ({ p }: { p: Json }) => p,
  ],
  list: [{ type: "array", items: { $ref: "#/components/schemas/Union" } }, ([first]: [Json]) => first],
};

const REQUIRED = (name: string): JsonObject => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "integer" }, t: { type: "string" }, u: { type: "string" } },
});

function formatSpec(
  side: string,
  schema: JsonObject,
  discriminator: JsonObject | null,
  branches = ["Card", "Bank"],
): string {
  const oneOf = branches.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const Union = { oneOf, ...(discriminator === null ? {} : { discriminator }) };
  const content = { content: { "application/json": { schema } } };
  const post =
    side === "request"
      ? { requestBody: { required: true, ...content }, responses: { 204: { description: "d" } } }
      : { responses: { 200: { description: "d", ...content } } };
  const components = { schemas: { Union, Card: REQUIRED("card"), Bank: REQUIRED("bank") } };
  const info = { title: "T", version: "1" };
  return JSON.stringify({
    openapi: "3.2.0",
    info,
    paths: { "/a": { post: { operationId: "a", ...post } } },
    components,
  });
}

function getResult(findings: readonly DiffFinding[]): string {
  const levels = new Set(findings.map(({ level }) => level));
  return levels.has("error") ? "breaking" : levels.has("warn") ? "may break" : "compatible";
}

/** The schema that a discriminator names accepts the value of the counterexample on one side, and not on the other. */
function checkTags(
  findings: readonly DiffFinding[],
  texts: { readonly old: string; readonly new: string },
  find: (body: never) => Json,
): void {
  for (const { counterexample, level } of findings) {
    if (level !== "error" || counterexample === undefined) continue;
    const { value, acceptedBy, operation } = counterexample;
    expect(operation).toBe("a");
    const isRead = (text: string): boolean => {
      const document = documentOf(text);
      const union = find(value as never);
      const discriminator = valueAt(document.root, "/components/schemas/Union/discriminator") as JsonObject;
      const target = resolveDiscriminator(document.root, discriminator, union);
      return target !== undefined && createSchemas(document).isValid(target, "request", union);
    };
    expect([isRead(texts.old), isRead(texts.new)]).toEqual([acceptedBy === "old", acceptedBy === "new"]);
  }
}

describe.each(Object.entries(PLACES))("%s", (_, [schema, find]) => {
  test.each(CHANGES)("$title", ({ old, new: next, ...results }) => {
    for (const side of ["request", "response"] as const) {
      const [before, after] = [formatSpec(side, schema, old), formatSpec(side, schema, next)];
      const [forth, reverse] = [difference(before, after).findings, difference(after, before).findings];
      checkTags(forth, { old: before, new: after }, find);
      checkTags(reverse, { old: after, new: before }, find);
      expect([getResult(forth), getResult(reverse)], side).toEqual(results[side]);
    }
  });

  test("the tag of an added branch is no break besides the branch", () => {
    const old = formatSpec("response", schema, { propertyName: "t", mapping: { c: "Card" } }, ["Card"]);
    const next = formatSpec("response", schema, { propertyName: "t", mapping: { c: "Card", b: "Bank" } });
    const { findings } = difference(old, next);
    expect(findings.map(({ level, change }) => [level, change])).toEqual([
      ["error", "the branch Bank was added"],
      ["info", 'discriminator.mapping.b "Bank" was added'],
    ]);
  });
});
