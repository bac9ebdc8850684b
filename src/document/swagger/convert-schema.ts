import { isObject, type Json, type JsonObject, joinPointer } from "../json.js";
import {
  type Conversion,
  convertMap,
  createComponentReference,
  followToPointer,
  joinPlace,
  type Place,
  setOrigin,
  withTarget,
} from "./conversion.js";

/** In OpenAPI 3.0, the only value of this schema is null. */
const NULL_SCHEMA = { type: "object", nullable: true, enum: [null] };

/** Converts a Schema Object, which is a subset of that of OpenAPI 3.0 except for a few keywords. */
export function convertSchema(conversion: Conversion, value: Json, at: Place): Json {
  if (!isObject(value)) return value;
  setOrigin(conversion, at);
  if (value["x-nullable"] === true && typeof value.type !== "string") {
    // `nullable` only has an effect beside `type`.
    const { "x-nullable": _, ...rest } = value;
    return { anyOf: [convertSchema(conversion, rest, withTarget(at, "anyOf", 0)), NULL_SCHEMA] };
  }
  if (typeof value.$ref === "string") return convertReference(conversion, { ...value, $ref: value.$ref }, at);
  const fields = Object.entries(value).map(([name, field]) => [name, convertField(conversion, name, field, at)]);
  return convertKeywords(conversion, Object.fromEntries(fields) as JsonObject, at);
}

/** Types of programming languages that documents have in place of those of JSON Schema. */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ int: "integer", int32: "integer", int64: "integer", long: "integer", short: "integer" },
  ...{ float: "number", double: "number", decimal: "number" },
  ...{ bool: "boolean", str: "string" },
};

/** Keywords that OpenAPI 3.0 writes differently, and types that only other languages have. */
export function convertKeywords({ repaired }: Conversion, schema: JsonObject, at: Place): JsonObject {
  const { "x-nullable": nullable, collectionFormat: _, ...rest } = schema;
  const { type, enum: values } = rest;
  const readAs = typeof type === "string" && Object.hasOwn(READ_AS, type) ? READ_AS[type] : undefined;
  if (readAs !== undefined)
    repaired.set(joinPointer(at.target, "type"), `unknown type ${JSON.stringify(type)}, which is read as "${readAs}"`);
  return {
    ...rest,
    ...(readAs === undefined ? {} : { type: readAs }),
    ...(type === "file" ? { type: "string", format: "binary" } : {}),
    ...(nullable === true ? { nullable: true } : {}),
    ...(nullable === true && Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

function convertField(conversion: Conversion, name: string, value: Json, at: Place): Json {
  const inside = joinPlace(at, name);
  const convert = (item: Json, place: Place): Json => convertSchema(conversion, item, place);
  if (name === "properties") return convertMap(value, inside, convert);
  if (name === "discriminator" && typeof value === "string") return { propertyName: value };
  if (["items", "additionalProperties", "not", "allOf", "anyOf", "oneOf"].includes(name))
    return Array.isArray(value)
      ? value.map((item, index) => convert(item, joinPlace(inside, index)))
      : convert(value, inside);
  return value;
}

function convertReference(conversion: Conversion, value: JsonObject & { readonly $ref: string }, at: Place): Json {
  const target = followToPointer(conversion, at.file, value.$ref);
  if (typeof target === "string") {
    conversion.unresolved.set(at.target, { message: target, ...at.file.locate(joinPointer(at.source, "$ref")) });
    return value;
  }
  return { ...value, $ref: createComponentReference(conversion, "schemas", target) };
}

/** The fields of a parameter or header that describe its value, which are a schema since OpenAPI 3.0. */
const SCHEMA_FIELDS: ReadonlySet<string> = new Set([
  ...["type", "format", "items", "default", "enum", "multipleOf", "x-nullable"],
  ...["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems"],
]);

/** Converts a parameter that is not part of the body. */
export function convertParameter(conversion: Conversion, parameter: JsonObject, at: Place): JsonObject {
  return convertValueHolder(conversion, parameter, at, String(parameter.in));
}

/** Converts a header of a response. */
export function convertHeader(conversion: Conversion, value: Json, at: Place): Json {
  return isObject(value) ? convertValueHolder(conversion, value, at, "header") : value;
}

function convertValueHolder(conversion: Conversion, value: JsonObject, at: Place, location: string): JsonObject {
  setOrigin(conversion, at);
  const inSchema = withTarget(at, "schema");
  const { "x-example": example, collectionFormat, schema: stray, ...fields } = value;
  const others = Object.entries(fields).filter(([name]) => !SCHEMA_FIELDS.has(name));
  const style = isArrayHolder(value) ? STYLES[location]?.[getCollectionFormat(value)] : {};
  if (isArrayHolder(value))
    for (const name of ["style", "explode"]) {
      const { source } = joinPlace(at, "collectionFormat");
      setOrigin(conversion, { ...withTarget(at, name), source });
    }
  const schema =
    style === undefined || hasNestedFormat(value)
      ? createUncheckable(conversion, value, inSchema)
      : createValueSchema(conversion, value, inSchema);
  return {
    ...Object.fromEntries(others),
    ...(example === undefined || "example" in value ? {} : { example }),
    ...style,
    schema: stray === undefined || "type" in value ? schema : convertSchema(conversion, stray, joinPlace(at, "schema")),
  };
}

/** The schema of a parameter, header or form field. Its place in the source is the parameter itself. */
export function createValueSchema(conversion: Conversion, value: JsonObject, at: Place): JsonObject {
  setOrigin(conversion, at);
  const fields = Object.entries(value).filter(([name]) => SCHEMA_FIELDS.has(name));
  const schema = fields.map(([name, field]) => [
    name,
    name === "items" ? convertSchema(conversion, field, joinPlace(at, name)) : field,
  ]);
  return convertKeywords(conversion, Object.fromEntries(schema) as JsonObject, at);
}

/** How an array is written, by location and collectionFormat. What is absent has no equivalent in OpenAPI 3.0. */
const STYLES: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  query: {
    csv: { style: "form", explode: false },
    multi: { style: "form", explode: true },
    ssv: { style: "spaceDelimited", explode: false },
    pipes: { style: "pipeDelimited", explode: false },
  },
  path: { csv: { style: "simple" } },
  header: { csv: { style: "simple" } },
};

/** The style of an array in a form, or undefined if OpenAPI 3.0 has none. */
export function getFormStyle(value: JsonObject): JsonObject | undefined {
  return hasNestedFormat(value) ? undefined : STYLES.query?.[getCollectionFormat(value)];
}

export function isArrayHolder({ type }: JsonObject): boolean {
  return type === "array";
}

function getCollectionFormat({ collectionFormat }: JsonObject): string {
  return collectionFormat === undefined ? "csv" : String(collectionFormat);
}

/** Whether items are arrays themselves: no style of OpenAPI 3.0 separates both. */
function hasNestedFormat({ items }: JsonObject): boolean {
  return isObject(items) && isArrayHolder(items);
}

/** Where the references of such schemas lead: nowhere. */
const UNCHECKABLE_POINTER = "/x-swagger/collectionFormat";

/** A schema that no value is checked against, with the reason: the exchange is partially checked. */
export function createUncheckable(conversion: Conversion, value: JsonObject, at: Place): JsonObject {
  setOrigin(conversion, at);
  const format = hasNestedFormat(value)
    ? "an array of arrays"
    : `collectionFormat "${getCollectionFormat(value)}" here`;
  const message = `OpenAPI 3.0 cannot describe ${format}, so the value of "${String(value.name ?? "this header")}" is not checked`;
  conversion.unresolved.set(at.target, { message, ...at.file.locate(at.source) });
  return { $ref: `#${UNCHECKABLE_POINTER}` };
}
