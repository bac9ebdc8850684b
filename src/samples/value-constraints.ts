import { asArray, asString, isObject, type Json, joinPointer, type Pointer } from "../document/index.js";
import type { ApplicableSchema } from "../schema/analysis/applicable-schema.js";
import { includeIfDefined } from "./include-if-defined.js";
import { getJsonTypeName } from "./json-type.js";

/** A limit and the location of its keyword. */
export type KeywordLimit = { readonly value: number; readonly at: Pointer };
type KeywordText = { readonly value: string; readonly at: Pointer };

/** The combined constraints of all schemas that apply to one value. */
export type ValueConstraints = {
  /** The types that all schemas allow; undefined if none has `type`. */
  readonly types: readonly string[] | undefined;
  readonly typeAt: Pointer;
  /** The values of `const` and `enum` that all schemas list; undefined if none lists any. */
  readonly enumValues: readonly Json[] | undefined;
  readonly enumAt: Pointer;
  readonly extensibleValues: readonly Json[];
  readonly extensibleAt: Pointer;
  readonly minimum?: KeywordLimit & { readonly exclusive: boolean };
  readonly maximum?: KeywordLimit & { readonly exclusive: boolean };
  readonly multiples: readonly KeywordLimit[];
  readonly minLength?: KeywordLimit;
  readonly maxLength?: KeywordLimit;
  readonly patterns: readonly KeywordText[];
  readonly formats: readonly KeywordText[];
  readonly minItems?: KeywordLimit;
  readonly maxItems?: KeywordLimit;
  readonly uniqueAt?: Pointer;
  readonly minProperties?: KeywordLimit;
  readonly maxProperties?: KeywordLimit;
  readonly required: ReadonlyMap<string, Pointer>;
  /** The keyword that forbids additional properties. */
  readonly closedAt?: Pointer;
  readonly propertyNames: readonly string[];
};

const cache = new WeakMap<readonly ApplicableSchema[], ValueConstraints>();

/** Merges the constraints of several schemas; the tightest limit applies. */
export function collectValueConstraints(schemas: readonly ApplicableSchema[]): ValueConstraints {
  const constraints = cache.get(schemas) ?? mergeConstraints(schemas);
  cache.set(schemas, constraints);
  return constraints;
}

function mergeConstraints(schemas: readonly ApplicableSchema[]): ValueConstraints {
  const first = schemas[0]?.pointer ?? "";
  const typed = schemas.filter(({ schema }) => schema.type !== undefined);
  const enumerating = schemas.filter(({ schema }) => schema.const !== undefined || Array.isArray(schema.enum));
  const extensible = schemas.find(({ schema }) => Array.isArray(schema["x-extensible-enum"]));
  let required: ReadonlyMap<string, Pointer> | undefined;
  let propertyNames: readonly string[] | undefined;
  const closed = CLOSING_KEYWORDS.flatMap((keyword) => schemas.flatMap((schema) => findFalse(schema, keyword)))[0];
  return {
    types: typed.length === 0 ? undefined : typed.map(readTypes).reduce(intersectTypes),
    typeAt: typed[0] === undefined ? first : joinPointer(typed[0].pointer, "type"),
    enumValues: enumerating.length === 0 ? undefined : enumerating.map(readEnum).reduce(intersectValues),
    enumAt: enumerating[0] === undefined ? first : getEnumPointer(enumerating[0]),
    extensibleValues: asArray(extensible?.schema["x-extensible-enum"]),
    extensibleAt: extensible === undefined ? first : joinPointer(extensible.pointer, "x-extensible-enum"),
    ...includeIfDefined("closedAt", closed),
    ...mergeLimits(schemas),
    get required() {
      required ??= collectRequired(schemas);
      return required;
    },
    get propertyNames() {
      propertyNames ??= listPropertyNames(schemas);
      return propertyNames;
    },
  };
}

const LIMIT_KEYWORDS = new Set([
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "pattern", "format"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);

function hasLimit({ schema }: ApplicableSchema): boolean {
  for (const keyword in schema) if (LIMIT_KEYWORDS.has(keyword)) return true;
  return false;
}

const NO_LIMITS = { multiples: [], patterns: [], formats: [] };

function mergeLimits(all: readonly ApplicableSchema[]) {
  const schemas = all.filter(hasLimit);
  if (schemas.length === 0) return NO_LIMITS;
  const unique = schemas.find(({ schema }) => schema.uniqueItems === true);
  return {
    ...includeIfDefined("minimum", findBound(schemas, "minimum", "exclusiveMinimum")),
    ...includeIfDefined("maximum", findBound(schemas, "maximum", "exclusiveMaximum")),
    multiples: readLimits(schemas, "multipleOf"),
    ...includeIfDefined("minLength", findTightest(readLimits(schemas, "minLength"), 1)),
    ...includeIfDefined("maxLength", findTightest(readLimits(schemas, "maxLength"), -1)),
    patterns: readTexts(schemas, "pattern"),
    formats: readTexts(schemas, "format"),
    ...includeIfDefined("minItems", findTightest(readLimits(schemas, "minItems"), 1)),
    ...includeIfDefined("maxItems", findTightest(readLimits(schemas, "maxItems"), -1)),
    ...includeIfDefined("uniqueAt", unique === undefined ? undefined : joinPointer(unique.pointer, "uniqueItems")),
    ...includeIfDefined("minProperties", findTightest(readLimits(schemas, "minProperties"), 1)),
    ...includeIfDefined("maxProperties", findTightest(readLimits(schemas, "maxProperties"), -1)),
  };
}

const CLOSING_KEYWORDS = ["additionalProperties", "unevaluatedProperties"];

/** Infers the type from the other keywords if there is no `type`. */
export function inferConstraintTypes(
  constraints: ValueConstraints,
  schemas: readonly ApplicableSchema[],
): readonly string[] {
  if (constraints.types !== undefined) return constraints.types;
  if (constraints.enumValues !== undefined) return [...new Set(constraints.enumValues.map(getJsonTypeName))];
  const has = (...keywords: string[]): boolean =>
    schemas.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
  if (has("properties", "additionalProperties", "required", "minProperties", "patternProperties")) return ["object"];
  if (has("items", "prefixItems", "minItems", "uniqueItems", "contains")) return ["array"];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return ["number"];
  return ["string", "object", "integer", "boolean"];
}

function findFalse({ pointer, schema }: ApplicableSchema, keyword: string): Pointer[] {
  return schema[keyword] === false ? [joinPointer(pointer, keyword)] : [];
}

function readTypes({ schema }: ApplicableSchema): readonly string[] {
  return [schema.type].flat().flatMap((type) => asString(type as Json | undefined) ?? []);
}

/** `integer` is a subset of `number`. */
function intersectTypes(left: readonly string[], right: readonly string[]): readonly string[] {
  const both = left.filter((type) => right.includes(type) || (type === "integer" && right.includes("number")));
  const narrowed = right.includes("integer") && left.includes("number") && !both.includes("integer") ? ["integer"] : [];
  return [...both, ...narrowed];
}

function readEnum({ schema }: ApplicableSchema): readonly Json[] {
  return schema.const === undefined ? asArray(schema.enum) : [schema.const];
}

function getEnumPointer({ pointer, schema }: ApplicableSchema): Pointer {
  return joinPointer(pointer, schema.const === undefined ? "enum" : "const");
}

function intersectValues(left: readonly Json[], right: readonly Json[]): readonly Json[] {
  const known = new Set(right.map((it) => JSON.stringify(it)));
  return left.filter((it) => known.has(JSON.stringify(it)));
}

function readLimits(schemas: readonly ApplicableSchema[], keyword: string): readonly KeywordLimit[] {
  const found: KeywordLimit[] = [];
  for (const { pointer, schema } of schemas) {
    const value = schema[keyword];
    if (typeof value === "number") found.push({ value, at: joinPointer(pointer, keyword) });
  }
  return found;
}

function readTexts(schemas: readonly ApplicableSchema[], keyword: string): readonly KeywordText[] {
  const found: KeywordText[] = [];
  for (const { pointer, schema } of schemas) {
    const value = schema[keyword];
    if (typeof value === "string") found.push({ value, at: joinPointer(pointer, keyword) });
  }
  return found;
}

function findTightest<T extends KeywordLimit>(limits: readonly T[], sign: 1 | -1): T | undefined {
  return limits.reduce<T | undefined>(
    (best, limit) => (best === undefined || (limit.value - best.value) * sign > 0 ? limit : best),
    undefined,
  );
}

function findBound(
  schemas: readonly ApplicableSchema[],
  inclusive: string,
  exclusive: string,
): ValueConstraints["minimum"] {
  const sign = inclusive === "minimum" ? 1 : -1;
  const [open, closed] = [readLimits(schemas, exclusive), readLimits(schemas, inclusive)];
  return findTightest(
    // Of equal limits the first one is kept, and an exclusive limit is tighter.
    [...open.map((it) => ({ ...it, exclusive: true })), ...closed.map((it) => ({ ...it, exclusive: false }))],
    sign,
  );
}

function collectRequired(schemas: readonly ApplicableSchema[]): Map<string, Pointer> {
  const found = new Map<string, Pointer>();
  for (const { pointer, schema } of schemas)
    for (const name of asArray(schema.required)) {
      const key = asString(name);
      if (key !== undefined && !found.has(key)) found.set(key, joinPointer(pointer, "required"));
    }
  return found;
}

function listPropertyNames(schemas: readonly ApplicableSchema[]): string[] {
  const names = schemas.flatMap(({ schema }) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
  return [...new Set(names)];
}
