import { isObject, type Json, joinPointer, type Pointer, type Resolved, resolve } from "../document/index.js";
import { shapesOf, typesOf } from "./coerce.js";
import { decodeQuery } from "./decoding.js";
import { parseJson } from "./exact-json.js";
import { noteExact } from "./exact-number.js";
import { propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";
import { type ParameterReading, type RawPair, readParameter } from "./serialization.js";

export type FormReading =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "malformed"; readonly reason: string };

/**
 * Reads an `application/x-www-form-urlencoded` body as the object that its schema describes.
 *
 * @param media pointer to the media type object, whose `encoding` may say how a property is written.
 * @see https://spec.openapis.org/oas/v3.1.1#support-for-x-www-form-urlencoded-request-bodies
 */
export function readForm(schemas: Schemas, media: Pointer, text: string): FormReading {
  const schema = joinPointer(media, "schema");
  const shapes = shapesOf(schemas, schema);
  const pairs = splitPairs(text);
  const byName = new Map<string, RawPair[]>();
  for (const pair of pairs) {
    const same = byName.get(pair.name);
    if (same === undefined) byName.set(pair.name, [pair]);
    else same.push(pair);
  }
  const taken = new Set<string>();
  const fields = new Map<string, Field>();
  for (const name of [...deepNames(schemas, media), ...byName.keys()]) {
    if (taken.has(name)) continue;
    const encoding = resolve(schemas.document, joinPointer(media, "encoding", name));
    const pointers = propertyPointers(shapes, name) ?? [];
    const own = encoding?.value.style === "deepObject" ? pairs : (byName.get(name) ?? []);
    const reading = readField(schemas, name, { pointers, encoding, pairs: own });
    if (reading.kind === "malformed")
      return { kind: "malformed", reason: `has a field "${name}" that ${reading.reason}` };
    if (reading.kind !== "value") continue;
    fields.set(name, { value: reading.value, pointers });
    for (const used of reading.names) taken.add(used);
  }
  return { kind: "value", value: fittingObject(schemas, schema, fields) };
}

type Field = { readonly value: Json; readonly pointers: readonly Pointer[] };
type FieldSource = {
  readonly pointers: readonly Pointer[];
  readonly encoding: Resolved | undefined;
  readonly pairs: readonly RawPair[];
};

function readField(schemas: Schemas, name: string, { pointers, encoding, pairs }: FieldSource): ParameterReading {
  const schema = pointers.find((pointer) => typesOf(schemas, pointer).size > 0) ?? pointers[0];
  const [first] = pairs;
  // An object without an encoding of its own is written as JSON.
  if (encoding === undefined && pairs.length === 1 && first !== undefined && typesOf(schemas, schema).has("object")) {
    const parsed = parsedJson(first.raw);
    if (parsed !== undefined) return { kind: "value", value: parsed, names: [name] };
  }
  return readParameter(schemas, serialization(name, schema, encoding), { in: "query", pairs });
}

/** Properties that stand in the form under other names than their own. */
function deepNames(schemas: Schemas, media: Pointer): string[] {
  const encodings = resolve(schemas.document, joinPointer(media, "encoding"))?.value ?? {};
  return Object.entries(encodings).flatMap(([name, encoding]) =>
    isObject(encoding) && encoding.style === "deepObject" ? [name] : [],
  );
}

/**
 * The object that the fields make. A text can be a number for one alternative of the schema and a string for another; when
 * the first reading does not fit, the others are tried, one field at a time.
 */
function fittingObject(schemas: Schemas, schema: Pointer, fields: ReadonlyMap<string, Field>): Json {
  const first = noteExact(Object.fromEntries([...fields].map(([name, { value }]) => [name, value])));
  const ambiguous = [...fields].filter(
    ([, { value, pointers }]) => typeof value !== "string" && typeof value !== "object" && pointers.length > 1,
  );
  if (ambiguous.length === 0 || schemas.isValid(schema, "request", first)) return first;
  const others = ambiguous.slice(0, 8).map(([name, { value }]) => ({ ...first, [name]: String(value) }));
  return others.find((other) => schemas.isValid(schema, "request", other)) ?? first;
}

function parsedJson(raw: string): Json | undefined {
  try {
    const value: unknown = parseJson(decodeQuery(raw));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The pairs of a query or form; a name that does not decode stays as it was written. */
export function splitPairs(text: string): RawPair[] {
  const pairs: RawPair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    pairs.push({ name: decodedName(name), raw: at === -1 ? "" : part.slice(at + 1) });
  }
  return pairs;
}

function decodedName(name: string): string {
  try {
    return decodeQuery(name);
  } catch {
    return name;
  }
}

function serialization(name: string, schema: Pointer | undefined, encoding: Resolved | undefined) {
  const value = isObject(encoding?.value) ? encoding.value : {};
  const style =
    value.style === "spaceDelimited" || value.style === "pipeDelimited" || value.style === "deepObject"
      ? value.style
      : "form";
  return {
    name,
    style,
    explode: typeof value.explode === "boolean" ? value.explode : style === "form",
    allowReserved: value.allowReserved === true,
    allowEmptyValue: false,
    ...(schema === undefined ? {} : { schema }),
  } as const;
}
