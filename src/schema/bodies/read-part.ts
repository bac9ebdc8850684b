import { isJsonType, isObject, type Json, type Pointer } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import { canHoldElements } from "../parameters/content-parameter.js";
import { coerce, getSchemaTypes, isBinarySchema, type Malformed } from "../parameters/decoding.js";
import type { Schemas } from "../validation/schemas.js";
import { tryParseExactJson } from "../values/parse-json.js";
import { readXml } from "../xml/read-xml.js";
import type { MultipartPart } from "./split-multipart.js";

/** Decoding and media type matching, which the caller provides. */
export type PartDecoding = {
  readonly direction: MessageDirection;
  /** Decodes bytes as UTF-8; undefined if they are not valid. */
  readonly decode: (text: string) => string | undefined;
  readonly matchesMediaType: (range: string, contentType: string) => boolean;
};

/** What reads the parts of a body. `nesting`: how many multipart bodies contain them. */
export type PartReader = PartDecoding & { readonly schemas: Schemas; readonly nesting: number };

/** Reads the value of a part by its Content-Type and its schema; undefined if it does not match its Content-Type. */
export function readPart(reader: PartReader, part: MultipartPart, schema: Pointer | undefined): Json | undefined {
  const { schemas } = reader;
  const text = reader.decode(part.text);
  const contentType = part.headers.get("content-type");
  // Only the size of a file can be checked.
  if (isBinarySchema(schemas, schema)) return part.text;
  if (text === undefined) return isJsonPart(part) ? undefined : part.text;
  if (isJsonPart(part)) return tryParseExactJson(text);
  if (isXmlPart(part) && canHoldElements(schemas, schema)) return readXmlPart(reader, part, schema);
  // Without a Content-Type, an object is JSON. Other text is converted to the type of the schema.
  const object =
    contentType === undefined && getSchemaTypes(schemas, schema).has("object") ? tryParseExactJson(text) : undefined;
  if (isObject(object)) return object;
  return contentType === undefined || /^text\/plain/i.test(contentType) ? coerce(schemas, schema, text) : text;
}

function isXmlPart({ headers }: MultipartPart): boolean {
  return /^[^;]*[/+]xml\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/**
 * Undefined if the part is not well-formed XML.
 *
 * @throws {CannotValidateError} if the part does not follow the `xml` keywords of its schema, or cannot be checked.
 */
function readXmlPart(
  { schemas, decode, direction }: PartReader,
  part: MultipartPart,
  schema: Pointer,
): Json | undefined {
  const reading = readXml(schemas, schema, decode(part.text) ?? part.text, direction);
  if (reading.kind === "malformed") return undefined;
  // A part has no findings about its XML form, so a part with such notes is not checked.
  const reason =
    reading.kind === "not-checked" ? reading.reason : reading.notes.find(({ kind }) => kind !== "undeclared")?.reason;
  if (reading.kind === "not-checked" || reason !== undefined)
    throw new CannotValidateError(`the part "${part.name ?? ""}": ${reason}`);
  return reading.value;
}

/** Creates the reading of a part whose value `readPart` cannot read. */
export function createMalformedPart(part: MultipartPart, mode: string): Malformed {
  const name = part.name === undefined ? "" : ` "${part.name}"`;
  const form = isJsonPart(part) ? "valid JSON" : "well-formed XML";
  return { kind: "malformed", mode, reason: `has a part${name} that is not ${form}, as its Content-Type requires` };
}

/** Whether the Content-Type of a part is JSON. */
export function isJsonPart({ headers }: MultipartPart): boolean {
  return isJsonType(headers.get("content-type"));
}
