import { asArray, asObject, asString, isObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import { memoizeByObject } from "../../document/memoize.js";
import { getJsonTypeName } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import { type ApplicableSchema, hasAnyKeyword } from "./applicable-schema.js";

/** A limit and the location of its keyword. */
export type KeywordLimit = { readonly value: number; readonly at: Pointer };
type NumberLimit = KeywordLimit & { readonly exclusive: boolean };
type KeywordText = { readonly value: string; readonly at: Pointer };

/** The values of a type that has only the empty text, or null beside it. */
function listShortest(types: readonly string[] = []): readonly Json[] | undefined {
  const isText = types.includes("string") && types.every((it) => it === "string" || it === "null");
  return isText ? types.map((it) => (it === "null" ? null : "")) : undefined;
}

/** Merges the constraints of several schemas; the tightest limit applies. */
export const collectValueConstraints = memoizeByObject(
  (schemas: readonly ApplicableSchema[]): ValueConstraints => new ValueConstraints(schemas),
);

/** The combined constraints of all schemas that apply to one value. What few callers need is computed when it is read. */
export class ValueConstraints {
  /** The types that all schemas allow; undefined if none has `type`. */
  readonly types: readonly string[] | undefined;
  /** The values of `const` and `enum` that all schemas list, or the empty text if no other is allowed; undefined if none lists any. */
  readonly enumValues: readonly Json[] | undefined;
  readonly minimum: NumberLimit | undefined;
  readonly maximum: NumberLimit | undefined;
  readonly multiples: readonly KeywordLimit[];
  readonly minLength: KeywordLimit | undefined;
  readonly maxLength: KeywordLimit | undefined;
  readonly patterns: readonly KeywordText[];
  readonly formats: readonly KeywordText[];
  readonly minItems: KeywordLimit | undefined;
  readonly maxItems: KeywordLimit | undefined;
  readonly uniqueAt: Pointer | undefined;
  readonly minProperties: KeywordLimit | undefined;
  readonly maxProperties: KeywordLimit | undefined;
  readonly #schemas: readonly ApplicableSchema[];
  #required: ReadonlyMap<string, Pointer> | undefined;
  #propertyNames: readonly string[] | undefined;

  constructor(schemas: readonly ApplicableSchema[]) {
    this.#schemas = schemas;
    const typed = schemas.filter(hasType);
    const enumerating = schemas.filter(hasEnum);
    const values = enumerating.length === 0 ? undefined : enumerating.map(readEnum).reduce(intersectValues);
    const types = typed.length === 0 ? undefined : typed.map(readTypes).reduce(intersectTypes);
    // `nullable` documents null only if both the type and the enum allow it.
    const isNullable = types?.includes("null") !== false && values?.includes(null) !== false;
    this.types = isNullable ? types : types?.filter((it) => it !== "null");
    const limited = schemas.filter(hasLimit);
    this.minimum = findBound(limited, "minimum", "exclusiveMinimum");
    this.maximum = findBound(limited, "maximum", "exclusiveMaximum");
    this.multiples = readTyped(limited, "multipleOf");
    this.minLength = findTightest(readTyped(limited, "minLength"), 1);
    this.maxLength = findTightest(readTyped(limited, "maxLength"), -1);
    const listed = values ?? (this.maxLength?.value === 0 ? listShortest(this.types) : undefined);
    this.enumValues = isNullable ? listed : listed?.filter((it) => it !== null);
    this.patterns = readTyped<string>(limited, "pattern", "string");
    this.formats = readTyped<string>(limited, "format", "string");
    this.minItems = findTightest(readTyped(limited, "minItems"), 1);
    this.maxItems = findTightest(readTyped(limited, "maxItems"), -1);
    const unique = limited.find(({ schema }) => schema.uniqueItems === true);
    this.uniqueAt = unique === undefined ? undefined : joinPointer(unique.pointer, "uniqueItems");
    this.minProperties = findTightest(readTyped(limited, "minProperties"), 1);
    this.maxProperties = findTightest(readTyped(limited, "maxProperties"), -1);
  }

  get typeAt(): Pointer {
    return this.#locate(this.#schemas.find(hasType), "type");
  }

  get enumAt(): Pointer {
    const enumerating = this.#schemas.find(hasEnum);
    return this.#locate(enumerating, enumerating?.schema.const === undefined ? "enum" : "const");
  }

  get extensibleValues(): readonly Json[] {
    return asArray(this.#schemas.find(isExtensible)?.schema["x-extensible-enum"]);
  }

  get extensibleAt(): Pointer {
    return this.#locate(this.#schemas.find(isExtensible), "x-extensible-enum");
  }

  /** The keyword that forbids additional properties. */
  get closedAt(): Pointer | undefined {
    return CLOSING_KEYWORDS.flatMap((keyword) => this.#schemas.flatMap((schema) => findFalse(schema, keyword)))[0];
  }

  get required(): ReadonlyMap<string, Pointer> {
    this.#required ??= collectRequired(this.#schemas);
    return this.#required;
  }

  get propertyNames(): readonly string[] {
    this.#propertyNames ??= listNamedProperties(this.#schemas);
    return this.#propertyNames;
  }

  #locate(schema: ApplicableSchema | undefined, keyword: string): Pointer {
    return schema === undefined ? (this.#schemas[0]?.pointer ?? "") : joinPointer(schema.pointer, keyword);
  }
}

function hasType({ schema }: ApplicableSchema): boolean {
  return schema.type !== undefined;
}

function hasEnum({ schema }: ApplicableSchema): boolean {
  return schema.const !== undefined || Array.isArray(schema.enum);
}

function isExtensible({ schema }: ApplicableSchema): boolean {
  return Array.isArray(schema["x-extensible-enum"]);
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

const CLOSING_KEYWORDS = ["additionalProperties", "unevaluatedProperties"];

type ConstrainedSchema = {
  readonly constraints: ValueConstraints;
  readonly applicableSchemas: readonly ApplicableSchema[];
};

/** Infers the type from the other keywords if there is no `type`. */
export function inferConstraintTypes({ constraints, applicableSchemas }: ConstrainedSchema): readonly string[] {
  if (constraints.types !== undefined) return constraints.types;
  if (constraints.enumValues !== undefined) return [...new Set(constraints.enumValues.map(getJsonTypeName))];
  const has = (...keywords: string[]): boolean => hasAnyKeyword(applicableSchemas, keywords);
  if (has("properties", "additionalProperties", "required", "minProperties", "patternProperties")) return ["object"];
  if (has("items", "prefixItems", "minItems", "uniqueItems", "contains")) return ["array"];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return ["number"];
  return ["string", "object", "integer", "boolean"];
}

function findFalse({ pointer, schema }: ApplicableSchema, keyword: string): Pointer[] {
  return schema[keyword] === false ? [joinPointer(pointer, keyword)] : [];
}

function readTypes({ schema }: ApplicableSchema): readonly string[] {
  // A null that the schema does not document is no sample.
  const { type } = asObject(schema[NULL_ALLOWED]) ?? schema;
  return typeof type === "string" ? [type] : asArray(type).filter((it) => typeof it === "string");
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

function intersectValues(left: readonly Json[], right: readonly Json[]): readonly Json[] {
  const known = new Set(right.map((it) => serializeExactJson(it)));
  return left.filter((it) => known.has(serializeExactJson(it)));
}

const NOTHING: readonly never[] = [];

function readTyped<Value = number>(schemas: readonly ApplicableSchema[], keyword: string, type = "number") {
  if (schemas.length === 0) return NOTHING;
  const found: { readonly value: Value; readonly at: Pointer }[] = [];
  for (const { pointer, schema } of schemas) {
    // Samples and comparisons of ranges compute with the nearest double.
    const value = schema[keyword]?.valueOf();
    if (typeof value === type) found.push({ value: value as Value, at: joinPointer(pointer, keyword) });
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
): NumberLimit | undefined {
  if (schemas.length === 0) return undefined;
  const sign = inclusive === "minimum" ? 1 : -1;
  const [open, closed] = [readTyped(schemas, exclusive), readTyped(schemas, inclusive)];
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

/** The names in `properties` of these schemas. */
export function listNamedProperties(schemas: readonly ApplicableSchema[]): string[] {
  const names = schemas.flatMap(({ schema }) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
  return [...new Set(names)];
}
