import type { Json } from "../document/index.js";

/** Which types values had, without the values. */
export type TypesSeen = { readonly types: Set<string>; items: TypesSeen | undefined };

export function noTypes(): TypesSeen {
  return { types: new Set(), items: undefined };
}

export function noteType(seen: TypesSeen, value: unknown): void {
  if (Array.isArray(value)) {
    seen.types.add("array");
    seen.items ??= noTypes();
    for (const item of value) noteType(seen.items, item);
  } else if (value === null) seen.types.add("null");
  else if (typeof value === "number") seen.types.add(Number.isInteger(value) ? "integer" : "number");
  else seen.types.add(typeof value === "object" ? "object" : typeof value);
}

/** What a parameter or header holds is text; some of it reads as something else. */
export function noteText(seen: TypesSeen, texts: readonly string[]): void {
  const values = texts.map((text) =>
    /^(true|false)$/.test(text) ? text === "true" : /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text,
  );
  noteType(seen, values.length === 1 ? values[0] : values);
}

/** A schema that such values fit, and that says no more of them. */
export function schemaOf({ types, items }: TypesSeen, version: "3.0" | "3.1"): Json {
  const named = [...types].filter((type) => type !== "null").sort();
  const plain = named.includes("number") ? named.filter((type) => type !== "integer") : named;
  const [only] = plain;
  const below = types.has("array") ? { items: items === undefined ? {} : schemaOf(items, version) } : {};
  if (version === "3.1") {
    const all = types.has("null") ? [...plain, "null"] : plain;
    return all.length === 0 ? {} : { type: all.length === 1 ? (all[0] as Json) : all, ...below };
  }
  if (only === undefined || plain.length > 1) return {};
  return { type: only, ...below, ...(types.has("null") ? { nullable: true } : {}) };
}
