import { isDeepStrictEqual } from "node:util";
import { asArray, asObject, isJsonType, type Json, type JsonObject, tryParseJson } from "../../document/index.js";
import { getEssence } from "../../document/json.js";
import { getJsonTypeName, isNumber } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { isNullable } from "../../schema/registry/normalize-schema.js";
import type { LintContext, LintRules, RuleMatch, SpecObject } from "../rule.js";
import { hasType } from "../schema-keywords.js";
import type { TextReading } from "../value-validator.js";
import { getKey, getPointer } from "../walk-document.js";

/** Rules that validate examples and defaults against their schemas. */
export const VALUE_RULES = {
  "spec.default.invalid": {
    level: "warn",
    title: "A default does not match its own schema.",
    fix: "Change the default to a value that its schema accepts, or change the keyword that rejects it.",
    objectKinds: ["schema"],
    fields: ["default"],
    *find(object, lint) {
      const { value: schema } = object;
      const value = schema.default ?? null;
      if (value === null && isNullable(schema)) return;
      const plain = checkTypeAndEnum(value, schema);
      const reason = plain ?? lint.validateValue?.(getPointer(object), ["request", "response"], value);
      if (reason !== undefined) yield { message: `the default does not match its schema: ${reason}` };
    },
  },
  "spec.example.invalid": {
    level: "warn",
    title: "An example does not match its schema.",
    fix: "Change the example to a value that its schema accepts, or change the keyword that rejects it. Only contract lint and --strict-spec check examples.",
    objectKinds: ["schema", "parameter", "header", "mediaType"],
    fields: ["example", "examples"],
    *find(object, lint, field) {
      if (lint.validateValue === undefined) return;
      if (object.kind === "schema") yield* checkSchemaExamples(object, lint, field);
      else if (["schema", "itemSchema", "content"].some((it) => object.value[it] !== undefined))
        yield* checkNamedExamples(object, lint, field);
    },
  },
} satisfies LintRules;

/** Checks what needs no schema validator. */
function checkTypeAndEnum(value: Json, schema: SpecObject["value"]): string | undefined {
  if (!hasType(value, schema.type))
    return `expected ${[schema.type].flat().join(" or ")}, got ${getJsonTypeName(value)}`;
  const listed = asArray(schema.enum);
  if (typeof value !== "string" || listed.length === 0 || listed.includes(value)) return undefined;
  return `expected one of ${listed.map((it) => serializeExactJson(it)).join(", ")}`;
}

function* checkSchemaExamples(object: SpecObject, lint: LintContext, field: string): Iterable<RuleMatch> {
  const content = object.value[field] ?? null;
  const values: (readonly [(string | number)[], Json])[] =
    field === "example" ? [[["example"], content]] : asArray(content).map((it, index) => [["examples", index], it]);
  for (const [at, value] of values) {
    const reason = lint.validateValue?.(getPointer(object), ["request", "response"], value);
    if (reason !== undefined) yield { message: `the example does not match its schema: ${reason}`, at };
  }
}

function* checkNamedExamples(object: SpecObject, lint: LintContext, field: string): Iterable<RuleMatch> {
  const content = object.value[field] ?? null;
  const check = function* (value: Json, at: string[], isData = false): Iterable<RuleMatch> {
    const reason = checkExample(object, lint, { value, isData });
    if (reason !== undefined) yield { message: `the example does not match its schema: ${reason}`, at };
  };
  if (field === "example") return yield* check(content, ["example"]);
  for (const [name, item] of Object.entries(asObject(content) ?? {})) {
    const example = lint.resolveReference(item);
    const isOwn = asObject(item)?.$ref === undefined;
    const locate = (key: string): string[] => (isOwn ? ["examples", name, key] : ["examples", name]);
    for (const key of ["value", "dataValue"]) {
      const value = example?.[key];
      if (value !== undefined) yield* check(value, locate(key), key === "dataValue");
    }
    const reason = checkSerializedValue(object, lint, example ?? {});
    if (reason !== undefined) yield { message: reason, at: locate("serializedValue") };
  }
}

/** Validates an example. A string can be an example of non-JSON content, or serialized JSON. */
function checkExample(
  object: SpecObject,
  lint: LintContext,
  { value, isData }: { readonly value: Json; readonly isData: boolean },
): string | undefined {
  const isMedia = object.kind === "mediaType" && !isData;
  // Only data values of content are not serialized.
  if (object.value.content !== undefined && !isData) return undefined;
  if (isMedia && typeof value === "string" && !isJsonType(getKey(object))) return checkText(object, lint, value);
  const reason = checkData(object, lint, value);
  if (reason === undefined || !isMedia || typeof value !== "string") return reason;
  // Many specs write objects and lists as the text of the body. A scalar in quotes is a string.
  const parsed = tryParseJson(value);
  return typeof parsed === "object" && parsed !== null ? checkData(object, lint, parsed) : reason;
}

/** Validates the text of a form or of XML. Other texts have no form that schemas describe. */
function checkText(object: SpecObject, lint: LintContext, text: string): string | undefined {
  const essence = getEssence(getKey(object));
  if (!/x-www-form-urlencoded|[/+]xml$/.test(essence) || object.value.schema === undefined) return undefined;
  const reading = lint.readText?.(getPointer(object), essence, false, text);
  if (reading?.kind === "malformed") return reading.reason;
  return reading === undefined ? undefined : checkData(object, lint, reading.value);
}

/** Validates a value against the schema, and the items of a list against the `itemSchema`. */
function checkData(object: SpecObject, lint: LintContext, value: Json): string | undefined {
  const sides = object.kind === "mediaType" ? getDirections(object) : (["request", "response"] as const);
  const [range = "", content] = Object.entries(asObject(object.value.content) ?? {})[0] ?? [];
  const holder = content === undefined ? object.value : (asObject(content) ?? {});
  const path = content === undefined ? [] : ["content", range];
  const check = (field: string, it: Json): string | undefined =>
    holder[field] === undefined ? undefined : lint.validateValue?.(getPointer(object, ...path, field), sides, it);
  const items = holder.itemSchema === undefined ? [] : asArray(value);
  const reasons = items.map((item, index): [number, string | undefined] => [index, check("itemSchema", item)]);
  const [index, reason] = reasons.find(([, it]) => it !== undefined) ?? [];
  return check("schema", value) ?? (reason === undefined ? undefined : `item ${index}: ${reason}`);
}

function getDirections({ parent }: SpecObject): readonly ("request" | "response")[] {
  if (parent?.kind === "requestBody") return ["request"];
  return parent?.kind === "response" ? ["response"] : ["request", "response"];
}

/** A serialized value has to be valid for the schema, and the same as the data value. */
function checkSerializedValue(
  object: SpecObject,
  lint: LintContext,
  { serializedValue: text, dataValue }: JsonObject,
): string | undefined {
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
  const essence = getEssence(getKey(object));
  if (!isJsonType(essence)) return lint.readText?.(pointer, essence, value.itemSchema !== undefined, text);
  const parsed = tryParseJson(text);
  return parsed === undefined ? { kind: "malformed", reason: "is not valid JSON" } : { kind: "value", value: parsed };
}

/** Items of JSON have types too. */
function isJsonMedia(object: SpecObject): boolean {
  return object.kind === "mediaType" && !/x-www-form-urlencoded|[/+]xml$/.test(getEssence(getKey(object)));
}

/**
 * Other texts do not state the type of a value that the schema leaves open, so that numbers and booleans are replaced by their texts.
 * They have no form for null and an empty list either.
 */
function normalizeText(value: Json): unknown {
  const isEmpty = (it: unknown): boolean => it === null || (Array.isArray(it) && it.length === 0);
  const normalizeMember = (_: string, it: unknown): unknown => {
    if (typeof it !== "object" || isNumber(it)) return String(it);
    if (it === null || Array.isArray(it)) return it;
    return Object.fromEntries(Object.entries(it).filter(([, inner]) => !isEmpty(inner)));
  };
  return JSON.parse(JSON.stringify(value, normalizeMember));
}
