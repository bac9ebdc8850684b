import { formatPointerFragment, type Json, type JsonObject, type OpenApiVersion } from "../../document/index.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { createShape, getShapeTypes, MIN_FORMAT_EVIDENCE, mergeShape, type ValueShape } from "./value-shape.js";

/** The formats that all strings of an inferred schema match, also if they are too few to be evidence. */
export type PossibleFormats = Map<Json, readonly string[]>;

export type SchemaInferenceContext = {
  readonly version: OpenApiVersion;
  /** Finds existing component schemas for objects. */
  readonly components?: ComponentMatcher | undefined;
  /** Records the formats of strings, so that equal schemas can be shared. */
  readonly possibleFormats?: PossibleFormats;
};

/**
 * Creates a schema that all values of a shape conform to. It declares types, property names and formats. It declares no
 * enums, lengths or ranges and allows additional properties, because the observations are incomplete.
 *
 * @param name the name of the property that has the values.
 */
export function createSchemaFromShape(shape: ValueShape, context: SchemaInferenceContext, name = ""): Json {
  const types = getShapeTypes(shape);
  const isNullable = shape.nulls > 0 && types.length > 0;
  const reference = types.join() === "object" ? findReference(shape, context) : undefined;
  if (reference !== undefined && !isNullable) return { $ref: reference };
  if (context.version === "3.0") return createSchema30(shape, types, context, { reference, name });
  if (reference !== undefined) return { anyOf: [{ $ref: reference }, { type: "null" }] };
  if (types.length === 0) return {};
  const allTypes = isNullable ? [...types, "null"] : types;
  const [only] = allTypes;
  const keywords = Object.assign({}, ...types.map((type) => createKeywords(type, shape, context, name))) as {
    [key: string]: Json;
  };
  const schema = { type: allTypes.length === 1 ? (only as Json) : allTypes, ...keywords };
  context.possibleFormats?.set(schema, shape.strings?.formats.map((format) => format.name) ?? []);
  return schema;
}

/** OpenAPI 3.0 allows only one type per schema. */
function createSchema30(
  shape: ValueShape,
  types: readonly string[],
  context: SchemaInferenceContext,
  { reference, name }: { readonly reference: string | undefined; readonly name: string },
): Json {
  const nullable = shape.nulls > 0 ? { nullable: true } : {};
  const [only] = types;
  if (only === undefined) return {};
  if (reference !== undefined && shape.nulls === 0) return { allOf: [{ $ref: reference }] };
  // `nullable` has no effect beside a reference.
  if (reference !== undefined)
    return { anyOf: [{ $ref: reference }, { type: "object", nullable: true, enum: [null] }] };
  if (types.length === 1) return { type: only, ...createKeywords(only, shape, context, name), ...nullable };
  const [first, ...rest] = types.map((type) => ({ type, ...createKeywords(type, shape, context, name) }));
  return { anyOf: [{ ...first, ...nullable }, ...rest] };
}

function createKeywords(type: string, shape: ValueShape, context: SchemaInferenceContext, name: string): JsonObject {
  if (type === "array") return { items: shape.items === undefined ? {} : createSchemaFromShape(shape.items, context) };
  if (type === "object") return createObjectKeywords(shape.objects, context, name);
  if (type !== "string" || shape.strings === undefined) return {};
  const { formats, different } = shape.strings;
  const [format] = different.size >= MIN_FORMAT_EVIDENCE ? formats : [];
  return format === undefined ? {} : { format: format.name };
}

function createObjectKeywords(
  objects: ValueShape["objects"],
  context: SchemaInferenceContext,
  objectName: string,
): JsonObject {
  if (objects === undefined) return {};
  const { properties, others } = objects;
  if (isMap(objects, objectName)) {
    const all = [createShape(), ...properties.values(), ...(others === undefined ? [] : [others])];
    return { additionalProperties: createSchemaFromShape(all.reduce(mergeShape), context) };
  }
  return listObjectKeywords(objects, (it, name) => createSchemaFromShape(it, context, name));
}

/** The keywords for the properties of objects. What all objects have is required. */
export function listObjectKeywords(
  { properties, others, count, isCrowded }: Objects,
  create: (shape: ValueShape, name?: string) => Json,
): JsonObject {
  const required = isCrowded ? [] : [...properties].filter(([, it]) => it.count === count).map(([name]) => name);
  const schemas = Object.fromEntries([...properties].map(([name, it]) => [name, create(it, name)]));
  return {
    ...(properties.size === 0 ? {} : { properties: schemas }),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined ? {} : { additionalProperties: create(others) }),
  };
}

/**
 * Whether the property names are map keys: there are many of them, and none is in more than half of the objects. A few names
 * of numbers are sufficient if the name of the object says so, or if the objects have different names.
 */
function isMap({ properties, others, count, isCrowded }: Objects, name: string): boolean {
  if (isCrowded) return true;
  if (properties.size === 0) return others !== undefined;
  const fields = [...properties.values()];
  if (fields.length >= MIN_MAP_NAMES && fields.every((it) => it.count * 2 <= count)) return true;
  if (fields.length < MIN_COUNTS || !fields.every((it) => /^(?:integer|number)$/.test(getShapeTypes(it).join())))
    return false;
  return MAP_NAME.test(name) || (count > 1 && fields.every((it) => it.count < count));
}

function findReference({ objects }: ValueShape, { components }: SchemaInferenceContext): string | undefined {
  if (objects === undefined) return undefined;
  const best = components?.chooseBest(objects.components, [...objects.properties.keys()]);
  return best === undefined ? undefined : `#${formatPointerFragment(best)}`;
}

type Objects = NonNullable<ValueShape["objects"]>;

const MIN_MAP_NAMES = 20;
const MIN_COUNTS = 2;
/** Names of objects with counts by key, such as `counts`, `itemCounts` or `totalsByCurrency`. */
const MAP_NAME =
  /(?:^|[_-]|[a-z](?=[A-Z]))(?:[cC]ounts|[hH]istogram|[fF]requenc(?:y|ies)|[oO]ccurrences)$|(?:[a-z]By[A-Z]|[a-z]Per[A-Z]|_by_|_per_)/;
