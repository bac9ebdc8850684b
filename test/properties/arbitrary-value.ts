import fc, { type Arbitrary } from "fast-check";
import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  type ResolvedObject,
  resolvePointer,
} from "../../src/document/index.js";
import { arbitraryText } from "./arbitrary-text.js";
import { isCertainlyNot, isOfType } from "./certainly-not.js";
import { areApart, isMarked, type Merged, merged } from "./merged-schema.js";
import { Ungeneratable } from "./ungeneratable.js";

export type Side = "request" | "response";

/** Maximum nesting of optional values. Specs with many recursive schemas need a lower value. */
const DEPTH = Number(process.env.DEPTH ?? 4);

/** Generates values that are valid for a schema, independently of the validators of the project. */
export function arbitraryValue(
  document: Document,
  pointer: Pointer,
  { side, depth = DEPTH }: { side: Side; depth?: number },
): Arbitrary<unknown> {
  const found = resolvePointer(document, pointer);
  if (found === undefined) return fc.jsonValue({ maxDepth: 1 });
  return ofSchema({ document, side, depth }, merged(document, found.pointer, found.value));
}

type Context = { readonly document: Document; readonly side: Side; readonly depth: number };

function ofSchema(context: Context, it: Merged): Arbitrary<unknown> {
  const { words } = it;
  if (words.const !== undefined) return fc.constant(words.const);
  if (Array.isArray(words.enum)) return ofEnum(words.enum, words);
  if (it.choices.length > 0) return ofOwnType(ofChoices(context, it), words);
  const types =
    words.type === undefined ? guessed(it) : Array.isArray(words.type) ? words.type.map(String) : [String(words.type)];
  const nullable = words.nullable === true && !types.includes("null") ? [...types, "null"] : types;
  // At the maximum depth, null is the shortest value.
  if (context.depth <= 0 && nullable.includes("null")) return fc.constant(null);
  return fc.oneof(...nullable.map((type) => ofType(context, it, type)));
}

function guessed({ properties, words, items }: Merged): string[] {
  if (properties.size > 0 || isObject(words.additionalProperties)) return ["object"];
  if (items !== undefined) return ["array"];
  if (words.format !== undefined || words.pattern !== undefined || words.minLength !== undefined) return ["string"];
  return ["string", "boolean", "integer"];
}

/** The `type` next to `oneOf` or `anyOf` applies to all branches. */
function ofOwnType(values: Arbitrary<unknown>, { type, nullable }: JsonObject): Arbitrary<unknown> {
  const types = [type ?? [], nullable === true ? "null" : []].flat().map(String);
  return type === undefined ? values : values.filter((it) => types.some((name) => isOfType(name, it)));
}

function ofEnum(listed: readonly Json[], { type }: JsonObject): Arbitrary<unknown> {
  const types = type === undefined ? undefined : [type].flat().map(String);
  const values = listed.filter((it) => types === undefined || types.some((name) => isOfType(name, it)));
  if (values.length === 0) throw new Ungeneratable("an enum without a value");
  return fc.constantFrom(...values);
}

/** Generates values of one branch, but none that may also match another branch of `oneOf`. */
function ofChoices(context: Context, { choices, isOneOf, properties, required, closed }: Merged): Arbitrary<unknown> {
  const { document } = context;
  if (context.depth < -6) throw new Ungeneratable("a choice that has no end");
  const branches = choices.flatMap((pointer) => {
    const found = resolvePointer(document, pointer);
    return found === undefined ? [] : [{ pointer: found.pointer, value: found.value }];
  });
  const values = branches.map(({ value }) => value);
  const isApart = !isOneOf || branches.length < 2 || areApart(document, values);
  const made = branches.flatMap(({ pointer, value }) => {
    const it = madeOrLeft(false, () => {
      const branch = merged(document, pointer, value);
      const whole = {
        ...branch,
        properties: spokenOfBy(properties, branch.properties),
        required: new Set([...required, ...branch.required]),
        closed: [...closed, ...branch.closed],
      };
      const isAlone = properties.size === 0 && closed.length === 0 && required.size === 0;
      const ofBranch = ofSchema({ ...context, depth: context.depth - 1 }, isAlone ? branch : whole);
      const others = branches.filter((other) => other.pointer !== pointer);
      return isApart ? ofBranch : ofNoOther(document, ofBranch, others);
    });
    return it === undefined ? [] : [it];
  });
  if (made.length === 0) throw new Ungeneratable("no branch can be made");
  return fc.oneof(...made);
}

/** Combines the schemas of properties that are declared in a branch and next to it. */
function spokenOfBy(one: Merged["properties"], other: Merged["properties"]): Merged["properties"] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map([...names].map((name) => [name, [...(one.get(name) ?? []), ...(other.get(name) ?? [])]]));
}

function ofNoOther(
  document: Document,
  values: Arbitrary<unknown>,
  others: readonly ResolvedObject[],
): Arbitrary<unknown> {
  const isApart = (value: unknown): boolean => others.every(({ pointer }) => isCertainlyNot(document, pointer, value));
  // A filter that rejects nearly all values would take too long.
  const passing = fc.sample(values, { numRuns: 20, seed: 1 }).filter(isApart).length;
  if (passing < 3) throw new Ungeneratable("a branch of oneOf that others may overlap");
  return values.filter(isApart);
}

function ofType(context: Context, it: Merged, type: string): Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return ofNumber(it.words, true);
    case "number":
      return ofNumber(it.words, /^u?int\d*$/.test(String(it.words.format)));
    case "string":
      return arbitraryText(it.words);
    case "array":
      return ofArray(context, it);
    case "object":
      return ofObject(context, it);
    default:
      throw new Ungeneratable(`type "${type}"`);
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** The largest number of each format; the default is that of 32 bits. */
const LIMITS: Readonly<Record<string, number>> = {
  int64: SAFE,
  uint64: SAFE,
  int8: 127,
  uint8: 255,
  int16: 32767,
  uint16: 65535,
};

function ofNumber(words: JsonObject, isInteger: boolean): Arbitrary<number> {
  const number = (name: string): number | undefined => (typeof words[name] === "number" ? words[name] : undefined);
  const step = number("multipleOf") ?? 1;
  const above = words.exclusiveMinimum === true ? number("minimum") : number("exclusiveMinimum");
  const under = words.exclusiveMaximum === true ? number("maximum") : number("exclusiveMaximum");
  const limit = LIMITS[String(words.format)] ?? 2 ** 31 - 1;
  const least = String(words.format).startsWith("u") ? 0 : -limit;
  const low = above === undefined ? (number("minimum") ?? least) : above + step;
  const high = under === undefined ? (number("maximum") ?? limit) : under - step;
  if (low > high) throw new Ungeneratable("an empty range of numbers");
  if (isInteger || words.multipleOf !== undefined) {
    // Beyond the safe integers, generating a number takes seconds.
    const safe = { min: Math.max(Math.ceil(low), -SAFE), max: Math.min(Math.floor(high), SAFE) };
    if (words.multipleOf === undefined) return fc.integer(safe);
    const [from, to] = [Math.ceil(low / step), Math.floor(high / step)];
    const places = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0;
    const range = { min: Math.max(from, -1e6), max: Math.min(to, 1e6) };
    return fc.integer(range).map((count) => Number((count * step).toFixed(places)));
  }
  return fc
    .double({ min: low, max: high, noNaN: true, noDefaultInfinity: true })
    .map((it) => (Object.is(it, -0) ? 0 : it));
}

function ofArray(context: Context, { words, items }: Merged): Arbitrary<unknown> {
  const minLength = typeof words.minItems === "number" ? words.minItems : 0;
  const most = typeof words.maxItems === "number" ? words.maxItems : Number.POSITIVE_INFINITY;
  if (context.depth <= 0 && minLength === 0) return fc.constant([]);
  if (context.depth < -6) throw new Ungeneratable("a list that has no end");
  const item = items === undefined ? fc.jsonValue({ maxDepth: 1 }) : below(context, [items]);
  const lengths = { minLength, maxLength: Math.min(most, Math.max(minLength, 3)) };
  const isUnique = words.uniqueItems === true;
  return isUnique
    ? fc.uniqueArray(item, { ...lengths, selector: (it) => JSON.stringify(it) })
    : fc.array(item, lengths);
}

function ofObject(context: Context, { properties, required, words, closed }: Merged): Arbitrary<unknown> {
  const { document, side, depth } = context;
  if (depth < -6) throw new Ungeneratable("an object that has no end");
  const omitted = side === "request" ? "readOnly" : "writeOnly";
  const members: Record<string, Arbitrary<unknown>> = {};
  const isForbidden = (name: string): boolean => closed.some((names) => !names.has(name));
  if ([...required].some(isForbidden)) throw new Ungeneratable("a property that is required and forbidden");
  for (const [name, pointers] of properties) {
    if (isForbidden(name)) continue;
    const isLeftOut = !required.has(name) && depth <= 0;
    if (isLeftOut || pointers.some((pointer) => isMarked(document, pointer, omitted))) continue;
    const made = madeOrLeft(required.has(name), () => below(context, pointers));
    if (made !== undefined) members[name] = made;
  }
  for (const name of required) if (!properties.has(name)) members[name] = fc.string();
  const needed = [...required].filter((name) => Object.hasOwn(members, name));
  const isOfMarked = typeof words.minProperties === "number" && words.minProperties > needed.length;
  if (isOfMarked) throw new Ungeneratable('"minProperties" is not generated');
  const record = fc.record(members, { requiredKeys: needed, noNullPrototype: true });
  if (!isObject(words.additionalProperties) || properties.size > 0 || needed.length > 0) return record;
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), ofAdditional(context, words.additionalProperties), {
    maxKeys: 3,
  });
}

/** Returns undefined for an optional value that cannot be generated. */
function madeOrLeft(isNeeded: boolean, make: () => Arbitrary<unknown>): Arbitrary<unknown> | undefined {
  try {
    return make();
  } catch (error) {
    if (isNeeded || !(error instanceof Ungeneratable)) throw error;
    return undefined;
  }
}

function ofAdditional(context: Context, schema: JsonObject): Arbitrary<unknown> {
  const target = typeof schema.$ref === "string" ? resolvePointer(context.document, schema.$ref.slice(1)) : undefined;
  const at = target ?? { pointer: "", value: schema };
  if (
    at.pointer === "" &&
    (schema.properties !== undefined ||
      schema.items !== undefined ||
      schema.allOf !== undefined ||
      schema.oneOf !== undefined ||
      schema.anyOf !== undefined)
  )
    throw new Ungeneratable("a composed schema of additional properties");
  const inner = { ...context, depth: context.depth - 1 };
  return ofSchema(inner, merged(context.document, at.pointer, at.value));
}

/** Generates a value for several schemas only if they are all the same schema. */
function below(context: Context, pointers: readonly Pointer[]): Arbitrary<unknown> {
  const [pointer, ...others] = pointers;
  if (
    pointer === undefined ||
    others.some(
      (it) => resolvePointer(context.document, it)?.pointer !== resolvePointer(context.document, pointer)?.pointer,
    )
  )
    throw new Ungeneratable("a property of which several schemas speak");
  return arbitraryValue(context.document, pointer, { side: context.side, depth: context.depth - 1 });
}
