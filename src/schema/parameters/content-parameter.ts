import { joinPointer, type Pointer } from "../../document/index.js";
import { coerce, getSchemaTypes } from "../analysis/coerce.js";
import type { Schemas } from "../validation/schemas.js";
import { parseJson } from "../values/parse-json.js";
import { readXml } from "../xml/read-xml.js";
import type { ParameterReading, SerializedField } from "./read-parameter.js";

/** `content` says that the value is a document of its own; JSON and XML are taken apart, and other text typed. */
export function readContentParameter(
  schemas: Schemas,
  { name, content }: SerializedField,
  text: string,
): ParameterReading {
  const { range = "", schema } = content ?? {};
  const names = [name];
  if (/[/+]json\b/i.test(range)) {
    try {
      return { kind: "value", value: parseJson(text), names };
    } catch {
      return { kind: "malformed", reason: "is not the JSON that its content type promises" };
    }
  }
  const isDocument = /[/+]xml\b/i.test(range) && canHoldElements(schemas, schema);
  if (isDocument && schema !== undefined) return readDocument(schemas, schema, { text, name });
  if (canBeText(schemas, schema, range)) return { kind: "value", value: coerce(schemas, schema, text), names };
  return { kind: "not-checked", reason: `is of type ${range}, which cannot be held against a schema`, names };
}

type ContentText = { readonly text: string; readonly name: string };

function readDocument(schemas: Schemas, schema: Pointer, { text, name }: ContentText): ParameterReading {
  const read = readXml(schemas, schema, text, "request");
  const names = [name];
  if (read.kind === "malformed") return { kind: "malformed", reason: "is not the XML that its content type promises" };
  const { diagnostics } = read.kind === "value" ? read : { diagnostics: [] };
  const [wrong] = diagnostics.filter(({ kind }) => kind === "invalid");
  if (wrong !== undefined) {
    const at = joinPointer("", ...wrong.tokens);
    return { kind: "malformed", reason: `is not written as the contract says: ${at}${at && ": "}${wrong.reason}` };
  }
  const [unsure] = diagnostics.filter(({ kind }) => kind === "unsure");
  const reason = read.kind === "not-checked" ? read.reason : unsure?.reason;
  if (read.kind === "value" && reason === undefined) return { kind: "value", value: read.value, names };
  return { kind: "not-checked", reason: `cannot be judged: ${reason}`, names };
}

function canHoldElements(schemas: Schemas, schema: Pointer | undefined): boolean {
  const types = getSchemaTypes(schemas, schema);
  return types.has("object") || types.has("array");
}

/** Whether a text is a value as it stands. */
function canBeText(schemas: Schemas, schema: Pointer | undefined, range: string): boolean {
  const types = getSchemaTypes(schemas, schema);
  if (types.size === 0 || types.has("string")) return true;
  return /^text\/plain\b/i.test(range) && !types.has("object") && !types.has("array");
}
