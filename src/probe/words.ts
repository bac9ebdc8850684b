import { asArray, asString, isObject, type Json, joinPointer, type Pointer } from "../document/index.js";
import type { Shape } from "../schema/shape.js";
import { jsonType } from "./json-types.js";
import { optional } from "./optional.js";

/** A limit, and where the contract sets it. */
export type Limit = { readonly value: number; readonly at: Pointer };
type Text = { readonly value: string; readonly at: Pointer };

/** What schemas that apply to one value ask of it together. */
export type Words = {
  /** The types that all of them allow; undefined when none speaks of types. */
  readonly types: readonly string[] | undefined;
  readonly typeAt: Pointer;
  /** The values of `const` and `enum` that all of them list; undefined when none lists any. */
  readonly listed: readonly Json[] | undefined;
  readonly listedAt: Pointer;
  readonly extensible: readonly Json[];
  readonly extensibleAt: Pointer;
  readonly minimum?: Limit & { readonly exclusive: boolean };
  readonly maximum?: Limit & { readonly exclusive: boolean };
  readonly steps: readonly Limit[];
  readonly minLength?: Limit;
  readonly maxLength?: Limit;
  readonly patterns: readonly Text[];
  readonly formats: readonly Text[];
  readonly minItems?: Limit;
  readonly maxItems?: Limit;
  readonly uniqueAt?: Pointer;
  readonly minProperties?: Limit;
  readonly maxProperties?: Limit;
  readonly required: ReadonlyMap<string, Pointer>;
  /** Where it says that no other properties may come. */
  readonly closedAt?: Pointer;
  readonly names: readonly string[];
};

/** Of several limits the tightest holds. */
export function wordsOf(shapes: readonly Shape[]): Words {
  const first = shapes[0]?.pointer ?? "";
  const typed = shapes.filter(({ schema }) => schema.type !== undefined);
  const listing = shapes.filter(({ schema }) => schema.const !== undefined || Array.isArray(schema.enum));
  const extending = shapes.find(({ schema }) => Array.isArray(schema["x-extensible-enum"]));
  const unique = shapes.find(({ schema }) => schema.uniqueItems === true);
  const closed = CLOSING.flatMap((keyword) => shapes.flatMap((shape) => falseAt(shape, keyword)))[0];
  return {
    types: typed.length === 0 ? undefined : typed.map(typesIn).reduce(intersected),
    typeAt: typed[0] === undefined ? first : joinPointer(typed[0].pointer, "type"),
    listed: listing.length === 0 ? undefined : listing.map(listIn).reduce(common),
    listedAt: listing[0] === undefined ? first : listAt(listing[0]),
    extensible: asArray(extending?.schema["x-extensible-enum"]),
    extensibleAt: extending === undefined ? first : joinPointer(extending.pointer, "x-extensible-enum"),
    ...optional("minimum", bound(shapes, "minimum", "exclusiveMinimum")),
    ...optional("maximum", bound(shapes, "maximum", "exclusiveMaximum")),
    steps: numbers(shapes, "multipleOf"),
    ...optional("minLength", tightest(numbers(shapes, "minLength"), 1)),
    ...optional("maxLength", tightest(numbers(shapes, "maxLength"), -1)),
    patterns: texts(shapes, "pattern"),
    formats: texts(shapes, "format"),
    ...optional("minItems", tightest(numbers(shapes, "minItems"), 1)),
    ...optional("maxItems", tightest(numbers(shapes, "maxItems"), -1)),
    ...optional("uniqueAt", unique === undefined ? undefined : joinPointer(unique.pointer, "uniqueItems")),
    ...optional("minProperties", tightest(numbers(shapes, "minProperties"), 1)),
    ...optional("maxProperties", tightest(numbers(shapes, "maxProperties"), -1)),
    required: requiredIn(shapes),
    ...optional("closedAt", closed),
    names: namesIn(shapes),
  };
}

const CLOSING = ["additionalProperties", "unevaluatedProperties"];

/** What a value without any `type` beside it must be for its other keywords to mean something. */
export function likelyTypes(words: Words, shapes: readonly Shape[]): readonly string[] {
  if (words.types !== undefined) return words.types;
  if (words.listed !== undefined) return [...new Set(words.listed.map(jsonType))];
  const has = (...keywords: string[]): boolean =>
    shapes.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
  if (has("properties", "additionalProperties", "required", "minProperties", "patternProperties")) return ["object"];
  if (has("items", "prefixItems", "minItems", "uniqueItems", "contains")) return ["array"];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return ["number"];
  return ["string", "object", "integer", "boolean"];
}

function falseAt({ pointer, schema }: Shape, keyword: string): Pointer[] {
  return schema[keyword] === false ? [joinPointer(pointer, keyword)] : [];
}

function typesIn({ schema }: Shape): readonly string[] {
  return [schema.type].flat().flatMap((type) => asString(type as Json | undefined) ?? []);
}

/** An integer is a number. */
function intersected(left: readonly string[], right: readonly string[]): readonly string[] {
  const both = left.filter((type) => right.includes(type) || (type === "integer" && right.includes("number")));
  const narrowed = right.includes("integer") && left.includes("number") && !both.includes("integer") ? ["integer"] : [];
  return [...both, ...narrowed];
}

function listIn({ schema }: Shape): readonly Json[] {
  return schema.const === undefined ? asArray(schema.enum) : [schema.const];
}

function listAt({ pointer, schema }: Shape): Pointer {
  return joinPointer(pointer, schema.const === undefined ? "enum" : "const");
}

function common(left: readonly Json[], right: readonly Json[]): readonly Json[] {
  const known = new Set(right.map((it) => JSON.stringify(it)));
  return left.filter((it) => known.has(JSON.stringify(it)));
}

function numbers(shapes: readonly Shape[], keyword: string): Limit[] {
  return shapes.flatMap(({ pointer, schema }) => {
    const value = schema[keyword];
    return typeof value === "number" ? [{ value, at: joinPointer(pointer, keyword) }] : [];
  });
}

function texts(shapes: readonly Shape[], keyword: string): Text[] {
  return shapes.flatMap(({ pointer, schema }) => {
    const value = schema[keyword];
    return typeof value === "string" ? [{ value, at: joinPointer(pointer, keyword) }] : [];
  });
}

function tightest<T extends Limit>(limits: readonly T[], sign: 1 | -1): T | undefined {
  return limits.reduce<T | undefined>(
    (best, limit) => (best === undefined || (limit.value - best.value) * sign > 0 ? limit : best),
    undefined,
  );
}

function bound(shapes: readonly Shape[], inclusive: string, exclusive: string): Words["minimum"] {
  const sign = inclusive === "minimum" ? 1 : -1;
  const [open, closed] = [numbers(shapes, exclusive), numbers(shapes, inclusive)];
  return tightest(
    // Of equal ones the first is kept, and the exclusive one is tighter.
    [...open.map((it) => ({ ...it, exclusive: true })), ...closed.map((it) => ({ ...it, exclusive: false }))],
    sign,
  );
}

function requiredIn(shapes: readonly Shape[]): Map<string, Pointer> {
  const found = new Map<string, Pointer>();
  for (const { pointer, schema } of shapes)
    for (const name of asArray(schema.required)) {
      const key = asString(name);
      if (key !== undefined && !found.has(key)) found.set(key, joinPointer(pointer, "required"));
    }
  return found;
}

function namesIn(shapes: readonly Shape[]): string[] {
  const names = shapes.flatMap(({ schema }) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
  return [...new Set(names)];
}
