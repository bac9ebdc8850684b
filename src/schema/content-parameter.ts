import { joinPointer, type Pointer } from "../document/index.js";
import { coerce, typesOf } from "./coerce.js";
import { parseJson } from "./exact-json.js";
import type { Schemas } from "./schemas.js";
import type { ParameterReading, Serialized } from "./serialization.js";
import { readXml } from "./xml/read-xml.js";

/** `content` says that the value is a document of its own; JSON and XML are taken apart, and other text typed. */
export function readContent(schemas: Schemas, { name, content }: Serialized, text: string): ParameterReading {
  const { range = "", schema } = content ?? {};
  const names = [name];
  if (/[/+]json\b/i.test(range)) {
    try {
      return { kind: "value", value: parseJson(text), names };
    } catch {
      return { kind: "malformed", reason: "is not the JSON that its content type promises" };
    }
  }
  const isDocument = /[/+]xml\b/i.test(range) && holdsElements(schemas, schema);
  if (isDocument && schema !== undefined) return readDocument(schemas, schema, { text, name });
  if (mayBeText(schemas, schema, range)) return { kind: "value", value: coerce(schemas, schema, text), names };
  return { kind: "unjudged", reason: `is of type ${range}, which cannot be held against a schema`, names };
}

type Written = { readonly text: string; readonly name: string };

function readDocument(schemas: Schemas, schema: Pointer, { text, name }: Written): ParameterReading {
  const read = readXml(schemas, schema, text, "request");
  const names = [name];
  if (read.kind === "malformed") return { kind: "malformed", reason: "is not the XML that its content type promises" };
  const { notes } = read.kind === "value" ? read : { notes: [] };
  const [wrong] = notes.filter(({ kind }) => kind === "invalid");
  if (wrong !== undefined) {
    const at = joinPointer("", ...wrong.tokens);
    return { kind: "malformed", reason: `is not written as the contract says: ${at}${at && ": "}${wrong.reason}` };
  }
  const [unsure] = notes.filter(({ kind }) => kind === "unsure");
  const reason = read.kind === "unjudged" ? read.reason : unsure?.reason;
  if (read.kind === "value" && reason === undefined) return { kind: "value", value: read.value, names };
  return { kind: "unjudged", reason: `cannot be judged: ${reason}`, names };
}

function holdsElements(schemas: Schemas, schema: Pointer | undefined): boolean {
  const types = typesOf(schemas, schema);
  return types.has("object") || types.has("array");
}

/** Whether a text is a value as it stands. */
function mayBeText(schemas: Schemas, schema: Pointer | undefined, range: string): boolean {
  const types = typesOf(schemas, schema);
  if (types.size === 0 || types.has("string")) return true;
  return /^text\/plain\b/i.test(range) && !types.has("object") && !types.has("array");
}
