import {
  asObject,
  type Document,
  decodePercentOrKeep,
  isParameterLocation,
  type Json,
  joinPointer,
  type Pointer,
  readSerialization,
  tryCall,
  valueAt,
} from "../document/index.js";
import {
  describeViolation,
  getSchemas,
  isJsonLines,
  type MessageDirection,
  type RawParameter,
  readForm,
  readJsonLinesBody,
  readRequestParameter,
  readServerSentEvents,
  readXml,
  reduceToClosestBranch,
  type Schemas,
  splitLocation,
  toPrintable,
} from "../schema/index.js";

/** What a serialized example stands for, or why it stands for nothing. */
export type TextReading =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "malformed"; readonly reason: string };

/** Returns why a value is invalid in all of the given directions, or undefined if it is valid in one. */
type ValueValidator = (pointer: Pointer, sides: readonly MessageDirection[], value: Json) => string | undefined;

/** Reads the text of a media type, other than JSON, as the value that its schemas describe, or returns undefined. */
type TextReader = (media: Pointer, essence: string, isItem: boolean, text: string) => TextReading | undefined;

/** Reads the text of a parameter or header in the same way. */
type FieldReader = (field: SerializedFieldText) => TextReading | undefined;

/** Creates a validator that ignores schemas that cannot be evaluated; other rules report them. */
export function createValueValidator(document: Document) {
  const schemas = getSchemas(document);
  const explain: ValueValidator = (pointer, sides, value) => {
    let reason: string | undefined;
    for (const side of sides) {
      if (schemas.isValid(pointer, side, value)) return undefined;
      const [failure] = reduceToClosestBranch(schemas, side, schemas.validate(pointer, side, value));
      if (failure === undefined) return undefined;
      const { expected, actual } = describeViolation(failure);
      reason ??= `${failure.instance === "" ? "" : `${toPrintable(failure.instance)}: `}expected ${expected}, got ${actual}`;
    }
    return reason;
  };
  const validateValue: ValueValidator = (...input) => tryCall(() => explain(...input));
  const read: TextReader = (media, essence, isItem, text) => {
    if (essence === "application/x-www-form-urlencoded") return isItem ? undefined : readForm(schemas, media, text);
    if (/[/+]xml$/.test(essence)) return isItem ? undefined : readXmlText(schemas, joinPointer(media, "schema"), text);
    const stream = { schema: joinPointer(media, isItem ? "itemSchema" : "schema"), isItem, essence };
    const reading = isJsonLines(essence)
      ? readJsonLinesBody(schemas, stream, text)
      : essence === "text/event-stream" && isItem
        ? readServerSentEvents(schemas, stream, text)
        : undefined;
    return reading?.kind === "not-checked" ? undefined : reading;
  };
  const readText: TextReader = (...input) => tryCall(() => read(...input));
  const readField: FieldReader = (field) => tryCall(() => readSerializedField(schemas, field));
  return {
    validateValue,
    readText,
    readField,
    /** The schemas that the validator interprets differently than written. */
    reinterpreted: schemas.reinterpreted,
  };
}

function readXmlText(schemas: Schemas, schema: Pointer, text: string): TextReading | undefined {
  const reading = readXml(schemas, schema, text, "response");
  if (reading.kind !== "value") return reading.kind === "malformed" ? reading : undefined;
  const violation = reading.notes.find(({ kind }) => kind === "violation");
  return violation === undefined
    ? { kind: "value", value: reading.value }
    : { kind: "malformed", reason: `is not the XML that its schema describes: ${violation.reason}` };
}

/** A parameter or a header, whose text is to be read. */
type SerializedFieldText = {
  /** The pointer of its object. */
  readonly pointer: string;
  readonly location: string;
  readonly name: string;
  readonly text: string;
};

/** Reads the `serializedValue` of a parameter or header by its style; undefined if nothing defines its form. */
function readSerializedField(
  schemas: Schemas,
  { pointer, location, name, text }: SerializedFieldText,
): TextReading | undefined {
  const { document } = schemas;
  const value = asObject(valueAt(document.root, pointer)) ?? {};
  const isText = location === "path" || location === "header";
  // The specification describes examples of Set-Cookie by lines.
  if (location === "header" && name.toLowerCase() === "set-cookie") return undefined;
  const field = { name, ...readSerialization(document, { pointer, value }, isText ? "simple" : "form") };
  if (!isParameterLocation(document, location)) return undefined;
  const raw = location === "cookie" ? readCookies(field.style === "form", text) : splitLocation(location, text);
  return toTextReading(readRequestParameter(schemas, field, raw), name);
}

function readCookies(isForm: boolean, text: string): RawParameter {
  const pairs = text.split(/;\s*/).map((pair) => {
    const [, cookie = pair, raw = ""] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    return { name: cookie, raw: isForm ? decodePercentOrKeep(raw) : raw };
  });
  return { in: "cookie", pairs };
}

function toTextReading(reading: ReturnType<typeof readRequestParameter>, name: string): TextReading | undefined {
  if (reading.kind === "value") return { kind: "value", value: reading.value };
  if (reading.kind === "malformed") return reading;
  return reading.kind === "absent" ? { kind: "malformed", reason: `does not have the name "${name}"` } : undefined;
}
