import { asString, dropUndefined, getEssence, isJsonType, type Json, type JsonObject, joinPointer } from "../json.js";
import {
  type Conversion,
  joinPlace,
  listMediaTypes,
  type Place,
  type PlacedObject,
  pickExtensions,
  setOrigin,
  withTarget,
} from "./conversion.js";
import { convertSchema, createUncheckable, createValueSchema, getFormStyle, isArrayHolder } from "./convert-schema.js";

/** The media types of a body that no `consumes` describes. Swagger 2.0 states no default. */
const DEFAULT_BODY_TYPE = "application/json";

/** Converts a parameter in the body to a Request Body Object. */
export function convertBody(
  conversion: Conversion,
  { value, at }: PlacedObject,
  consumes: Json | undefined,
): JsonObject {
  setOrigin(conversion, at);
  const { description, required, schema = {} } = value;
  const content = listMediaTypes(consumes, DEFAULT_BODY_TYPE).map((type) => {
    setOrigin(conversion, withTarget(at, "content", type));
    const { source } = joinPlace(at, "schema");
    const place = { ...withTarget(at, "content", type, "schema"), source };
    return [type, { schema: convertSchema(conversion, schema, place) }];
  });
  return {
    ...dropUndefined({ description, content: Object.fromEntries(content) as JsonObject, required }),
    ...pickExtensions(value),
  };
}

const MULTIPART = "multipart/form-data";
const URL_ENCODED = "application/x-www-form-urlencoded";

/** Converts the parameters of a form to a Request Body Object. `at` is the place of the list of parameters. */
export function convertForm(
  conversion: Conversion,
  fields: readonly PlacedObject[],
  consumes: Json | undefined,
  at: Place,
): JsonObject {
  setOrigin(conversion, at);
  const hasFile = fields.some(({ value }) => value.type === "file");
  const consumed = listMediaTypes(consumes);
  const declared = consumed.filter((type) => [MULTIPART, URL_ENCODED].includes(getEssence(type)));
  const fallback = hasFile ? [MULTIPART] : [URL_ENCODED, MULTIPART];
  // Swagger 2.0 has no JSON with the parameters of a form, but services that state both accept both.
  const others = declared.length === 0 || hasFile ? [] : consumed.filter((type) => isJsonType(type));
  const types = [...(declared.length === 0 ? fallback : declared), ...others];
  const content = types.map((type) => [
    type,
    convertFormContent(conversion, fields, withTarget(at, "content", type), getEssence(type) !== URL_ENCODED),
  ]);
  const isRequired = fields.some(({ value }) => value.required === true);
  return { content: Object.fromEntries(content), ...(isRequired ? { required: true } : {}) };
}

function convertFormContent(
  conversion: Conversion,
  fields: readonly PlacedObject[],
  at: Place,
  isMultipart: boolean,
): JsonObject {
  setOrigin(conversion, at);
  const named = fields.map((field) => ({ ...field, name: String(field.value.name) }));
  const properties = named.map(({ name, value, at: from }) => {
    const place = { ...from, target: joinPointer(at.target, "schema", "properties", name) };
    return [name, convertFormField(conversion, value, place, isMultipart)];
  });
  const required = named.filter(({ value }) => value.required === true).map(({ name }) => name);
  const encoding = named.flatMap(({ name, value, at: from }) => {
    const style = isArrayHolder(value) && !isMultipart ? getFormStyle(value) : undefined;
    if (style === undefined) return [];
    setOrigin(conversion, { ...from, target: joinPointer(at.target, "encoding", name) });
    return [[name, style]];
  });
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
  return { schema, ...(encoding.length === 0 ? {} : { encoding: Object.fromEntries(encoding) }) };
}

/**
 * In multipart forms every value of an array is a part, so that no style applies. Where Swagger 2.0 only implies that values are
 * separated by commas, services expect parts.
 */
function convertFormField(conversion: Conversion, value: JsonObject, at: Place, isMultipart: boolean): JsonObject {
  const canSplit = isMultipart
    ? ["multi", undefined].includes(asString(value.collectionFormat))
    : getFormStyle(value) !== undefined;
  if (isArrayHolder(value) && !canSplit) return createUncheckable(conversion, value, at);
  const { description, example } = value;
  const { "x-nullable": _, "x-example": otherExample, ...extensions } = pickExtensions(value);
  const shown = example ?? otherExample;
  return {
    ...(description === undefined ? {} : { description }),
    ...createValueSchema(conversion, value, at),
    ...(shown === undefined ? {} : { example: shown }),
    ...extensions,
  };
}

/** Whether a parameter is part of the body. */
export function isBodyPart({ in: location }: JsonObject): boolean {
  return location === "body" || location === "formData";
}
