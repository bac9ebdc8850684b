import { isJsonType, type Pointer } from "../../document/index.js";
import { tryParseExactJson } from "../../document/values/parse-json.js";
import type { Schemas } from "../validation/schemas.js";
import { readXml } from "../xml/read-xml.js";
import { coerce, getSchemaTypes, type ParameterReading, type SerializedField } from "./decoding.js";

/** Reads a parameter with `content`: parses JSON and XML, and converts other text to the type of the schema. */
export function readContentParameter(
  schemas: Schemas,
  { name, content }: Pick<SerializedField, "name" | "content">,
  text: string,
): ParameterReading {
  const { range = "", schema } = content ?? {};
  const names = [name];
  if (isJsonType(range)) {
    const value = tryParseExactJson(text);
    if (value !== undefined) return { kind: "value", value, names };
    return { kind: "malformed", mode: "JSON", reason: "is not valid JSON, as its content type requires" };
  }
  const isElement = /[/+]xml\b/i.test(range) && canHoldElements(schemas, schema);
  if (isElement && schema !== undefined) return readXmlContent(schemas, schema, { text, name });
  if (canBeText(schemas, schema, range)) return { kind: "value", value: coerce(schemas, schema, text), names };
  return { kind: "not-checked", reason: `has content type ${range}, which cannot be checked against a schema`, names };
}

type ContentText = { readonly text: string; readonly name: string };

function readXmlContent(schemas: Schemas, schema: Pointer, { text, name }: ContentText): ParameterReading {
  const reading = readXml(schemas, schema, text, "request");
  const names = [name];
  if (reading.kind === "malformed")
    return { kind: "malformed", mode: "XML", reason: "is not well-formed XML, as its content type requires" };
  const notes = reading.kind === "value" ? reading.notes : [];
  const violation = notes.find(({ kind }) => kind === "violation");
  if (violation !== undefined) {
    const { instance: at } = violation;
    return {
      kind: "malformed",
      mode: violation.valueClass,
      reason: `does not match the XML format in the spec: ${at}${at && ": "}${violation.reason}`,
    };
  }
  const undecided = notes.find(({ kind }) => kind === "undecided");
  const reason = reading.kind === "not-checked" ? reading.reason : undecided?.reason;
  if (reading.kind === "value" && reason === undefined) return { kind: "value", value: reading.value, names };
  return { kind: "not-checked", reason: `cannot be checked: ${reason}`, names };
}

/** Whether the schema of an XML text has a value with elements. */
export function canHoldElements(schemas: Schemas, schema: Pointer | undefined): schema is Pointer {
  const types = getSchemaTypes(schemas, schema);
  return types.has("object") || types.has("array");
}

/** Whether the text is the value, without parsing. */
function canBeText(schemas: Schemas, schema: Pointer | undefined, range: string): boolean {
  const types = getSchemaTypes(schemas, schema);
  if (types.size === 0 || types.has("string")) return true;
  return /^text\/plain\b/i.test(range) && !types.has("object") && !types.has("array");
}
