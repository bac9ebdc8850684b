import {
  asArray,
  fragmentPointer,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "../document/index.js";

/** A schema seen as what applies to the value it describes, without looking at any value. */
export type Shape = {
  readonly pointer: Pointer;
  readonly schema: JsonObject;
  /** Schemas that always apply to the same value: the target of `$ref`, the parts of `allOf`. */
  readonly always: readonly Pointer[];
  /** Schemas that apply to the same value when it fits. */
  readonly choices: readonly Choice[];
};

export type Choice =
  | { readonly kind: "branches"; readonly branches: readonly Pointer[] }
  | { readonly kind: "condition"; readonly when: Pointer; readonly then?: Pointer; readonly else?: Pointer }
  | { readonly kind: "dependent"; readonly property: string; readonly schema: Pointer };

export function shapeAt(root: Json, pointer: Pointer): Shape | undefined {
  const schema = valueAt(root, pointer);
  if (!isObject(schema)) return undefined;
  const target =
    typeof schema.$ref === "string" && schema.$ref.startsWith("#") ? fragmentPointer(schema.$ref.slice(1)) : undefined;
  const always = [
    ...(target === undefined ? [] : [target]),
    ...asArray(schema.allOf).map((_, index) => joinPointer(pointer, "allOf", index)),
  ];
  return { pointer, schema, always, choices: choicesOf(schema, pointer) };
}

function choicesOf(schema: JsonObject, pointer: Pointer): Choice[] {
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

/** Every schema that applies, or in some case would apply, to the value that the schema at a pointer describes. */
export function possibleShapes(root: Json, pointer: Pointer): Shape[] {
  const found = new Map<Pointer, Shape>();
  const visit = (at: Pointer): void => {
    if (found.has(at)) return;
    const shape = shapeAt(root, at);
    if (shape === undefined) return;
    found.set(at, shape);
    for (const next of [...shape.always, ...shape.choices.flatMap(possibleBranches)]) visit(next);
  };
  visit(pointer);
  return [...found.values()];
}

function possibleBranches(choice: Choice): Pointer[] {
  if (choice.kind === "branches") return [...choice.branches];
  if (choice.kind === "dependent") return [choice.schema];
  return [choice.when, choice.then, choice.else].filter((pointer) => pointer !== undefined);
}
