import { isObject, type Json, joinPointer, type Pointer, type Resolved, resolve } from "../document/index.js";
import { shapesOf, typesOf } from "./coerce.js";
import { propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";
import { decodeQuery, type RawPair, readParameter } from "./serialization.js";

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
  const pairs = splitPairs(text);
  const shapes = shapesOf(schemas, joinPointer(media, "schema"));
  const result: [string, Json][] = [];
  for (const name of new Set(pairs.map((pair) => pair.name))) {
    const schema = declaredSchema(schemas, propertyPointers(shapes, name));
    const encoding = resolve(schemas.document, joinPointer(media, "encoding", name));
    const reading = readParameter(schemas, serialization(name, schema, encoding), { in: "query", pairs });
    if (reading.kind === "malformed") return { kind: "malformed", reason: `the field "${name}" ${reading.reason}` };
    if (reading.kind === "value") result.push([name, reading.value]);
  }
  return { kind: "value", value: Object.fromEntries(result) };
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

/** Of several alternatives the one with a type decides how the text is read. */
function declaredSchema(schemas: Schemas, pointers: readonly Pointer[] | undefined): Pointer | undefined {
  return pointers?.find((pointer) => typesOf(schemas, pointer).size > 0) ?? pointers?.[0];
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
