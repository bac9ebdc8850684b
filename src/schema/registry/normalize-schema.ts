import { getSubschemaPointer, listSubschemas, type Subschema } from "../../document/applicators.js";
import {
  asArray,
  asObject,
  getLocalReferenceTarget,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type OpenApiVersion,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { mapInnerSchemas, mapValues } from "../../document/structure.js";
import { isNumber } from "../../document/values/exact-number.js";

/** Added to a normalized `$dynamicRef` that may lead to several schemas: their pointers. */
export const DYNAMIC_TARGETS = "x-contract-dynamic-targets";

/** The pointer of a local reference; undefined for other references. */
export function getReferenceTarget(schema: JsonObject, keyword: "$ref" | "$dynamicRef" = "$ref"): Pointer | undefined {
  return getLocalReferenceTarget(schema[keyword]);
}

/** The schemas that a `$dynamicRef` may lead to. The dynamic scope of a value decides between several. */
export function listDynamicTargets(schema: JsonObject): Pointer[] {
  const several = asArray(schema[DYNAMIC_TARGETS]).map(String);
  const target = getReferenceTarget(schema, "$dynamicRef");
  return several.length > 0 || target === undefined ? several : [target];
}

export type LocatedSchema = { readonly pointer: Pointer; readonly schema: JsonObject };

/**
 * Yields each schema once that is reachable from the pointers through references and the subschemas that `follows` selects,
 * except through the pointers that `skips` selects.
 */
export function* walkSchemas(
  root: Json,
  from: readonly Pointer[],
  follows: (inner: Subschema) => boolean,
  skips: (pointer: Pointer) => boolean = () => false,
): Iterable<LocatedSchema> {
  const reached = new Set(from);
  // Iteration over a set includes elements that are added meanwhile.
  for (const pointer of reached) {
    const schema = skips(pointer) ? undefined : valueAt(root, pointer);
    if (!isObject(schema)) continue;
    yield { pointer, schema };
    const target = getReferenceTarget(schema);
    if (target !== undefined) reached.add(target);
    for (const dynamic of listDynamicTargets(schema)) reached.add(dynamic);
    for (const inner of listSubschemas(schema)) if (follows(inner)) reached.add(getSubschemaPointer(pointer, inner));
  }
}

/** The keywords that a schema may use, by its `$schema`. */
export type Dialect = ReturnType<typeof createVocabularyDialect>;

const VALIDATION = new Set(
  [
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern",
    "maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
  ].flatMap((keywords) => keywords.split(" ")),
);
const UNEVALUATED = new Set(["unevaluatedItems", "unevaluatedProperties"]);
const APPLICATOR = new Set(
  `prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then
  else allOf anyOf oneOf not`.split(/\s+/),
);

/** Keywords that 2019-09 and 2020-12 introduced and that earlier drafts ignore. */
const SINCE_2019 = new Set([
  "dependentRequired",
  "dependentSchemas",
  "minContains",
  "maxContains",
  "$anchor",
  ...UNEVALUATED,
]);

export const DRAFT_2020_12: Dialect = { draft: "2020-12", supports: () => true };
const DRAFT_2019_09: Dialect = { draft: "2019-09", supports: (keyword) => keyword !== "prefixItems" };

const EARLIER_DRAFT = /^https?:\/\/json-schema\.org\/draft-0([467])\/(?:hyper-)?schema$/;

/** Dialects with the same validation keywords as 2020-12. */
const EQUIVALENT_DIALECTS = new Set([
  "https://json-schema.org/draft/2020-12/schema",
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://spec.openapis.org/oas/3.1/dialect/2024-10-25",
  "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
  "https://spec.openapis.org/oas/3.2/dialect/base",
  "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
]);

/**
 * Finds the dialect that a `$schema` names; undefined if it is unknown.
 *
 * @param lookUp returns the schema at a URI, for dialects that the spec itself defines.
 */
export function findDialect(uri: string, lookUp: (uri: string) => Json | undefined): Dialect | undefined {
  const name = uri.replace(/#$/, "");
  if (EQUIVALENT_DIALECTS.has(name)) return DRAFT_2020_12;
  if (name === "https://json-schema.org/draft/2019-09/schema") return DRAFT_2019_09;
  const draft = EARLIER_DRAFT.exec(name)?.[1] as "4" | "6" | "7" | undefined;
  if (draft !== undefined)
    return { draft, supports: (keyword) => keyword !== "prefixItems" && !SINCE_2019.has(keyword) };
  const meta = asObject(lookUp(name));
  if (meta === undefined) return undefined;
  const vocabularies = asObject(meta.$vocabulary);
  return vocabularies === undefined ? DRAFT_2020_12 : createVocabularyDialect(Object.keys(vocabularies));
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2 */
function createVocabularyDialect(uris: readonly string[]) {
  const names = new Set(uris.map((uri) => /\/draft\/2020-12\/vocab\/([a-z-]+)$/.exec(uri)?.[1]));
  const missing: readonly ReadonlySet<string>[] = [
    ...(names.has("validation") ? [] : [VALIDATION]),
    ...(names.has("applicator") ? [] : [APPLICATOR]),
    ...(names.has("unevaluated") ? [] : [UNEVALUATED]),
  ];
  return {
    draft: "2020-12",
    /** Whether the vocabularies of the dialect define a keyword; other keywords are annotations. */
    supports: (keyword: string) => !missing.some((keywords) => keywords.has(keyword)),
  };
}

/**
 * Added to a normalized schema with `nullable: true` whose other keywords can reject null. Many specs mean that null is valid
 * there, so null is accepted; it is drift unless the schema in this keyword accepts it, which is the rule of OpenAPI.
 *
 * @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-20
 */
export const NULL_ALLOWED = "x-contract-null-allowed";

export type NormalizationContext = {
  readonly version: OpenApiVersion;
  /** Replacements of references, by the pointer of the keyword. */
  readonly references: ReadonlyMap<Pointer, string>;
  /** The pointers that a `$dynamicRef` may lead to, by the pointer of the keyword. */
  readonly listDynamicTargets: (keyword: Pointer) => readonly Pointer[];
  readonly addTrait: (trait: SchemaTrait) => void;
};

/** A feature that some schema of the spec uses, and that most specs do not. */
export type SchemaTrait = "one-sided properties" | "unevaluated";

/**
 * Converts a schema to JSON Schema 2020-12. Replaces `nullable` and the boolean bounds of OpenAPI 3.0, and turns references
 * by `$id` or anchor into pointers.
 *
 * Structure and pointers do not change, and schemas without such keywords stay the same objects. Keywords of OpenAPI 3.0 in
 * a later file are converted too.
 */
export function normalizeSchema(original: Json, pointer: Pointer, context: NormalizationContext): Json {
  if (!isObject(original)) return original;
  const schema = dropIgnoredKeywords(original, context.version);
  const inner = mapInnerSchemas(schema, "schema", (item, at) => normalizeSchema(item, at, context), pointer);
  const resolve = (value: Json, keyword: string): Json =>
    /^\$(ref|dynamicRef)$/.test(keyword) ? (context.references.get(joinPointer(pointer, keyword)) ?? value) : value;
  const local = context.references.size > 0 ? mapValues(inner, resolve) : inner;
  const targets =
    schema.$dynamicRef === undefined ? [] : context.listDynamicTargets(joinPointer(pointer, "$dynamicRef"));
  const resolved = (
    targets.length > 1 ? { ...(local as JsonObject), [DYNAMIC_TARGETS]: targets } : local
  ) as JsonObject;
  return normalizeKeywords(resolved, context);
}

/** Drops list and map keywords without a value, and the keywords beside `$ref` that OpenAPI 3.0 ignores. */
function dropIgnoredKeywords(schema: JsonObject, version: NormalizationContext["version"]): JsonObject {
  const isReference = version === "3.0" && typeof schema.$ref === "string";
  const isIgnored = ([keyword, value]: [string, Json]): boolean =>
    (value === null && CONTAINER_KEYWORDS.has(keyword)) ||
    (isReference && !ALLOWED_WITH_REFERENCE.has(keyword) && !keyword.startsWith("x-"));
  const entries = Object.entries(schema);
  return entries.some(isIgnored) ? Object.fromEntries(entries.filter((entry) => !isIgnored(entry))) : schema;
}

const CONTAINER_KEYWORDS = new Set(
  "properties patternProperties dependentSchemas $defs allOf anyOf oneOf prefixItems required".split(" "),
);

/** Keywords that stay beside a reference, because they reject no value that the referenced schema accepts. */
const ALLOWED_WITH_REFERENCE = new Set(
  "$ref nullable readOnly writeOnly deprecated title description default example examples".split(" "),
);

function normalizeKeywords(schema: JsonObject, { version, addTrait }: NormalizationContext): JsonObject {
  if (schema.readOnly === true || schema.writeOnly === true) addTrait("one-sided properties");
  if (schema.unevaluatedProperties !== undefined) addTrait("unevaluated");
  const nullable = schema.nullable !== undefined;
  const bounds = BOUNDS.filter(([exclusive]) => typeof schema[exclusive] === "boolean");
  const required = typeof schema.required === "boolean";
  const unquoted = findUnquotedValues(schema);
  if (!nullable && bounds.length === 0 && !required && unquoted.length === 0) return schema;
  const result: Record<string, Json> = { ...schema };
  if (unquoted.length > 0) result.enum = [...new Set([...asArray(schema.enum), ...unquoted.map(String)])];
  if (nullable) normalizeNullable(result, version);
  for (const [exclusive, bound] of bounds) normalizeBound(result, exclusive, bound);
  if (required) delete result.required;
  return result;
}

/** The numbers and booleans in an enum of strings, which YAML produces for values without quotes. */
function findUnquotedValues({ type, enum: listed }: JsonObject): Json[] {
  if (!Array.isArray(listed) || ![type].flat().includes("string")) return [];
  const other = [type].flat().filter((name) => name !== "string" && name !== "null");
  return other.length > 0 ? [] : listed.filter((it: Json) => isNumber(it) || typeof it === "boolean");
}

/** Whether a schema as written accepts null by `nullable`, with or without an effect in OpenAPI. */
export function isNullable(schema: JsonObject): boolean {
  return schema.nullable === true;
}

/** Keywords that can reject null although the schema is `nullable`. */
export const NULL_CONSTRAINING_KEYWORDS = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const", "enum"];

function normalizeNullable(schema: Record<string, Json>, version: OpenApiVersion): void {
  const allowed = isNullable(schema);
  delete schema.nullable;
  if (!allowed) return;
  const documented = { ...schema };
  if (schema.type !== undefined) schema.type = [...new Set([...[schema.type].flat(), "null"])] as Json[];
  // Since 3.1, `nullable` is no keyword.
  if (version === "3.0" && schema.type !== undefined) documented.type = schema.type;
  const canReject = (keyword: string): boolean =>
    schema[keyword] !== undefined && !(keyword === "enum" && asArray(schema.enum).includes(null));
  const hasOtherType = documented.type !== undefined && ![documented.type].flat().includes("null");
  if (hasOtherType || NULL_CONSTRAINING_KEYWORDS.some(canReject)) schema[NULL_ALLOWED] = documented;
}

/**
 * The edit after which a schema with `nullable` documents null since OpenAPI 3.1, where `nullable` is no keyword. Where other
 * keywords than `type` and `enum` may reject null, only a further branch allows it.
 */
export function describeNullEdit(schema: JsonObject): string {
  if (!isNullable(schema)) return "remove it";
  const [types, values] = [[schema.type ?? []].flat(), schema.enum];
  const listed = ["type", ...NULL_CONSTRAINING_KEYWORDS].filter((keyword) => schema[keyword] !== undefined);
  if (listed.some((keyword) => keyword !== "type" && keyword !== "enum"))
    return `write anyOf: [{ ${listed.join(", ")} }, { type: "null" }] instead`;
  const edits = [
    types.length > 0 && !types.includes("null") ? `write type: [${types.join(", ")}, "null"] instead` : "",
    Array.isArray(values) && !values.includes(null) ? 'add null to "enum"' : "",
  ];
  return edits.filter((it) => it !== "").join(" and ") || "remove it";
}

const BOUNDS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

function normalizeBound(schema: Record<string, Json>, exclusive: string, bound: string): void {
  const limit = schema[bound];
  const strict = schema[exclusive] === true;
  delete schema[exclusive];
  if (strict && isNumber(limit)) {
    schema[exclusive] = limit;
    delete schema[bound];
  }
}
