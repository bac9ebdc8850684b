import {
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  type ResolvedObject,
  resolvePointer,
} from "../../document/index.js";
import type { ApplicableSchema } from "../analysis/applicable-schema.js";
import { getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findItemPointers, findPropertyPointers } from "../analysis/merged-schema.js";
import { decodeQuery } from "../parameters/decoding.js";
import { type ParameterReading, type RawPair, readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { parseJson } from "../values/parse-json.js";

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
  const shapes = getApplicableSchemas(schemas, schema);
  const pairs = splitPairs(text);
  const byName = new Map<string, RawPair[]>();
  for (const pair of pairs) {
    const same = byName.get(pair.name);
    if (same === undefined) byName.set(pair.name, [pair]);
    else same.push(pair);
  }
  const taken = new Set<string>();
  const fields = new Map<string, Field>();
  const spread = listExplodedNames(schemas, media, shapes);
  for (const name of new Set([...spread, ...byName.keys()])) {
    if (taken.has(name)) continue;
    const encoding = resolvePointer(schemas.document, joinPointer(media, "encoding", name));
    const pointers = findPropertyPointers(shapes, name) ?? [];
    const own = spread.includes(name) ? pairs : (byName.get(name) ?? []);
    const reading = readField(schemas, name, { pointers, encoding, pairs: own });
    if (reading.kind === "malformed")
      return { kind: "malformed", reason: `has a field "${name}" that ${reading.reason}` };
    if (reading.kind !== "value") continue;
    fields.set(name, { value: reading.value, pointers });
    for (const used of reading.names) taken.add(used);
  }
  return { kind: "value", value: findFittingObject(schemas, schema, fields) };
}

type Field = { readonly value: Json; readonly pointers: readonly Pointer[] };
type FieldSource = {
  readonly pointers: readonly Pointer[];
  readonly encoding: ResolvedObject | undefined;
  readonly pairs: readonly RawPair[];
};

function readField(schemas: Schemas, name: string, { pointers, encoding, pairs }: FieldSource): ParameterReading {
  const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
  const isPromised = isJsonEncoding(encoding);
  if (isPromised || (encoding === undefined && canHoldObjects(schemas, schema))) {
    const value = parseJsonFields(schemas, schema, pairs, isPromised);
    if (value !== undefined) return { kind: "value", value, names: [name] };
    if (isPromised) return { kind: "malformed", reason: "is not the JSON that its content type promises" };
  }
  return readParameter(schemas, getFieldSerialization(name, schema, encoding), { in: "query", pairs });
}

/** Whether an encoding makes a field a document. A style, where there is one, outranks its content type. */
function isJsonEncoding(encoding: ResolvedObject | undefined): boolean {
  const { contentType, style, explode, allowReserved } = encoding?.value ?? {};
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return !isStyled && typeof contentType === "string" && /^[^;]*[/+]json\b/i.test(contentType);
}

/** An object without an encoding of its own is written as JSON, and so is each of a list of them. */
function canHoldObjects(schemas: Schemas, schema: Pointer | undefined): boolean {
  const items = getApplicableSchemas(schemas, schema).flatMap((shape) => findItemPointers(shape, 0));
  return [schema, ...items].some((pointer) => getSchemaTypes(schemas, pointer).has("object"));
}

/** The value of fields that are JSON, each an item where there may be several; undefined when one of them is none. */
function parseJsonFields(
  schemas: Schemas,
  schema: Pointer | undefined,
  pairs: readonly RawPair[],
  isPromised: boolean,
): Json | undefined {
  const parsed = pairs.flatMap(({ raw }) => tryParseJson(raw));
  // What nobody promised to be JSON is so only where it could be nothing else.
  const documents = isPromised ? parsed : parsed.filter(({ value }) => typeof value === "object" && value !== null);
  const [first] = documents;
  if (documents.length < pairs.length || first === undefined) return undefined;
  if (!getSchemaTypes(schemas, schema).has("array")) return documents.length === 1 ? first.value : undefined;
  return documents.length === 1 && Array.isArray(first.value) ? first.value : documents.map(({ value }) => value);
}

/** Properties that stand in the form under other names than their own. */
function listExplodedNames(schemas: Schemas, media: Pointer, shapes: readonly ApplicableSchema[]): string[] {
  const encodings = resolvePointer(schemas.document, joinPointer(media, "encoding"))?.value ?? {};
  return Object.entries(encodings).flatMap(([name, encoding]) => {
    if (!isObject(encoding)) return [];
    const isSpread = (encoding.style ?? "form") === "form" && (encoding.explode ?? encoding.style === "form");
    const isObjectSpread =
      isSpread &&
      (findPropertyPointers(shapes, name) ?? []).some((pointer) => getSchemaTypes(schemas, pointer).has("object"));
    return encoding.style === "deepObject" || isObjectSpread ? [name] : [];
  });
}

/**
 * The object that the fields make. A text can be a number for one alternative of the schema and a string for another; when
 * the first reading does not fit, the others are tried, one field at a time.
 */
function findFittingObject(schemas: Schemas, schema: Pointer, fields: ReadonlyMap<string, Field>): Json {
  const first = trackExactNumbers(Object.fromEntries([...fields].map(([name, { value }]) => [name, value])));
  const ambiguous = [...fields].filter(
    ([, { value, pointers }]) => typeof value !== "string" && typeof value !== "object" && pointers.length > 1,
  );
  if (ambiguous.length === 0 || schemas.isValid(schema, "request", first)) return first;
  const others = ambiguous.slice(0, 8).map(([name, { value }]) => ({ ...first, [name]: String(value) }));
  return others.find((other) => schemas.isValid(schema, "request", other)) ?? first;
}

function tryParseJson(raw: string): { readonly value: Json }[] {
  try {
    return [{ value: parseJson(decodeQuery(raw)) }];
  } catch {
    return [];
  }
}

/** The pairs of a query or form; a name that does not decode stays as it was written. */
export function splitPairs(text: string): RawPair[] {
  const pairs: RawPair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    pairs.push({ name: decodeName(name), raw: at === -1 ? "" : part.slice(at + 1) });
  }
  return pairs;
}

function decodeName(name: string): string {
  try {
    return decodeQuery(name);
  } catch {
    return name;
  }
}

/** How a field is written, by its encoding. */
export function getFieldSerialization(name: string, schema: Pointer | undefined, encoding: ResolvedObject | undefined) {
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
