import type { Pointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { getApplicableSchemas, getSchemaTypes } from "./coerce.js";

/** What a schema may say of a text beside its type. */
const STRING_KEYWORDS = ["pattern", "minLength", "maxLength", "enum", "const"];

/** Whether a schema takes any string there is, so that nobody need look at one; of encoded bytes it says nothing here. */
export function acceptsAnyString(schemas: Schemas, pointer: Pointer): boolean {
  if ([...getSchemaTypes(schemas, pointer)].some((type) => type !== "string")) return false;
  const shapes = getApplicableSchemas(schemas, pointer);
  const isEncoded = shapes.some(({ schema }) => schema.contentEncoding !== undefined || schema.format === "byte");
  return isEncoded || !shapes.some(({ schema }) => STRING_KEYWORDS.some((word) => schema[word] !== undefined));
}

/** Whether a schema is about bytes and nothing else, whatever they are: of JSON too it asks for no value, but for a file. */
export function isBinarySchema(schemas: Schemas, pointer: Pointer | undefined): boolean {
  return (
    [...getSchemaTypes(schemas, pointer)].every((type) => type === "string") &&
    getApplicableSchemas(schemas, pointer).some(({ schema }) => schema.format === "binary")
  );
}
