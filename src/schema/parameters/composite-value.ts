import type { Json, Pointer } from "../../document/index.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findItemPointers, findPropertyPointers } from "../analysis/merged-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { MalformedValueError } from "./decoding.js";
import type { SerializedField } from "./parameter-reading.js";

/**
 * Chooses between an array and a scalar where the schema allows both: a scalar for one item, an array for several. If the
 * preferred value is invalid, uses the other.
 */
export function chooseListOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  items: readonly string[],
  text: string,
): Json {
  const list = buildList(schemas, parameter.schema, items);
  const { schema } = parameter;
  if (items.length === 0 || schema === undefined || !canBeScalar(schemas, parameter)) return list;
  if (items.length > 1 && (parameter.explode || schemas.isValid(schema, "request", list))) return list;
  const scalar = coerce(schemas, schema, text);
  return schemas.isValid(schema, "request", scalar) ? scalar : list;
}

/** Chooses between an object and a scalar where the schema allows both: the object, unless only the scalar is valid. */
export function chooseObjectOrScalar(
  schemas: Schemas,
  parameter: SerializedField,
  text: string,
  pairs: () => [string, string][],
): Json {
  const { schema } = parameter;
  if (schema === undefined || !canBeScalar(schemas, parameter)) return buildObject(schemas, parameter, pairs());
  const scalar = coerce(schemas, schema, text);
  if (!schemas.isValid(schema, "request", scalar)) return buildObject(schemas, parameter, pairs());
  try {
    const object = buildObject(schemas, parameter, pairs());
    return schemas.isValid(schema, "request", object) ? object : scalar;
  } catch (error) {
    if (error instanceof MalformedValueError) return scalar;
    throw error;
  }
}

export function canBeScalar(schemas: Schemas, { schema }: SerializedField): boolean {
  return [...getSchemaTypes(schemas, schema)].some((type) => type !== "array" && type !== "object");
}

function buildList(schemas: Schemas, list: Pointer | undefined, items: readonly string[]): Json[] {
  const applicable = getApplicableSchemas(schemas, list);
  return trackExactNumbers(
    items.map((item, index) => coerce(schemas, applicable.flatMap((it) => findItemPointers(it, index))[0], item)),
  );
}

function buildObject(
  schemas: Schemas,
  parameter: SerializedField,
  properties: readonly (readonly [string, string])[],
): Json {
  const applicable = getApplicableSchemas(schemas, parameter.schema);
  const entries = properties.map(([name, text]): [string, Json] => [
    name,
    coerce(schemas, findPropertyPointers(applicable, name)?.[0], text),
  ]);
  return trackExactNumbers(Object.fromEntries(entries));
}
