import { isObject, type Json } from "../../../src/document/index.js";
import { getJsonTypeName } from "../../../src/document/values/exact-number.js";
import type { MessageDirection, Schemas } from "../../../src/schema/index.js";
import { listDeclaring, matchesPattern } from "../../../src/schema/model/applicable-schema.js";
import type { MergedSchema, SchemaModel } from "../../../src/schema/model/schema-model.js";
import type { ValueConstraints } from "../../../src/schema/model/value-constraints.js";
import { NULL_ALLOWED } from "../../../src/schema/registry/normalize-schema.js";

/** What the model reads; whether a value is accepted depends on nothing else if a schema has only these keywords. */
const READ =
  /^(\$ref|allOf|type|properties|required|items|prefixItems|enum|const|minimum|maximum|minLength|maxLength|minItems|maxItems|minProperties|maxProperties|pattern|patternProperties|additionalProperties|title|description|example|examples|default|deprecated|readOnly|writeOnly|discriminator|xml|externalDocs|x-.*)$/;

/** Whether the model says that a schema accepts a value; undefined if keywords decide that it does not describe. */
export function getModelVerdict(
  { model }: Schemas,
  merged: MergedSchema,
  value: Json,
  direction: MessageDirection,
): boolean | undefined {
  const keywords = merged.applicableSchemas.flatMap(({ schema }) => Object.keys(schema));
  // The model documents null only as far as `nullable` has an effect.
  if (value === null && keywords.some((it) => it === NULL_ALLOWED || !READ.test(it))) return undefined;
  const parts = listParts(model, merged, value).map(([schema, part]) =>
    schema === null ? true : getModelVerdict({ model } as Schemas, schema, part, direction),
  );
  const isAllowed =
    isAllowedHere(merged.constraints, value) &&
    !isClosedTo(merged, value) &&
    hasRequired(model, merged, value, direction);
  if (!isAllowed || parts.includes(false)) return false;
  return parts.includes(undefined) || keywords.some((it) => !READ.test(it)) ? undefined : true;
}

function isAllowedHere(constraints: ValueConstraints, value: Json): boolean {
  const { types, enumValues, minimum, maximum, minLength, maxLength, patterns } = constraints;
  const type = getJsonTypeName(value);
  if (types !== undefined && !types.includes(type) && !(type === "integer" && types.includes("number"))) return false;
  if (enumValues !== undefined && !enumValues.some((it) => JSON.stringify(it) === JSON.stringify(value))) return false;
  if (typeof value === "number")
    return (
      !isBelow(value, minimum) && (maximum === undefined || !isBelow(-value, { ...maximum, value: -maximum.value }))
    );
  if (typeof value === "string")
    return isWithin([...value].length, minLength, maxLength) && patterns.every((it) => matchesPattern(it.value, value));
  if (Array.isArray(value)) return isWithin(value.length, constraints.minItems, constraints.maxItems);
  if (!isObject(value)) return true;
  return isWithin(Object.keys(value).length, constraints.minProperties, constraints.maxProperties);
}

function isClosedTo({ applicableSchemas }: MergedSchema, value: Json): boolean {
  const closed = applicableSchemas.filter(({ schema }) => schema.additionalProperties === false);
  const names = isObject(value) ? Object.keys(value) : [];
  return closed.some(({ schema, pointer }) => names.some((name) => listDeclaring(schema, pointer, name).length === 0));
}

type Limit = { readonly value: number } | undefined;

function isBelow(value: number, limit: ValueConstraints["minimum"]): boolean {
  if (limit === undefined) return false;
  return limit.exclusive ? value <= limit.value : value < limit.value;
}

function isWithin(count: number, min: Limit, max: Limit): boolean {
  return count >= (min?.value ?? 0) && count <= (max?.value ?? Number.POSITIVE_INFINITY);
}

function hasRequired(model: SchemaModel, merged: MergedSchema, value: Json, direction: MessageDirection): boolean {
  if (!isObject(value)) return true;
  const isPresent = (name: string): boolean => Object.hasOwn(value, name) || model.excludes(merged, name, direction);
  return [...merged.constraints.required.keys()].every(isPresent);
}

function listParts(model: SchemaModel, merged: MergedSchema, value: Json): (readonly [MergedSchema | null, Json])[] {
  if (Array.isArray(value)) return value.map((item, index) => [model.item(merged, index), item] as const);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, part]) => [model.child(merged, name), part as Json] as const);
}
