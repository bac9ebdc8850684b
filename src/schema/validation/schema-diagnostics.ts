import {
  asObject,
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  memoize,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { reduceToClosestBranch } from "./closest-branch.js";
import { formatNameHint } from "./closest-name.js";
import { describeViolation, toPrintable } from "./describe-violation.js";
import { createSchemas } from "./schemas.js";

const POINTER = "/components/schemas/Own";

/**
 * Validates a value against a JSON Schema of ours, with the engine that also checks traffic. `at` is the location of the value, or of
 * a property that the schema does not have.
 */
export function listSchemaDiagnostics(
  schema: Json,
  value: Json,
): readonly { readonly instance: Pointer; readonly at: Pointer; readonly message: string }[] {
  const { root, schemas } = compileSchema(schema);
  return reduceToClosestBranch(schemas, "request", schemas.validate(POINTER, "request", value)).map((failure) => {
    const { instance, params, keyword, schemaPointer } = failure;
    const extra = params.additionalProperty;
    if (keyword !== "additionalProperties" || typeof extra !== "string") {
      const { expected, actual } = describeViolation(failure);
      return { instance, at: instance, message: `expected ${expected}, got ${actual}` };
    }
    const known = Object.keys(asObject(asObject(valueAt(root, schemaPointer))?.properties) ?? {});
    const message = `unknown property ${JSON.stringify(toPrintable(extra))}${formatNameHint(extra, known)}`;
    return { instance, at: joinPointer(instance, extra), message };
  });
}

/** A thousand reports are read by one schema. */
const compileSchema = memoize((schema: Json) => {
  // References in the schema start at the root, so its definitions have to be there.
  const definitions = asObject(schema)?.$defs ?? {};
  const root = { openapi: "3.1.0", $defs: definitions, components: { schemas: { Own: schema } } } as JsonObject;
  const document: Document = { root, path: "", version: "3.1", locate: () => ({ file: "", line: 1, column: 1 }) };
  return { root, schemas: createSchemas(document) };
});
