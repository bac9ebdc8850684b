/** How schemas are compiled for validation from bytes, and which values that accepts: it must not fall back more often than needed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadDocument } from "../../../src/document/index.js";
import { encodeText } from "../../../src/fast/exchanges/fast-path.js";
import { CompiledSchema } from "../../../src/fast/wasm-validator/compiled-schema.js";
import { createWasmValidator } from "../../../src/fast/wasm-validator/index.js";
import { createSchemaCompiler } from "../../../src/fast/wasm-validator/schema-compiler.js";
import { createSchemas, createUndeclaredCollector, type Schemas } from "../../../src/schema/index.js";
import { groupResults } from "../../golden-text.js";

type Row = { readonly schema: unknown; readonly values: readonly unknown[] };
const readRows = (file: string): readonly Row[] =>
  parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly Row[];
const ROWS = [...readRows("schemas.yaml"), ...readRows("compilable.yaml")];

const COMMON = {
  Cat: { type: "object", properties: { petType: {}, claws: { type: "boolean" } }, required: ["claws"] },
  Dog: { type: "object", properties: { petType: {}, bark: { type: "string" } }, required: ["bark"] },
  Loop: { type: "object", properties: { next: { $ref: "#/components/schemas/Loop" } } },
};
const AT = "/components/schemas/S";

function load(schema: unknown): Schemas {
  const info = { title: "t", version: "1" };
  const document = { openapi: "3.1.0", info, paths: {}, components: { schemas: { S: schema, ...COMMON } } };
  return createSchemas(loadDocument("spec.json", () => JSON.stringify(document)));
}

/** The fields that differ from those of a schema that accepts everything. */
function showCompiled(it: CompiledSchema | undefined, above: readonly CompiledSchema[] = []): unknown {
  if (it === undefined) return "none";
  if (above.includes(it)) return "again";
  if (it.mode === "any" || it.mode === "fallback") return it.mode;
  const show = (inner: CompiledSchema): unknown => showCompiled(inner, [...above, it]);
  const { keys, items, textTests, numberTests, ...plain } = it;
  const plainest: Readonly<Record<string, unknown>> = {
    ...new CompiledSchema(it.pointers, it.direction, it.mode),
  };
  const facts = Object.entries(plain).filter(([name, fact]) => !isDeepStrictEqual(fact, plainest[name]));
  return {
    ...Object.fromEntries(facts),
    ...(keys.length === 0 ? {} : { keys: keys.map(({ name, isRequired, value }) => [name, isRequired, show(value)]) }),
    ...(items === undefined ? {} : { items: show(items) }),
    ...(textTests.length + numberTests.length === 0 ? {} : { tests: textTests.length + numberTests.length }),
  };
}

function tryCompile(schemas: Schemas, direction: "request" | "response"): string {
  try {
    return JSON.stringify(showCompiled(createSchemaCompiler(schemas)(AT, direction)));
  } catch (error) {
    return `does not compile: ${(error as Error).message}`;
  }
}

/** "accepted", or the number of errors of its scalars, or "full" if regular validation is needed. */
function showDecision(schemas: Schemas, direction: "request" | "response", values: readonly unknown[]): string[] {
  const collect = createUndeclaredCollector(schemas);
  const { listScalarErrors } = createWasmValidator(schemas, collect);
  const results = values.map((value) => {
    const content = encodeText(JSON.stringify(value));
    const isClean = schemas.isValid(AT, direction, value) && collect(AT, direction, value).length === 0;
    const errors = listScalarErrors(AT, direction, content);
    const isAccepted = errors?.length === 0;
    if (isAccepted) expect(isClean, JSON.stringify(value)).toBe(true);
    const scalars = errors?.map(({ violations, undeclared }) =>
      [
        ...violations.map(({ keyword, instance }) => `${keyword} ${instance}`),
        ...undeclared.map(({ kind, instance }) => `${kind} ${instance}`),
      ].join("+"),
    );
    return [
      JSON.stringify(value),
      isAccepted ? "accepted" : (scalars?.join(", ") ?? (isClean ? "FULL" : "full")),
    ] as const;
  });
  return groupResults(results);
}

test("compiled schemas, and the values that they accept", async () => {
  const lines = ROWS.flatMap(({ schema, values }) => {
    const schemas = load(schema);
    const [request = [], response = []] = (["request", "response"] as const).map((direction) => [
      `  ${direction}: ${tryCompile(schemas, direction)}`,
      ...showDecision(schemas, direction, values).map((line) => `    ${line}`),
    ]);
    const isSame = request.join().replace("request", "response") === response.join();
    return [JSON.stringify(schema), ...(isSame ? [] : request), ...response];
  });
  await expect(`${lines.join("\n").replaceAll("  response: ", "  ")}\n`).toMatchFileSnapshot("compiled.txt");
});
