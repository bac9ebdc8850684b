import {
  asArray,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";

/** A schema and the subschemas that apply to the same value, found without looking at a value. */
export type ApplicableSchema = {
  readonly pointer: Pointer;
  readonly schema: JsonObject;
  /** Schemas that always apply to the same value: the target of `$ref`, the parts of `allOf`. */
  readonly always: readonly Pointer[];
  /** Subschemas that apply to the same value only if it matches or meets a condition. */
  readonly choices: readonly Choice[];
};

export type Choice =
  | { readonly kind: "branches"; readonly branches: readonly Pointer[] }
  | { readonly kind: "condition"; readonly when: Pointer; readonly then?: Pointer; readonly else?: Pointer }
  | { readonly kind: "dependent"; readonly property: string; readonly schema: Pointer };

export function readApplicableSchema(root: Json, pointer: Pointer): ApplicableSchema | undefined {
  const schema = valueAt(root, pointer);
  if (!isObject(schema)) return undefined;
  const target =
    typeof schema.$ref === "string" && schema.$ref.startsWith("#")
      ? parsePointerFragment(schema.$ref.slice(1))
      : undefined;
  const always = [
    ...(target === undefined ? [] : [target]),
    ...asArray(schema.allOf).map((_, index) => joinPointer(pointer, "allOf", index)),
  ];
  return { pointer, schema, always, choices: listChoices(schema, pointer) };
}

function listChoices(schema: JsonObject, pointer: Pointer): Choice[] {
  const choices: Choice[] = [];
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = asArray(schema[keyword]).map((_, index) => joinPointer(pointer, keyword, index));
    if (branches.length > 0) choices.push({ kind: "branches", branches });
  }
  if (schema.if !== undefined) {
    choices.push({
      kind: "condition",
      when: joinPointer(pointer, "if"),
      ...(schema.then === undefined ? {} : { then: joinPointer(pointer, "then") }),
      ...(schema.else === undefined ? {} : { else: joinPointer(pointer, "else") }),
    });
  }
  for (const property of Object.keys(isObject(schema.dependentSchemas) ? schema.dependentSchemas : {})) {
    choices.push({ kind: "dependent", property, schema: joinPointer(pointer, "dependentSchemas", property) });
  }
  return choices;
}

/** Lists the schema at `pointer` and every subschema that always or conditionally applies to the same value. */
export function listApplicableSchemas(root: Json, pointer: Pointer): ApplicableSchema[] {
  const found = new Map<Pointer, ApplicableSchema>();
  const visit = (at: Pointer): void => {
    if (found.has(at)) return;
    const applicable = readApplicableSchema(root, at);
    if (applicable === undefined) return;
    found.set(at, applicable);
    for (const next of [...applicable.always, ...applicable.choices.flatMap(listBranches)]) visit(next);
  };
  visit(pointer);
  return [...found.values()];
}

function listBranches(choice: Choice): Pointer[] {
  if (choice.kind === "branches") return [...choice.branches];
  if (choice.kind === "dependent") return [choice.schema];
  return [choice.when, choice.then, choice.else].filter((pointer) => pointer !== undefined);
}
