import type { Json, Pointer } from "../../document/index.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findItemPointers, findPropertyPointers } from "../analysis/merged-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { MalformedValueError } from "./decoding.js";
import type { SerializedField } from "./read-parameter.js";

/**
 * What may be a list or not is the single value rather than a list of one, and a list of several rather than one text with
 * separators in it, as long as that fits.
 */
export function chooseListOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  items: readonly string[],
  whole: string,
): Json {
  const list = buildList(schemas, parameter.schema, items);
  const { schema } = parameter;
  if (items.length === 0 || schema === undefined || !canBeScalar(schemas, parameter)) return list;
  if (items.length > 1 && (parameter.explode || schemas.isValid(schema, "request", list))) return list;
  const single = coerce(schemas, schema, whole);
  return schemas.isValid(schema, "request", single) ? single : list;
}

/** What may be an object or not is the object, unless only the single value fits. */
export function chooseObjectOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  whole: string,
  pairs: () => [string, string][],
): Json {
  const { schema } = parameter;
  if (schema === undefined || !canBeScalar(schemas, parameter)) return buildObject(schemas, parameter, pairs());
  const single = coerce(schemas, schema, whole);
  if (!schemas.isValid(schema, "request", single)) return buildObject(schemas, parameter, pairs());
  try {
    const object = buildObject(schemas, parameter, pairs());
    return schemas.isValid(schema, "request", object) ? object : single;
  } catch (error) {
    if (error instanceof MalformedValueError) return single;
    throw error;
  }
}

export function canBeScalar(schemas: Schemas, { schema }: SerializedField): boolean {
  return [...getSchemaTypes(schemas, schema)].some((type) => type !== "array" && type !== "object");
}

function buildList(schemas: Schemas, list: Pointer | undefined, items: readonly string[]): Json[] {
  const shapes = getApplicableSchemas(schemas, list);
  return trackExactNumbers(
    items.map((item, index) => coerce(schemas, shapes.flatMap((shape) => findItemPointers(shape, index))[0], item)),
  );
}

function buildObject(
  schemas: Schemas,
  parameter: SerializedField,
  properties: readonly (readonly [string, string])[],
): Json {
  const shapes = getApplicableSchemas(schemas, parameter.schema);
  const entries = properties.map(([name, text]): [string, Json] => [
    name,
    coerce(schemas, findPropertyPointers(shapes, name)?.[0], text),
  ]);
  return trackExactNumbers(Object.fromEntries(entries));
}
