import { isMap, isScalar, isSeq, type Node } from "yaml";
import {
  asArray,
  isObject,
  type Json,
  type JsonObject,
  lastToken,
  type Pointer,
  parentPointer,
} from "../document/index.js";
import { findCollection, planAddition, type ValueEdit } from "./insert-addition.js";

/** A finding of lint, and the value of the file that it is about. */
export type FixableFinding = {
  readonly code: string;
  /** The version of OpenAPI that the spec states. */
  readonly version: string;
  /** The place in the file. */
  readonly at: Pointer;
  readonly valueAt: (pointer: Pointer) => Json | undefined;
};

/**
 * Plans the edit of the text of a spec after which a finding of lint disappears. Returns undefined if the finding has several
 * fixes.
 */
export function planFix(text: string, { code, version, at, valueAt }: FixableFinding): ValueEdit | undefined {
  const parent = parentPointer(at);
  if (code === "spec.schema.enum-repeated")
    return hasParallelList(valueAt(parentPointer(parent))) ? undefined : removeItem(text, at);
  const schema = valueAt(parent);
  if (!isObject(schema) || !version.startsWith("3.0.")) return undefined;
  if (code === "spec.reference.siblings-ignored") return moveReference(text, parent, schema);
  if (code !== "spec.schema.nullable-ignored" || lastToken(at) !== "nullable") return undefined;
  if (asArray(schema.enum).length > 0 && !asArray(schema.enum).includes(null))
    return planAddition(text, `${parent}/enum`, { value: null });
  const types = schema.type === undefined ? listPossibleTypes(schema) : [];
  return types.length === 1 ? planAddition(text, parent, { key: "type", value: types[0] ?? "" }) : undefined;
}

/** Whether a list such as `x-enum-varnames` has a name or a text for each item of the enum. */
function hasParallelList(schema: Json = {}): boolean {
  return Object.entries(schema ?? {}).some(([name, list]) => /^x-enum/i.test(name) && Array.isArray(list));
}

/** Removes an item that is not the first, with the comma before it or with its whole lines. */
function removeItem(text: string, pointer: Pointer): ValueEdit | undefined {
  const list = findCollection(text, parentPointer(pointer));
  const index = Number(lastToken(pointer));
  if (!isSeq(list)) return undefined;
  const [before, item] = [list.items[index - 1] as Node | undefined, list.items[index] as Node | undefined];
  const end = item?.range?.[1];
  if (before?.range?.[1] === undefined || end === undefined) return undefined;
  const at = parentPointer(pointer);
  const change = (items: Json): Json => asArray(items).filter((_, position) => position !== index);
  if (list.flow === true) return { start: before.range[1], end, text: "", at, change };
  const lineEnd = text.indexOf("\n", end - 1);
  const start = text.lastIndexOf("\n", item?.range?.[0]) + 1;
  return { start, end: lineEnd === -1 ? text.length : lineEnd + 1, text: "", at, change };
}

/** The fields that say something beside a reference and reject no value. */
const ANNOTATIONS =
  /^(\$ref|title|description|summary|default|example|deprecated|readOnly|writeOnly|externalDocs|x-.*)$/;

/** Moves a reference to a schema into `allOf`, so that the annotations beside it have an effect. */
function moveReference(text: string, at: Pointer, schema: JsonObject): ValueEdit | undefined {
  const { $ref: target } = schema;
  if (typeof target !== "string" || !/\/(schemas|definitions)\//.test(target)) return undefined;
  if (!Object.keys(schema).every((name) => ANNOTATIONS.test(name))) return undefined;
  const holder = findCollection(text, at);
  const pair = isMap(holder) ? holder.items.find(({ key }) => isScalar(key) && key.value === "$ref") : undefined;
  const [start, end] = [(pair?.key as Node | undefined)?.range?.[0], (pair?.value as Node | undefined)?.range?.[1]];
  if (start === undefined || end === undefined) return undefined;
  const name = text[start] === '"' ? '"allOf"' : "allOf";
  const change = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value as JsonObject).map((it) => (it[0] === "$ref" ? ["allOf", [{ $ref: target }]] : it)),
    );
  return { start, end, text: `${name}: [{ ${text.slice(start, end)} }]`, at, change };
}

const KEYWORDS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "multipleOf"],
};

/** Lists the types that the keywords of a schema are about. */
function listPossibleTypes(schema: JsonObject): readonly string[] {
  const byKeyword = Object.entries(KEYWORDS_OF_TYPES).flatMap(([type, keywords]) =>
    keywords.some((it) => schema[it] !== undefined) ? [type] : [],
  );
  const values = asArray(schema.enum).filter((it) => it !== null);
  const isText = values.length > 0 && values.every((it) => typeof it === "string");
  return [...new Set([...byKeyword, ...(isText ? ["string"] : [])])];
}
