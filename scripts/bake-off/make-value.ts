import type { Random } from "../mutate/random.js";
import { isRecord, type Json, type PlainSpec, type Side } from "./plain-spec.js";

export type ValueContext = { readonly spec: PlainSpec; readonly side: Side; readonly random: Random };

/** Makes a random value of a schema. Ajv decides later whether it is valid. */
export function makeValue(context: ValueContext, schema: unknown, depth = 0): unknown {
  const { spec, random } = context;
  const own = mergeAllOf(spec, schema);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  if ("const" in own) return own.const;
  if (Array.isArray(own.enum)) return pick(own.enum);
  const choice = own.oneOf ?? own.anyOf;
  if (Array.isArray(choice)) {
    const value = makeValue(context, pick(choice), depth + 1);
    return isRecord(value) && isRecord(own.properties)
      ? { ...(makeObject(context, own, depth) as object), ...value }
      : value;
  }
  const types = [
    own.type ?? (own.properties === undefined && own.additionalProperties === undefined ? "string" : "object"),
  ];
  const type = pick(types.flat().filter((it) => it !== "null"));
  if (type === "object") return makeObject(context, own, depth);
  if (type === "array") {
    const least = Number(own.minItems ?? 0);
    const count = depth > MAX_DEPTH ? least : Math.max(least, Math.min(Number(own.maxItems ?? 2), random.below(3)));
    return Array.from({ length: count }, () => makeValue(context, own.items ?? {}, depth + 1));
  }
  if (type === "boolean") return random.below(2) === 1;
  return type === "integer" || type === "number" ? makeNumber(own, random) : makeText(own, random);
}

function mergeAllOf(spec: PlainSpec, schema: unknown): Json {
  const { allOf, ...own } = spec.resolve(schema);
  if (!Array.isArray(allOf)) return own;
  const merged: Record<string, unknown> = { ...own };
  for (const part of allOf.map((it) => mergeAllOf(spec, it))) {
    const properties = { ...(merged.properties as object), ...(part.properties as object) };
    const required = [...((merged.required as string[]) ?? []), ...((part.required as string[]) ?? [])];
    Object.assign(merged, part, Object.keys(properties).length > 0 ? { properties } : {}, { required });
  }
  return merged;
}

function makeObject(context: ValueContext, schema: Json, depth: number): unknown {
  const { spec, side, random } = context;
  const required = new Set((schema.required as string[]) ?? []);
  const other = side === "request" ? "readOnly" : "writeOnly";
  const entries = Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, property]) => {
    if (spec.resolve(property)[other] === true) return [];
    if (!required.has(name) && (depth > MAX_DEPTH || random.below(2) === 0)) return [];
    return [[name, makeValue(context, property, depth + 1)] as const];
  });
  return Object.fromEntries(entries);
}

function makeNumber({ minimum, maximum, exclusiveMinimum, multipleOf, type }: Json, random: Random): number {
  const step = Number(multipleOf ?? (type === "integer" ? 1 : 0.5));
  const least = Number(minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum : 0));
  const start = Math.ceil(least / step) * step + (exclusiveMinimum === undefined ? 0 : step);
  const value = start + random.below(50) * step;
  return typeof maximum === "number" && value > maximum ? start : value;
}

function makeText({ format, minLength, maxLength, pattern }: Json, random: Random): string {
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + random.below(26))).join("");
  const least = Number(minLength ?? 1);
  if (typeof pattern === "string") {
    const length = Math.max(least, 3);
    const tries = [letters(length), letters(length).toUpperCase(), "1".repeat(length), ...PATTERN_TEXTS];
    return tries.find((text) => new RegExp(pattern, "u").test(text)) ?? letters(length);
  }
  const known = typeof format === "string" ? FORMATS[format] : undefined;
  return known ?? letters(Math.min(Math.max(least, 1 + random.below(12)), Number(maxLength ?? 99)));
}

const MAX_DEPTH = 3;
const PATTERN_TEXTS = [
  "2026-02-03",
  "USD",
  "#a1b2c3",
  "12:30",
  "a@b.example",
  "1",
  "01",
  "12",
  "1234",
  "en-US",
  "/a",
  "1.5",
];
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-02-03T09:30:00Z",
  date: "2026-02-03",
  time: "09:30:00Z",
  uuid: "6f2f3c9e-1a7b-4c3d-9e8f-0a1b2c3d4e5f",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  email: "a@example.com",
  byte: "YWJj",
  ipv4: "192.0.2.1",
  hostname: "example.com",
};
