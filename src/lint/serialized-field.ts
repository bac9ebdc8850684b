import { asObject, readSerialization, valueAt } from "../document/index.js";
import { type RawParameter, readParameter, readQuerystring, type Schemas, splitPairs } from "../schema/index.js";
import type { TextReading } from "./text-reading.js";

/** A parameter or a header, whose text is to be read. */
export type SerializedFieldText = {
  /** The pointer of its object. */
  readonly pointer: string;
  readonly location: string;
  readonly name: string;
  readonly text: string;
};

/** Reads the `serializedValue` of a parameter or header by its style; undefined if nothing defines its form. */
export function readSerializedField(
  schemas: Schemas,
  { pointer, location, name, text }: SerializedFieldText,
): TextReading | undefined {
  const { document } = schemas;
  const value = asObject(valueAt(document.root, pointer)) ?? {};
  const isText = location === "path" || location === "header";
  // The specification describes examples of Set-Cookie by lines.
  if (location === "header" && name.toLowerCase() === "set-cookie") return undefined;
  const field = { name, ...readSerialization(document, { pointer, value }, isText ? "simple" : "form") };
  if (location === "querystring")
    return toTextReading(readQuerystring(schemas, field, { text, pairs: splitPairs(text) }), name);
  const raw = createRawParameter(location, field.style === "form", text);
  return raw && toTextReading(readParameter(schemas, field, raw), name);
}

function createRawParameter(location: string, isForm: boolean, text: string): RawParameter | undefined {
  if (location === "path" || location === "header") return { in: location, text };
  if (location === "query") return { in: location, pairs: splitPairs(text) };
  if (location !== "cookie") return undefined;
  const pairs = text.split(/;\s*/).map((pair) => {
    const [, cookie = pair, raw = ""] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    return { name: cookie, raw: isForm ? decodePercent(raw) : raw };
  });
  return { in: location, pairs };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toTextReading(reading: ReturnType<typeof readParameter>, name: string): TextReading | undefined {
  if (reading.kind === "value") return { kind: "value", value: reading.value };
  if (reading.kind === "malformed") return reading;
  return reading.kind === "absent" ? { kind: "malformed", reason: `does not have the name "${name}"` } : undefined;
}
