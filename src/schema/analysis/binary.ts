import type { Pointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { getApplicableSchemas, getSchemaTypes } from "./coerce.js";

/** Keywords that restrict a string beyond its type. */
const STRING_KEYWORDS = ["pattern", "minLength", "maxLength", "enum", "const"];

/**
 * Whether a schema accepts every string, so that the value need not be read. Also true for encoded bytes
 * (`contentEncoding` or format `byte`), whose content is not checked here.
 */
export function acceptsAnyString(schemas: Schemas, pointer: Pointer): boolean {
  if ([...getSchemaTypes(schemas, pointer)].some((type) => type !== "string")) return false;
  const applicable = getApplicableSchemas(schemas, pointer);
  const isEncoded = applicable.some(({ schema }) => schema.contentEncoding !== undefined || schema.format === "byte");
  return (
    isEncoded || !applicable.some(({ schema }) => STRING_KEYWORDS.some((keyword) => schema[keyword] !== undefined))
  );
}

/**
 * Whether a schema describes a file: it has the format `binary` and no type other than string. Such a body is a file even
 * when its media type is JSON.
 */
export function isBinarySchema(schemas: Schemas, pointer: Pointer | undefined): boolean {
  return (
    [...getSchemaTypes(schemas, pointer)].every((type) => type === "string") &&
    getApplicableSchemas(schemas, pointer).some(({ schema }) => schema.format === "binary")
  );
}
