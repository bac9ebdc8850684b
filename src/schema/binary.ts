import type { Pointer } from "../document/index.js";
import { shapesOf, typesOf } from "./coerce.js";
import type { Schemas } from "./schemas.js";

/** What a schema may say of a text beside its type. */
const WORDS = ["pattern", "minLength", "maxLength", "enum", "const"];

/** Whether a schema takes any string there is, so that nobody need look at one; of encoded bytes it says nothing here. */
export function isAnyString(schemas: Schemas, pointer: Pointer): boolean {
  if ([...typesOf(schemas, pointer)].some((type) => type !== "string")) return false;
  const shapes = shapesOf(schemas, pointer);
  const isEncoded = shapes.some(({ schema }) => schema.contentEncoding !== undefined || schema.format === "byte");
  return isEncoded || !shapes.some(({ schema }) => WORDS.some((word) => schema[word] !== undefined));
}

/** Whether a schema is about bytes and nothing else, whatever they are: of JSON too it asks for no value, but for a file. */
export function isBinary(schemas: Schemas, pointer: Pointer | undefined): boolean {
  return (
    [...typesOf(schemas, pointer)].every((type) => type === "string") &&
    shapesOf(schemas, pointer).some(({ schema }) => schema.format === "binary")
  );
}
