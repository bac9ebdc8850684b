import { asArray, isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { compilePattern } from "../pattern/compile-pattern.js";
import { mapItems, mapValues } from "./map-schemas.js";
import type { SchemaDiagnostic } from "./schema-diagnostic.js";
import { getSubschemaApplication, getSubschemaContainer } from "./subschemas.js";

/** Set by lowering on a schema that a null satisfies whatever else it says. */
export const NULL_ALLOWED = "x-contract-null-allowed";

export type NormalizationContext = {
  readonly version: "3.0" | "3.1";
  /** The references that are to be said otherwise, by pointer. */
  readonly references: ReadonlyMap<Pointer, string>;
  readonly addDiagnostic: (remark: SchemaDiagnostic) => void;
  readonly addTrait: (trait: SchemaTrait) => void;
};

/** What some schema of a description has, and most descriptions do without. */
export type SchemaTrait = "one-sided properties" | "unevaluated";

/**
 * A schema with what JSON Schema 2020-12 does not know said in its words: `nullable` and boolean bounds of OpenAPI 3.0,
 * references by `$id` and anchor as pointers.
 *
 * Shape and pointers stay as they are, and schemas without such a word are the same objects as before. Files that say 3.1
 * and still use the words of 3.0 are read as they were meant.
 */
export function normalizeSchema(found: Json, pointer: Pointer, lowering: NormalizationContext): Json {
  if (!isObject(found)) return found;
  const schema = dropIgnoredKeywords(found, lowering.version);
  const inner = mapValues(schema, (value, keyword) => {
    if ((keyword === "$ref" || keyword === "$dynamicRef") && lowering.references.size > 0)
      return lowering.references.get(joinPointer(pointer, keyword)) ?? value;
    if (getSubschemaApplication(keyword) === undefined) return value;
    const at = joinPointer(pointer, keyword);
    const lowered = (item: Json, token: string | number): Json =>
      normalizeSchema(item, joinPointer(at, token), lowering);
    if (Array.isArray(value)) return mapItems(value, lowered);
    return getSubschemaContainer(keyword) === "map" ? mapValues(value, lowered) : normalizeSchema(value, at, lowering);
  });
  return normalizeKeywords(inner as JsonObject, pointer, lowering);
}

/** Lists and maps of which only the name was written, and what OpenAPI 3.0 says to ignore beside a reference. */
function dropIgnoredKeywords(schema: JsonObject, version: NormalizationContext["version"]): JsonObject {
  const isBeside = version === "3.0" && typeof schema.$ref === "string";
  const isVoid = ([keyword, value]: [string, Json]): boolean =>
    (value === null && CONTAINER_KEYWORDS.has(keyword)) ||
    (isBeside && !ALLOWED_BESIDE_REFERENCE.has(keyword) && !keyword.startsWith("x-"));
  const entries = Object.entries(schema);
  return entries.some(isVoid) ? Object.fromEntries(entries.filter((entry) => !isVoid(entry))) : schema;
}

const CONTAINER_KEYWORDS = new Set(
  "properties patternProperties dependentSchemas $defs allOf anyOf oneOf prefixItems required".split(" "),
);

/** What stands there as if it counted makes no value invalid that fits what is referred to. */
const ALLOWED_BESIDE_REFERENCE = new Set(
  "$ref nullable readOnly writeOnly deprecated title description default example examples".split(" "),
);

function normalizeKeywords(
  schema: JsonObject,
  pointer: Pointer,
  { version, addDiagnostic, addTrait }: NormalizationContext,
): JsonObject {
  if (schema.readOnly === true || schema.writeOnly === true) addTrait("one-sided properties");
  if (schema.unevaluatedProperties !== undefined) addTrait("unevaluated");
  const say = (keyword: string, message: string): void =>
    addDiagnostic({ pointer: joinPointer(pointer, keyword), message });
  if (typeof schema.pattern === "string") diagnosePattern(schema.pattern, (message) => say("pattern", message));
  if (Array.isArray(schema.enum) && schema.enum.length === 0) say("enum", "lists nothing, so no value can fit");
  const nullable = schema.nullable !== undefined;
  const bounds = BOUNDS.filter(([exclusive]) => typeof schema[exclusive] === "boolean");
  const required = typeof schema.required === "boolean";
  const unquoted = findUnquotedValues(schema);
  if (!nullable && bounds.length === 0 && !required && unquoted.length === 0) return schema;
  const result: Record<string, Json> = { ...schema };
  if (unquoted.length > 0) {
    say(
      "enum",
      `lists ${JSON.stringify(unquoted[0])}, which is no text; ${JSON.stringify(String(unquoted[0]))} is taken for it too`,
    );
    result.enum = [...new Set([...asArray(schema.enum), ...unquoted.map(String)])];
  }
  if (nullable) {
    if (version === "3.1") say("nullable", "is a word of OpenAPI 3.0; in 3.1 null is one of the types");
    normalizeNullable(result);
  }
  for (const [exclusive, bound] of bounds) {
    if (version === "3.1") say(exclusive, "is a boolean, as in OpenAPI 3.0; in 3.1 it is the bound itself");
    normalizeBound(result, exclusive, bound);
  }
  if (required) {
    say("required", "is a boolean; it lists the names of required properties, in the schema that has them");
    delete result.required;
  }
  return result;
}

/** What an enumeration of texts lists as numbers and truth values, as YAML reads them without quotes. */
function findUnquotedValues({ type, enum: listed }: JsonObject): Json[] {
  if (!Array.isArray(listed) || ![type].flat().includes("string")) return [];
  const other = [type].flat().filter((name) => name !== "string" && name !== "null");
  return other.length > 0 ? [] : listed.filter((it) => typeof it === "number" || typeof it === "boolean");
}

/** Keywords that a null could fail although the schema says `nullable`. */
export const NULL_CONSTRAINING_KEYWORDS = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"];

function normalizeNullable(schema: Record<string, Json>): void {
  const allowed = schema.nullable === true;
  delete schema.nullable;
  if (!allowed) return;
  if (schema.type !== undefined) schema.type = [...new Set([...[schema.type].flat(), "null"])] as Json[];
  if (Array.isArray(schema.enum)) schema.enum = [...new Set([...asArray(schema.enum), null])];
  if (NULL_CONSTRAINING_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) schema[NULL_ALLOWED] = true;
}

const BOUNDS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

function normalizeBound(schema: Record<string, Json>, exclusive: string, bound: string): void {
  const limit = schema[bound];
  const strict = schema[exclusive] === true;
  delete schema[exclusive];
  if (strict && typeof limit === "number") {
    schema[exclusive] = limit;
    delete schema[bound];
  }
}

function diagnosePattern(pattern: string, say: (message: string) => void): void {
  const read = tryCompile(() => compilePattern(pattern, "u") as RegExp);
  const written = (flags: string): RegExp | undefined => tryCompile(() => new RegExp(pattern, flags));
  if (read === undefined) say("is no regular expression of ECMA-262");
  else if (read.source !== (written("u") ?? written(""))?.source)
    say(`is no regular expression of ECMA-262, and is read as ${String(read)}`);
  else if (!read.unicode) say("is a regular expression only without Unicode's rules, and is read so");
}

function tryCompile(compile: () => RegExp): RegExp | undefined {
  try {
    return compile();
  } catch {
    return undefined;
  }
}
