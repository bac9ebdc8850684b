import {
  asArray,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  type ResolvedObject,
  resolvePointer,
  valueAt,
} from "../../src/document/index.js";
import { Ungeneratable } from "./ungeneratable.js";

/** A schema merged with the branches of its `allOf`. Each property has the pointers of all its schemas. */
export type Merged = {
  readonly words: JsonObject;
  readonly properties: ReadonlyMap<string, readonly Pointer[]>;
  readonly required: ReadonlySet<string>;
  /** The declared names of each layer that allows no additional properties. */
  readonly closed: readonly ReadonlySet<string>[];
  readonly items?: Pointer;
  readonly choices: readonly Pointer[];
  readonly isOneOf: boolean;
};

export function merged(document: Document, pointer: Pointer, schema: JsonObject): Merged {
  const layers = layersOf(document, { pointer, value: schema });
  const properties = new Map<string, readonly Pointer[]>();
  const types = new Set(layers.flatMap(({ value }) => (value.type === undefined ? [] : [JSON.stringify(value.type)])));
  if (types.size > 1) throw new Ungeneratable("allOf of different types");
  for (const { pointer: at, value } of layers) {
    for (const name of Object.keys(isObject(value.properties) ? value.properties : {}))
      properties.set(name, [...(properties.get(name) ?? []), joinPointer(at, "properties", name)]);
  }
  const choices = layers.flatMap(({ pointer: at, value }) =>
    (["oneOf", "anyOf"] as const)
      .filter((word) => asArray(value[word]).length > 0)
      .map((word) => ({ at, value, word })),
  );
  const [choice] = choices;
  if (choices.length > 1) throw new Ungeneratable("two choices at one place");
  const items = layers.findLast(({ value }) => isObject(value.items));
  return {
    words: Object.assign({}, ...layers.map(({ value }) => value), { nullable: isNullable(layers) }),
    properties,
    closed: layers
      .filter(({ value }) => value.additionalProperties === false)
      .map(({ value }) => new Set(Object.keys(isObject(value.properties) ? value.properties : {}))),
    required: new Set(layers.flatMap(({ value }) => asArray(value.required).map(String))),
    choices: asArray(choice?.value[choice.word]).map((_, index) =>
      joinPointer(choice?.at ?? "", choice?.word ?? "", index),
    ),
    isOneOf: choice?.word === "oneOf",
    ...(items === undefined ? {} : { items: joinPointer(items.pointer, "items") }),
  };
}

/** `nullable` applies only to the `type` in the same schema (OpenAPI 3.0.3). */
function isNullable(layers: readonly ResolvedObject[]): boolean {
  const typed = layers.filter(({ value }) => value.type !== undefined);
  return typed.length > 0 && typed.every(({ value }) => value.nullable === true);
}

/** Returns the layers of {@link reached}. Throws if a layer has a keyword that is not supported. */
function layersOf(document: Document, layer: ResolvedObject): ResolvedObject[] {
  const layers = [...reached(document, layer)];
  const foreign = NOT_MADE.find((word) => layers.some(({ value }) => value[word] !== undefined));
  if (foreign !== undefined) throw new Ungeneratable(`"${foreign}" is not generated`);
  return layers;
}

/** Yields a schema, the target of its `$ref`, and the branches of its `allOf`, recursively. */
function* reached(document: Document, layer: ResolvedObject, level = 0): Iterable<ResolvedObject> {
  const { pointer, value } = layer;
  if (level > 10) throw new Ungeneratable("allOf is nested too deeply");
  yield layer;
  const target = typeof value.$ref === "string" ? resolvePointer(document, value.$ref.slice(1)) : undefined;
  const branches = asArray(value.allOf).map((_, index) =>
    resolvePointer(document, joinPointer(pointer, "allOf", index)),
  );
  for (const it of [target, ...branches])
    if (it !== undefined && it.pointer !== pointer) yield* reached(document, it, level + 1);
}

const NOT_MADE = [
  "not",
  "if",
  "dependentSchemas",
  "patternProperties",
  "unevaluatedProperties",
  "contains",
  "propertyNames",
  "prefixItems",
];

/** Whether a schema, its `$ref` target or a branch of its `allOf` has a boolean keyword such as `readOnly`. */
export function isMarked(document: Document, pointer: Pointer, mark: string): boolean {
  const own = document.version === "3.0" ? undefined : valueAt(document.root, pointer);
  if (isObject(own) && own[mark] === true) return true;
  const found = resolvePointer(document, pointer);
  return found !== undefined && [...reached(document, found)].some(({ value }) => value[mark] === true);
}

/** Whether no value matches two branches, by type or by the constants of a required property. */
export function areApart(document: Document, branches: readonly JsonObject[]): boolean {
  // Null would match both branches.
  if (branches.filter(({ nullable }) => nullable === true).length > 1) return false;
  const types = branches.map(({ type }) => (typeof type === "string" ? type : undefined));
  const simple = types.every((type) => type !== undefined && !(type === "number" && types.includes("integer")));
  if (simple && new Set(types).size === branches.length) return true;
  const tags = branches.map((branch) => tagsOf(document, branch));
  const [first = new Map<string, readonly Json[]>()] = tags;
  return [...first.keys()].some((name) => {
    const values = tags.map((it) => it.get(name));
    const flat = values.flatMap((it) => it ?? []);
    return values.every((it) => it !== undefined) && new Set(flat).size === flat.length;
  });
}

function tagsOf(document: Document, branch: JsonObject): Map<string, readonly Json[]> {
  const required = asArray(branch.required).map(String);
  const properties = isObject(branch.properties) ? branch.properties : {};
  return new Map(
    required.flatMap((name): [string, readonly Json[]][] => {
      const raw = properties[name];
      const it =
        isObject(raw) && typeof raw.$ref === "string" ? resolvePointer(document, raw.$ref.slice(1))?.value : raw;
      if (!isObject(it)) return [];
      if (it.const !== undefined) return [[name, [it.const]]];
      return Array.isArray(it.enum) ? [[name, it.enum]] : [];
    }),
  );
}
