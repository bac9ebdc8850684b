import { listSubschemas } from "../../document/applicators.js";
import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import { compilePattern } from "../../schema/pattern/compile-pattern.js";
import { isSupportedKeyword } from "./supported-keywords.js";

/** Questions about a schema and all schemas that it reaches. */
export type SchemaReach = {
  /** Whether all of them certainly compile: they have only known keywords with valid values, and references that resolve to schemas. */
  readonly isCompilable: (start: Pointer) => boolean;
  /** Whether one has `readOnly`, `writeOnly` or `x-extensible-enum`, which can cause drift in declared data. */
  readonly reachesDriftKeyword: (start: Pointer) => boolean;
};

export function createSchemaReach(root: Json): SchemaReach {
  const isCompilable = createReachTest(root, hasCompilableKeywords);
  const isFreeOfDrift = createReachTest(root, (schema) => !isObject(schema) || !isDriftSchema(schema));
  return { isCompilable, reachesDriftKeyword: (start) => !isFreeOfDrift(start) };
}

/** Whether a schema and all that it reaches pass a test. What has passed is not visited again, so the work is linear. */
function createReachTest(root: Json, test: (schema: Json | undefined) => boolean): (start: Pointer) => boolean {
  const passed = new Set<Pointer>();
  const failed = new Set<Pointer>();
  const visit = (start: Pointer): boolean => {
    const reached = new Set<Pointer>([start]);
    // Iteration over a set includes elements that are added meanwhile.
    for (const pointer of reached) {
      if (passed.has(pointer)) continue;
      const schema = valueAt(root, pointer);
      if (failed.has(pointer) || !test(schema)) return false;
      if (isObject(schema)) for (const next of listNextSchemas(pointer, schema)) reached.add(next);
    }
    for (const pointer of reached) passed.add(pointer);
    return true;
  };
  return (start) => {
    const passes = visit(start);
    if (!passes) failed.add(start);
    return passes;
  };
}

function listNextSchemas(pointer: Pointer, schema: JsonObject): Pointer[] {
  const target = typeof schema.$ref === "string" ? parsePointerFragment(schema.$ref.slice(1)) : undefined;
  const inner = listSubschemas(schema).map(({ keyword, token }) =>
    joinPointer(pointer, keyword, ...(token === undefined ? [] : [token])),
  );
  return target === undefined ? inner : [target, ...inner];
}

function hasCompilableKeywords(schema: Json | undefined): boolean {
  if (!isObject(schema)) return typeof schema === "boolean";
  return Object.keys(schema).every((keyword) => isCompilableKeyword(keyword, schema));
}

function isDriftSchema(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema["x-extensible-enum"] !== undefined;
}

/** Whether any schema below a value has a keyword that can cause drift in declared data of one direction. */
export function hasDriftKeyword(root: Json | undefined, direction: MessageDirection): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && (value[flag] === true || value["x-extensible-enum"] !== undefined)) return true;
    for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

function isCompilableKeyword(keyword: string, schema: JsonObject): boolean {
  const value = schema[keyword];
  if (isSupportedKeyword(keyword, value)) return true;
  if (keyword === "pattern") return typeof value === "string" && isCompilablePattern(value);
  if (keyword === "anyOf" || keyword === "oneOf")
    return Array.isArray(value) && value.length > 0 && value.every(isObject);
  return ["not", "if", "then", "else"].includes(keyword) && isObject(value);
}

function isCompilablePattern(pattern: string): boolean {
  try {
    compilePattern(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Whether objects may have any names with any values. Without declared names, no name is undeclared. */
export function hasOpenNames({ applicableSchemas, discriminators }: MergedSchema): boolean {
  const isOpen = ({ properties = {}, additionalProperties = true }: JsonObject): boolean =>
    isObject(properties) && Object.keys(properties).length === 0 && additionalProperties === true;
  return discriminators.length === 0 && applicableSchemas.every(({ schema }) => isOpen(schema));
}
