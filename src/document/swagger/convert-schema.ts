import { isObject, type Json, type JsonObject } from "../json.js";
import { formatPointerFragment, joinPointer } from "../pointer.js";
import {
  type Conversion,
  convertMap,
  followToPointer,
  joinPlace,
  type Place,
  reserveComponent,
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
  const pointer = reserveComponent(conversion, "schemas", target);
  conversion.referenced.add(pointer);
  return { ...value, $ref: `#${formatPointerFragment(pointer)}` };
}
