/** Many schemas with valid, invalid and undeclared values: every violation, its message, and what is undeclared in both directions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadDocument } from "../../../src/document/index.js";
import { createUndeclaredCollector } from "../../../src/schema/analysis/undeclared.js";
import { createSchemaModel } from "../../../src/schema/model/schema-model.js";
import { describeViolation } from "../../../src/schema/validation/describe-violation.js";
import { createSchemas, type Schemas } from "../../../src/schema/validation/schemas.js";
import { groupResults } from "../../golden-text.js";

type Row = { readonly schema: unknown; readonly values: readonly unknown[] };
const ROWS = parse(readFileSync(join(import.meta.dirname, "schemas.yaml"), "utf8")) as readonly Row[];

const COMMON = {
  Cat: { type: "object", properties: { petType: {}, claws: { type: "boolean" } }, required: ["claws"] },
  Dog: { type: "object", properties: { petType: {}, bark: { type: "string" } }, required: ["bark"] },
  Loop: { type: "object", properties: { next: { $ref: "#/components/schemas/Loop" } } },
};
const AT = "/components/schemas/S";
const DIRECTIONS = ["request", "response"] as const;

function load(schema: unknown, openapi = "3.1.0"): Schemas {
  const info = { title: "t", version: "1" };
  const document = { openapi, info, paths: {}, components: { schemas: { S: schema, ...COMMON } } };
  return createSchemas(loadDocument("spec.json", () => JSON.stringify(document)));
}

const shorten = (pointer: string): string => pointer.replace(AT, "S").replace("/components/schemas/", "");

/** The lines of both directions; once, if they are the same. */
function listBoth(list: (direction: "request" | "response") => readonly string[]): string[] {
  const [request, response] = DIRECTIONS.map((direction) => list(direction).map((line) => `    ${line}`));
  if (request === undefined || response === undefined || request.join() === response.join()) return request ?? [];
  return ["   request", ...request, "   response", ...response];
}

test("violations and undeclared data", async () => {
  const lines = ROWS.flatMap(({ schema, values }) => {
    const schemas = load(schema);
    const collect = createUndeclaredCollector(schemas);
    const shown = values.flatMap((value) => {
      const violations = listBoth((direction) => {
        const found = schemas.validate(AT, direction, value);
        expect(schemas.isValid(AT, direction, value)).toBe(found.length === 0);
        return found.map((it) => {
          const { expected, actual, valueClass } = describeViolation(it);
          return `${shorten(it.pointer)} at ${it.instance || "root"}: expected ${expected}, got ${actual} (${valueClass})`;
        });
      });
      const undeclared = listBoth((direction) =>
        collect(AT, direction, value).map(
          ({ kind, pointer, instance, name }) => `${kind} ${name} at ${instance || "root"}: ${shorten(pointer)}`,
        ),
      );
      const [first = "", ...more] = [...violations, ...undeclared];
      const found = more.length === 0 ? first.trim() : ["", first, ...more].join("\n");
      return [[JSON.stringify(value), `${violations.length === 0 ? "valid" : "invalid"} ${found}`] as const];
    });
    return [JSON.stringify(schema), ...groupResults(shown).map((line) => `  ${line}`.trimEnd())];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("values.txt");
});

/** What is known of a merged schema without a value. */
test("merged schemas", async () => {
  const lines = ROWS.flatMap(({ schema }) => {
    if (typeof schema === "boolean") return [];
    const { root } = load(schema);
    const nodes = createSchemaModel(root);
    const merged = nodes.at([AT]);
    const { applicableSchemas, choices, properties, extensible, readOnly, discriminators, canMarkScalars } = merged;
    const names = ["a", "b", "xa", "kind", "none"].flatMap((name) => {
      const child = nodes.child(merged, name);
      return child === null ? [] : [`${name} = ${child.pointers.map(shorten).join(" + ") || "anything"}`];
    });
    const items = [0, 1, 2].map((index) => {
      const item = nodes.item(merged, index, (pointer) => index === 1 && pointer.endsWith("/contains"));
      return item === null ? "-" : item.pointers.map(shorten).join(" + ");
    });
    const facts = {
      always: applicableSchemas.length > 1 ? applicableSchemas.map(({ pointer }) => shorten(pointer)) : undefined,
      choices: choices.length === 0 ? undefined : JSON.parse(JSON.stringify(choices).replaceAll(AT, "S")),
      properties: properties && shorten(properties),
      extensible: extensible?.values,
      readOnly,
      discriminators: discriminators.length === 0 ? undefined : discriminators,
      canMarkScalars: canMarkScalars() ? true : undefined,
      names: names.length === 0 ? undefined : names,
      items: items.every((it) => it === "-") ? undefined : items,
    };
    return [
      JSON.stringify(schema),
      ...Object.entries(facts).flatMap(([key, value]) =>
        value === undefined ? [] : [`  ${key}: ${JSON.stringify(value)}`],
      ),
    ];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("merged.txt");
});
