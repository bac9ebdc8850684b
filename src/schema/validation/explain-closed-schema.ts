import { lastToken, type Pointer, parentPointer, parsePointer } from "../../document/index.js";
import { listChildPointers } from "../analysis/property-path.js";
import {
  type ApplicableSchema,
  branchesOf,
  type Choice,
  collectSchemas,
  listDeclaring,
} from "../model/applicable-schema.js";
import { findItemPointers } from "../model/schema-model.js";
import { quote } from "./describe-violation.js";
import type { Schemas } from "./schemas.js";
import type { Violation } from "./violation.js";

/**
 * Explains why a keyword rejects a property or item that another schema for the same value declares. Undefined if none does.
 *
 * @param schema the schema of the whole value.
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3
 */
export function explainClosedSchema(
  schemas: Schemas,
  schema: Pointer | undefined,
  violation: Violation,
): string | undefined {
  const { keyword, params, schemaPointer: owner } = violation;
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  const isUnevaluated = keyword.startsWith("unevaluated");
  const limit = keyword === "items" || keyword === "unevaluatedItems" ? params.limit : undefined;
  if (name === undefined && typeof limit !== "number") return undefined;
  const seen = new Set(isUnevaluated ? schemas.model.possible(owner).map(({ pointer }) => pointer) : [owner]);
  const declaring = listWith(schemas, schema, violation).find(
    (it) =>
      !seen.has(it.pointer) &&
      (typeof limit === "number"
        ? findItemPointers([it], limit).length > 0
        : listDeclaring(it.schema, it.pointer, String(name)).length > 0),
  );
  if (declaring === undefined) return undefined;
  const what = name === undefined ? "more items" : "this property";
  const where = formatPlace(schemas, declaring.pointer, owner);
  if (isUnevaluated)
    return `"${keyword}" does not see ${where}, which declares ${what}; move it to the schema that joins both`;
  const kind = name === undefined ? "Items" : "Properties";
  const cure = /^[23]\.0/.test(String(schemas.document.root.openapi ?? "2.0"))
    ? "declare it beside the keyword too"
    : `use "unevaluated${kind}: false" in the schema that joins both`;
  return `"${keyword}" does not see ${where}, which declares ${what} (JSON Schema, core, 10.3); ${cure}`;
}

/** The schemas that apply to the value together with the one that rejects it: all except other branches of a choice. */
function listWith(schemas: Schemas, schema: Pointer | undefined, { instance, schemaPointer: owner }: Violation) {
  let roots: readonly Pointer[] = schema === undefined ? [] : [schema];
  for (const token of parsePointer(instance)) roots = listChildPointers(collectWith(schemas, roots, owner), token);
  const found = collectWith(schemas, roots, owner);
  return found.some(({ pointer }) => pointer === owner) ? found : collectWith(schemas, [findEnclosing(owner)], owner);
}

function collectWith({ model }: Schemas, roots: readonly Pointer[], owner: Pointer): readonly ApplicableSchema[] {
  const reaches = (pointer: Pointer): boolean => model.possible(pointer).some((it) => it.pointer === owner);
  const listChosen = (choice: Choice): Pointer[] => {
    const branches = branchesOf({ choices: [choice] });
    const own = choice.kind === "dependent" ? [] : branches.filter(reaches);
    return own.length > 0 ? own : branches;
  };
  return collectSchemas(model.read, roots, ({ always, choices }) => [...always, ...choices.flatMap(listChosen)]);
}

/** The schema around branches, for one that no path of the value leads to. */
function findEnclosing(pointer: Pointer): Pointer {
  const parent = parentPointer(pointer);
  return /^(allOf|anyOf|oneOf)$/.test(lastToken(parent)) ? findEnclosing(parentPointer(parent)) : pointer;
}

function formatPlace(schemas: Schemas, pointer: Pointer, owner: Pointer): string {
  const [, group, name, ...inner] = ["", ...parsePointer(pointer)];
  if (group === "components" && inner.length === 1) return quote(inner[0] ?? "");
  const isAround = schemas.model.possible(pointer).some((it) => it.pointer === owner);
  return isAround || name === undefined ? "the schema around it" : `"${parsePointer(pointer).slice(-2).join("/")}"`;
}
