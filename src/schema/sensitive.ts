import { isObject, joinPointer, type Pointer, pointerTokens } from "../document/index.js";
import { shapesOf } from "./coerce.js";
import { propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";
import type { Shape } from "./shape.js";

/**
 * Whether the value at an instance pointer, or one that it stands in, is a secret: marked `x-sensitive` or `writeOnly`,
 * or of the format `password`.
 */
export function isSensitive(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  const known = answers.get(schemas) ?? new Map<string, boolean>();
  answers.set(schemas, known);
  const key = `${schema} ${instance}`;
  const answer = known.get(key) ?? findMark(schemas, schema, instance);
  if (known.size < MAX_KNOWN) known.set(key, answer);
  return answer;
}

/** Noisy traffic asks the same of many values. */
const answers = new WeakMap<Schemas, Map<string, boolean>>();
const MAX_KNOWN = 10_000;

function findMark(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  let shapes = shapesOf(schemas, schema);
  if (shapes.some(isMarked)) return true;
  for (const token of pointerTokens(instance)) {
    const pointers = [...(propertyPointers(shapes, token) ?? []), ...shapes.flatMap(itemSchemas)];
    shapes = pointers.flatMap((pointer) => shapesOf(schemas, pointer));
    if (shapes.some(isMarked)) return true;
  }
  return false;
}

/** Whether a schema itself says that what it describes is a secret. */
export function isMarked({ schema }: Pick<Shape, "schema">): boolean {
  return schema["x-sensitive"] === true || schema.writeOnly === true || schema.format === "password";
}

function itemSchemas({ pointer, schema }: Shape): Pointer[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const pointers = prefix.map((_, index) => joinPointer(pointer, "prefixItems", index));
  const rest = ["items", "unevaluatedItems"].filter((keyword) => isObject(schema[keyword]));
  return [...pointers, ...rest.map((keyword) => joinPointer(pointer, keyword))];
}
