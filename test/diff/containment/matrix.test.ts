/** Each of many small schemas, compared with a third of the others of its topic. Values test that the results are right. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { CheckedViolation } from "../../../src/diff/containment/containment-checker.js";
import type { Json } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { checkContainment, createSchemaDocument } from "./containment-documents.js";

type Topic = { readonly schemas: readonly Json[]; readonly values: readonly Json[] };

const TOPICS = parse(readFileSync(join(import.meta.dirname, "matrix.yaml"), "utf8")) as Readonly<Record<string, Topic>>;

const TESTED = "/components/schemas/It";

const show = (schema: Json): string => JSON.stringify(schema).replaceAll('"', "");

function showViolation({ kind, right, path, counterexample }: CheckedViolation): string {
  const value = counterexample === undefined ? "" : ` ${JSON.stringify(counterexample.value)}`;
  return `${kind} at ${right.slice(TESTED.length)}${path.length === 0 ? "" : ` /${path.join("/")}`}${value}`;
}

describe.each(Object.entries(TOPICS))("%s", (_, { schemas, values }) => {
  const accepts = schemas.map((schema) => {
    const compiled = createSchemas(createSchemaDocument({ It: schema }));
    return values.map((value) => compiled.isValid(TESTED, "response", value));
  });

  test.each([...schemas.entries()])("%i: %j", (left, schema) => {
    const lines = schemas.flatMap((other, right) => {
      if (left === right || (left + 2 * right) % 3 !== 0) return [];
      const result = checkContainment(schema, other);
      const contradictions = values.filter((_, at) => accepts[left]?.[at] === true && accepts[right]?.[at] === false);
      if (result.kind === "contained") expect(contradictions, show(other)).toEqual([]);
      const found = result.kind === "contained" ? [] : result.violations.map(showViolation);
      return [`${result.kind.padEnd(14)} ${show(other)}${found.length === 0 ? "" : `: ${found.join("; ")}`}`];
    });
    expect(lines.join("\n")).toMatchSnapshot();
  });
});
