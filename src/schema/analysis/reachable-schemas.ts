import { asArray, isObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import { type ApplicableSchema, readApplicableSchema } from "./applicable-schema.js";

/** Yields each schema that is reachable from the pointers once, including schemas that apply only to some values. */
export function* walkReachableSchemas(
  document: { readonly root: Json },
  from: readonly Pointer[],
): Iterable<ApplicableSchema> {
  const visited = new Set<Pointer>();
  const schemas = [...from];
  for (let next = schemas.pop(); next !== undefined; next = schemas.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const applicable = readApplicableSchema(document.root, next);
    if (applicable === undefined) continue;
    yield applicable;
    schemas.push(
      ...applicable.always,
      ...branchesOf(applicable),
      ...conditionsOf(applicable),
      ...childSchemasOf(applicable),
    );
  }
}

/** Subschemas that apply only to some values: `oneOf` and `anyOf` branches, `then` and `else`, dependent schemas. */
export function branchesOf({ choices }: ApplicableSchema): Pointer[] {
  return choices.flatMap((choice) => {
    if (choice.kind === "branches") return choice.branches;
    if (choice.kind === "dependent") return [choice.schema];
    return [choice.then, choice.else].filter((it) => it !== undefined);
  });
}

function conditionsOf({ choices }: ApplicableSchema): Pointer[] {
  return choices.flatMap((choice) => (choice.kind === "condition" ? [choice.when] : []));
}

/** Schemas of properties and items. */
function childSchemasOf({ pointer, schema }: ApplicableSchema): Pointer[] {
  const named = ["properties", "patternProperties"].flatMap((keyword) =>
    Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}).map((name) => joinPointer(pointer, keyword, name)),
  );
  const single = ["items", "additionalProperties", "unevaluatedProperties"].filter((it) => isObject(schema[it]));
  const prefix = asArray(schema.prefixItems).map((_, index) => joinPointer(pointer, "prefixItems", index));
  return [...named, ...single.map((keyword) => joinPointer(pointer, keyword)), ...prefix];
}
