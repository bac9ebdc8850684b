import { formatPointerFragment, type Json } from "../../document/index.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { createShape, getShapeTypes, MIN_FORMAT_EVIDENCE, mergeShape, type ValueShape } from "./value-shape.js";

export type SchemaInferenceContext = {
  readonly version: "3.0" | "3.1";
  /** What the objects of an existing description are. */
  readonly components?: ComponentMatcher | undefined;
};

/**
 * A schema that all values of a shape fit. It says which types, names and formats they had; not which values, lengths or
 * bounds, and closes nothing, for more may come than was seen.
 */
export function createSchemaFromShape(shape: ValueShape, means: SchemaInferenceContext): Json {
  const types = getShapeTypes(shape);
  const isNullable = shape.nulls > 0 && types.length > 0;
  const reference = types.join() === "object" ? findReference(shape, means) : undefined;
  if (reference !== undefined && !isNullable) return { $ref: reference };
  if (means.version === "3.0") return createSchema30(shape, types, means, reference);
  if (reference !== undefined) return { anyOf: [{ $ref: reference }, { type: "null" }] };
  if (types.length === 0) return {};
  const all = isNullable ? [...types, "null"] : types;
  const [only] = all;
  const below = Object.assign({}, ...types.map((type) => createKeywords(type, shape, means))) as {
    [key: string]: Json;
  };
  return { type: all.length === 1 ? (only as Json) : all, ...below };
}

/** OpenAPI 3.0 has one type a schema. */
function createSchema30(
  shape: ValueShape,
  types: readonly string[],
  means: SchemaInferenceContext,
  reference: string | undefined,
): Json {
  const nullable = shape.nulls > 0 ? { nullable: true } : {};
  const [only] = types;
  if (only === undefined) return {};
  if (reference !== undefined) return { allOf: [{ $ref: reference }], ...nullable };
  if (types.length === 1) return { type: only, ...createKeywords(only, shape, means), ...nullable };
  const [first, ...rest] = types.map((type) => ({ type, ...createKeywords(type, shape, means) }));
  return { anyOf: [{ ...first, ...nullable }, ...rest] };
}

function createKeywords(
  type: string,
  shape: ValueShape,
  means: SchemaInferenceContext,
): { readonly [key: string]: Json } {
  if (type === "array") return { items: shape.items === undefined ? {} : createSchemaFromShape(shape.items, means) };
  if (type === "object") return createObjectKeywords(shape.objects, means);
  if (type !== "string" || shape.strings === undefined) return {};
  const { formats, different } = shape.strings;
  const [format] = different.size >= MIN_FORMAT_EVIDENCE ? formats : [];
  return format === undefined ? {} : { format: format.name };
}

function createObjectKeywords(
  objects: ValueShape["objects"],
  means: SchemaInferenceContext,
): { readonly [key: string]: Json } {
  if (objects === undefined) return {};
  const { properties, others, count, isCrowded } = objects;
  if (isMap(objects)) {
    const all = createShape();
    for (const it of [...properties.values(), ...(others === undefined ? [] : [others])]) mergeShape(all, it);
    return { additionalProperties: createSchemaFromShape(all, means) };
  }
  const required = isCrowded ? [] : [...properties].filter(([, it]) => it.count === count).map(([name]) => name);
  return {
    ...(properties.size === 0
      ? {}
      : {
          properties: Object.fromEntries([...properties].map(([name, it]) => [name, createSchemaFromShape(it, means)])),
        }),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined ? {} : { additionalProperties: createSchemaFromShape(others, means) }),
  };
}

/** Many names of which none comes in most objects are keys. */
function isMap({ properties, others, count, isCrowded }: NonNullable<ValueShape["objects"]>): boolean {
  if (isCrowded) return true;
  if (properties.size === 0) return others !== undefined;
  return properties.size >= MIN_MAP_NAMES && [...properties.values()].every((it) => it.count * 2 <= count);
}

function findReference({ objects }: ValueShape, { components }: SchemaInferenceContext): string | undefined {
  if (objects === undefined) return undefined;
  const best = components?.chooseBest(objects.components, [...objects.properties.keys()]);
  return best === undefined ? undefined : `#${formatPointerFragment(best)}`;
}

const MIN_MAP_NAMES = 20;
