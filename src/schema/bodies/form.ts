import {
  groupBy,
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  type ResolvedObject,
  resolvePointer,
  tryCall,
} from "../../document/index.js";
import { parseJson } from "../../document/values/parse-json.js";
import { isSensitiveKey } from "../analysis/sensitive.js";
import type { ApplicableSchema } from "../model/applicable-schema.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import { decodeQuery, getSchemaTypes, type Malformed, type ParameterReading } from "../parameters/decoding.js";
import { explainEncoding } from "../parameters/explain-encoding.js";
import { type RawPair, readParameter } from "../parameters/read-parameter.js";
import type { Schemas } from "../validation/schemas.js";

export type FormReading = { readonly kind: "value"; readonly value: Json } | Malformed;

/**
 * Reads an `application/x-www-form-urlencoded` body as the object that its schema describes.
 *
 * @param media pointer to the media type object, whose `encoding` may define the serialization of a property.
 * @see https://spec.openapis.org/oas/v3.1.1#support-for-x-www-form-urlencoded-request-bodies
 */
export function readForm(schemas: Schemas, media: Pointer, text: string): FormReading {
  const schema = joinPointer(media, "schema");
  const applicable = schemas.model.possible(schema);
  const pairs = splitPairs(text);
  const byName = groupBy(pairs, ({ name }) => name);
  const taken = new Set<string>();
  const fields = new Map<string, Field>();
  const exploded = listExplodedNames(schemas, media, applicable);
  for (const name of new Set([...exploded, ...byName.keys()])) {
    if (taken.has(name)) continue;
    const encoding = resolvePointer(schemas.document, joinPointer(media, "encoding", name));
    const pointers = findPropertyPointers(applicable, name) ?? [];
    const fieldPairs = exploded.includes(name) ? pairs : (byName.get(name) ?? []);
    const reading = readField(schemas, name, { pointers, encoding, pairs: fieldPairs });
    if (reading.kind === "malformed")
      return {
        ...reading,
        mode: `${reading.mode} of ${name}`,
        reason: `has a field${formatFieldName(schemas, schema, name)} that ${reading.reason}`,
      };
    if (reading.kind !== "value") continue;
    fields.set(name, { value: reading.value, pointers });
    for (const used of reading.names) taken.add(used);
  }
  return { kind: "value", value: findValidObject(schemas, schema, fields) };
}

/** Explains why the encoding of an invalid field makes it invalid; see {@link explainEncoding}. */
export function explainFieldEncoding(
  schemas: Schemas,
  { media, text }: { readonly media: Pointer; readonly text: string },
  name: string,
): string | undefined {
  const encoding = resolvePointer(schemas.document, joinPointer(media, "encoding", name));
  const applicable = schemas.model.possible(joinPointer(media, "schema"));
  const [schema] = findPropertyPointers(applicable, name) ?? [];
  return explainEncoding(schemas, getFieldSerialization(name, schema, encoding), {
    in: "query",
    pairs: splitPairs(text),
  });
}

/** The name of a field or part for a message, unless it is a secret key. */
export function formatFieldName(schemas: Schemas, schema: Pointer | undefined, name: string): string {
  return isSensitiveKey(schemas, schema, joinPointer("", name)) ? "" : ` "${name}"`;
}

type Field = { readonly value: Json; readonly pointers: readonly Pointer[] };
type FieldSource = {
  readonly pointers: readonly Pointer[];
  readonly encoding: ResolvedObject | undefined;
  readonly pairs: readonly RawPair[];
};

function readField(schemas: Schemas, name: string, { pointers, encoding, pairs }: FieldSource): ParameterReading {
  const schema = pointers.find((pointer) => getSchemaTypes(schemas, pointer).size > 0) ?? pointers[0];
  const isDeclaredJson = isJsonEncoding(encoding);
  if (isDeclaredJson || (encoding === undefined && canHoldObjects(schemas, schema))) {
    const value = parseJsonFields(schemas, schema, pairs, isDeclaredJson);
    if (value !== undefined) return { kind: "value", value, names: [name] };
    if (isDeclaredJson)
      return { kind: "malformed", mode: "JSON", reason: "is not valid JSON, as its content type requires" };
  }
  return readParameter(schemas, getFieldSerialization(name, schema, encoding), {
    in: "query",
    pairs,
  });
}

/** Whether an encoding declares a field as JSON. `style`, `explode` and `allowReserved` override `contentType`. */
export function isJsonEncoding(encoding: Pick<ResolvedObject, "value"> | undefined): boolean {
  const { contentType, style, explode, allowReserved } = encoding?.value ?? {};
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return !isStyled && typeof contentType === "string" && isJsonType(contentType);
}

/** Whether a schema or its items allow objects, which are serialized as JSON unless an encoding says otherwise. */
function canHoldObjects(schemas: Schemas, schema: Pointer | undefined): boolean {
  const items = findItemPointers(schemas.model.possible(schema), 0);
  return [schema, ...items].some((pointer) => getSchemaTypes(schemas, pointer).has("object"));
}

/** Parses fields as JSON; for an array, each field is an item. Undefined if a field is not JSON. */
function parseJsonFields(
  schemas: Schemas,
  schema: Pointer | undefined,
  pairs: readonly RawPair[],
  isDeclaredJson: boolean,
): Json | undefined {
  const parsed = pairs.flatMap(({ raw }) => tryCall(() => ({ value: parseJson(decodeQuery(raw)) })) ?? []);
  // Without a declared content type, a scalar may be plain text; only objects and arrays are surely JSON.
  const documents = isDeclaredJson ? parsed : parsed.filter(({ value }) => typeof value === "object" && value !== null);
  const [first] = documents;
  if (documents.length < pairs.length || first === undefined) return undefined;
  if (!getSchemaTypes(schemas, schema).has("array")) return documents.length === 1 ? first.value : undefined;
  return documents.length === 1 && Array.isArray(first.value) ? first.value : documents.map(({ value }) => value);
}

/** Deep objects and exploded objects: their properties are fields of the form, under other names. */
function listExplodedNames(schemas: Schemas, media: Pointer, applicable: readonly ApplicableSchema[]): string[] {
  const encodings = resolvePointer(schemas.document, joinPointer(media, "encoding"))?.value ?? {};
  return Object.entries(encodings).flatMap(([name, encoding]) => {
    if (!isObject(encoding)) return [];
    const isExploded = (encoding.style ?? "form") === "form" && (encoding.explode ?? encoding.style === "form");
    const isExplodedObject =
      isExploded &&
      (findPropertyPointers(applicable, name) ?? []).some((pointer) => getSchemaTypes(schemas, pointer).has("object"));
    return encoding.style === "deepObject" || isExplodedObject ? [name] : [];
  });
}

/**
 * Builds an object from the fields. A text can be a number in one alternative of the schema and a string in another. If
 * the first reading is invalid, each ambiguous field is tried as a string, one at a time.
 */
function findValidObject(schemas: Schemas, schema: Pointer, fields: ReadonlyMap<string, Field>): Json {
  const first = Object.fromEntries([...fields].map(([name, { value }]) => [name, value]));
  const ambiguous = [...fields].filter(
    ([, { value, pointers }]) => typeof value !== "string" && typeof value !== "object" && pointers.length > 1,
  );
  if (ambiguous.length === 0 || schemas.isValid(schema, "request", first)) return first;
  const others = ambiguous.slice(0, 8).map(([name, { value }]) => ({ ...first, [name]: String(value) }));
  return others.find((other) => schemas.isValid(schema, "request", other)) ?? first;
}

/** The name and value pairs of a `Cookie` header (RFC 6265, section 4.2). */
export function splitCookies(header: string): RawPair[] {
  return header.split(/;\s*/).flatMap((part) => {
    const at = part.indexOf("=");
    return at === -1 ? [] : [{ name: part.slice(0, at).trim(), raw: part.slice(at + 1).trim() }];
  });
}

/** Splits a query or form into pairs. A name that cannot be decoded stays encoded. */
export function splitPairs(text: string): RawPair[] {
  const pairs: RawPair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    pairs.push({ name: tryCall(() => decodeQuery(name)) ?? name, raw: at === -1 ? "" : part.slice(at + 1) });
  }
  return pairs;
}

/** The serialization of a form field by its Encoding Object. */
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
