import { type Json, pointerFragment } from "../../document/index.js";
import type { FittingComponents } from "./fitting-components.js";
import { FEW, mergeShape, noShape, typesOf, type ValueShape } from "./value-shape.js";

export type SchemaMeans = {
  readonly version: "3.0" | "3.1";
  /** What the objects of an existing description are. */
  readonly components?: FittingComponents | undefined;
};

/**
 * A schema that all values of a shape fit. It says which types, names and formats they had; not which values, lengths or
 * bounds, and closes nothing, for more may come than was seen.
 */
export function schemaOfShape(shape: ValueShape, means: SchemaMeans): Json {
  const types = typesOf(shape);
  const isNullable = shape.nulls > 0 && types.length > 0;
  const reference = types.join() === "object" ? referenceFor(shape, means) : undefined;
  if (reference !== undefined && !isNullable) return { $ref: reference };
  if (means.version === "3.0") return schemaOf30(shape, types, means, reference);
  if (reference !== undefined) return { anyOf: [{ $ref: reference }, { type: "null" }] };
  if (types.length === 0) return {};
  const all = isNullable ? [...types, "null"] : types;
  const [only] = all;
  const below = Object.assign({}, ...types.map((type) => keywordsOf(type, shape, means))) as { [key: string]: Json };
  return { type: all.length === 1 ? (only as Json) : all, ...below };
}

/** OpenAPI 3.0 has one type a schema. */
function schemaOf30(
  shape: ValueShape,
  types: readonly string[],
  means: SchemaMeans,
  reference: string | undefined,
): Json {
  const nullable = shape.nulls > 0 ? { nullable: true } : {};
  const [only] = types;
  if (only === undefined) return {};
  if (reference !== undefined) return { allOf: [{ $ref: reference }], ...nullable };
  if (types.length === 1) return { type: only, ...keywordsOf(only, shape, means), ...nullable };
  const [first, ...rest] = types.map((type) => ({ type, ...keywordsOf(type, shape, means) }));
  return { anyOf: [{ ...first, ...nullable }, ...rest] };
}

function keywordsOf(type: string, shape: ValueShape, means: SchemaMeans): { readonly [key: string]: Json } {
  if (type === "array") return { items: shape.items === undefined ? {} : schemaOfShape(shape.items, means) };
  if (type === "object") return objectKeywords(shape.objects, means);
  if (type !== "string" || shape.strings === undefined) return {};
  const { formats, different } = shape.strings;
  const [format] = different.size >= FEW ? formats : [];
  return format === undefined ? {} : { format: format.name };
}

function objectKeywords(objects: ValueShape["objects"], means: SchemaMeans): { readonly [key: string]: Json } {
  if (objects === undefined) return {};
  const { properties, others, count, isCrowded } = objects;
  if (isMap(objects)) {
    const all = noShape();
    for (const it of [...properties.values(), ...(others === undefined ? [] : [others])]) mergeShape(all, it);
    return { additionalProperties: schemaOfShape(all, means) };
  }
  const required = isCrowded ? [] : [...properties].filter(([, it]) => it.count === count).map(([name]) => name);
  return {
    ...(properties.size === 0
      ? {}
      : { properties: Object.fromEntries([...properties].map(([name, it]) => [name, schemaOfShape(it, means)])) }),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined ? {} : { additionalProperties: schemaOfShape(others, means) }),
  };
}

/** Many names of which none comes in most objects are keys. */
function isMap({ properties, others, count, isCrowded }: NonNullable<ValueShape["objects"]>): boolean {
  if (isCrowded) return true;
  if (properties.size === 0) return others !== undefined;
  return properties.size >= MANY && [...properties.values()].every((it) => it.count * 2 <= count);
}

function referenceFor({ objects }: ValueShape, { components }: SchemaMeans): string | undefined {
  if (objects === undefined) return undefined;
  const best = components?.best(objects.components, [...objects.properties.keys()]);
  return best === undefined ? undefined : `#${pointerFragment(best)}`;
}

const MANY = 20;
