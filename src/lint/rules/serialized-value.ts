import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../document/index.js";
import type { LintContext, SpecObject } from "../rule.js";
import type { TextReading } from "../text-reading.js";
import { getKey, getPointer } from "../walk-document.js";

type SerializedExample = {
  readonly example: JsonObject | undefined;
  /** Returns why a value is invalid for the schemas of the object. */
  readonly checkData: (object: SpecObject, lint: LintContext, value: Json) => string | undefined;
};

/** A serialized value has to be valid for the schema, and the same as the data value. */
export function checkSerializedValue(
  object: SpecObject,
  lint: LintContext,
  { example, checkData }: SerializedExample,
): string | undefined {
  const { serializedValue: text, dataValue } = example ?? {};
  if (typeof text !== "string") return undefined;
  const reading = readSerializedValue(object, lint, text);
  if (reading === undefined) return undefined;
  if (reading.kind === "malformed") return `the serialized value ${reading.reason}`;
  const normalize = isJsonMedia(object) ? (it: Json): unknown => it : normalizeText;
  if (dataValue !== undefined && !isDeepStrictEqual(normalize(reading.value), normalize(dataValue)))
    return "the serialized value is not the same as the data value";
  const reason = checkData(object, lint, reading.value);
  return reason === undefined ? undefined : `the serialized value does not match its schema: ${reason}`;
}

function readSerializedValue(object: SpecObject, lint: LintContext, text: string): TextReading | undefined {
  const { kind, value } = object;
  const pointer = getPointer(object);
  if (kind === "header") return lint.readField?.({ pointer, location: "header", name: getKey(object), text });
  if (kind === "parameter")
    return lint.readField?.({ pointer, location: String(value.in), name: String(value.name), text });
  const essence = getEssence(object);
  if (!/[/+]json$/.test(essence)) return lint.readText?.(pointer, essence, value.itemSchema !== undefined, text);
  const parsed = tryParseJson(text);
  return parsed === undefined ? { kind: "malformed", reason: "is not valid JSON" } : { kind: "value", value: parsed };
}

function getEssence(object: SpecObject): string {
  return getKey(object).replace(/;.*$/s, "").trim().toLowerCase();
}

/** Items of JSON have types too. */
function isJsonMedia(object: SpecObject): boolean {
  return object.kind === "mediaType" && !/x-www-form-urlencoded|[/+]xml$/.test(getEssence(object));
}

/**
 * Other texts do not state the type of a value that the schema leaves open, so that numbers and booleans are replaced by their texts.
 * They have no form for null and an empty list either.
 */
function normalizeText(value: Json): unknown {
  const isEmpty = (it: unknown): boolean => it === null || (Array.isArray(it) && it.length === 0);
  const normalizeMember = (_: string, it: unknown): unknown => {
    if (typeof it !== "object") return String(it);
    if (it === null || Array.isArray(it)) return it;
    return Object.fromEntries(Object.entries(it).filter(([, inner]) => !isEmpty(inner)));
  };
  return JSON.parse(JSON.stringify(value, normalizeMember));
}

export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
