import fc, { type Arbitrary } from "fast-check";
import type { Document, HeaderDefinition as HeaderObject, Parameter } from "../../src/document/index.js";
import type { HeaderField } from "../../src/recording/index.js";
import { arbitraryValue } from "./arbitrary-value.js";
import { Ungeneratable } from "./ungeneratable.js";

/** A parameter and its serialized value: one text, or a text for each pair of a query. */
export type Written = { readonly parameter: Parameter; readonly texts: readonly string[] };

/** A value of a parameter, serialized in its style; undefined if it is omitted. */
export function arbitraryParameter(document: Document, parameter: Parameter): Arbitrary<Written | undefined> {
  const { schema, required } = parameter;
  if (schema === undefined) return absent(required);
  const texts = writtenBy(arbitraryValue(document, schema, { side: "request" }), (value) => inStyle(parameter, value));
  const written = texts.map((it) => ({ parameter, texts: it }));
  return required ? written : fc.option(written, { nil: undefined });
}

export function arbitraryHeader(document: Document, header: HeaderObject): Arbitrary<HeaderField | undefined> {
  const { name, schema, required, explode } = header;
  if (schema === undefined) return absent(required);
  const texts = writtenBy(arbitraryValue(document, schema, { side: "response" }), (value) => inHeader(value, explode));
  const written = texts.map(([text = ""]): HeaderField => [name, text]);
  return required ? written : fc.option(written, { nil: undefined });
}

function absent(required: boolean): Arbitrary<undefined> {
  if (required) throw new Ungeneratable("a required parameter or header with content");
  return fc.constant(undefined);
}

/** Keeps only values that can be serialized. Checks first that some can, because the filter would never end otherwise. */
function writtenBy(
  values: Arbitrary<unknown>,
  write: (value: unknown) => readonly string[] | undefined,
): Arbitrary<readonly string[]> {
  const texts = values.map(write).filter((it) => it !== undefined);
  if (!fc.sample(values, { numRuns: 100, seed: 1 }).some((it) => write(it) !== undefined))
    throw new Ungeneratable("no value that can be written");
  return texts;
}

/** Returns undefined if the style cannot represent the value unambiguously. */
function inStyle(parameter: Parameter, value: unknown): readonly string[] | undefined {
  switch (parameter.in) {
    case "query":
      return inQuery(parameter, value);
    case "path":
      return inPath(parameter, value);
    case "header":
      return inHeader(value, parameter.explode);
    case "cookie":
      return isScalar(value) && /^[!-~]+$/.test(String(value).replace(/[;,"\\\s]/g, "\n"))
        ? [String(value)]
        : undefined;
  }
}

function inQuery({ name, style, explode }: Parameter, value: unknown): readonly string[] | undefined {
  const pair = (key: string, text: string): string => `${encodeURIComponent(key)}=${text}`;
  if (isScalar(value)) return style === "deepObject" ? undefined : [pair(name, encodeURIComponent(String(value)))];
  if (style === "deepObject")
    return pairsOf(value)?.map(([key, text]) => `${encodeURIComponent(name)}[${encodeURIComponent(key)}]=${text}`);
  const separator = { form: ",", spaceDelimited: "%20", pipeDelimited: "|" }[style as string];
  const items = itemsOf(value);
  if (separator === undefined || items === undefined) return undefined;
  if (!explode && style !== "form" && items.some((it) => /%20|%7C/.test(it))) return undefined;
  return explode ? items.map((it) => pair(name, it)) : [pair(name, items.join(separator))];
}

function inPath({ name, style, explode }: Parameter, value: unknown): readonly string[] | undefined {
  const { before, between } = {
    simple: { before: "", between: "," },
    label: { before: ".", between: explode ? "." : "," },
    matrix: { before: `;${name}=`, between: explode ? `;${name}=` : "," },
  }[style as "simple" | "label" | "matrix"];
  const items = isScalar(value) ? [encodeURIComponent(String(value))] : itemsOf(value);
  const text = items?.join(between);
  // A dot separates the items of a label, and segments of dots are relative path segments.
  if (text === undefined || text === "" || /^\.{1,2}$/.test(before + text)) return undefined;
  return style === "label" && items?.some((it) => it.includes(".")) ? undefined : [before + text];
}

/** Text that a header can represent without loss. */
const HEADER_TEXT = /^[!-~]([ -~]*[!-~])?$/;

function inHeader(value: unknown, explode: boolean): readonly string[] | undefined {
  if (isScalar(value)) return HEADER_TEXT.test(String(value)) ? [String(value)] : undefined;
  const isList = Array.isArray(value);
  const pairs: unknown[][] = isList ? value.map((it) => [it]) : Object.entries(value ?? {});
  const parts = pairs.flatMap((pair) => (explode ? [pair.join("=")] : pair)).map(String);
  const part = isList ? /^[^,"]+$/ : /^[^,="]+$/;
  const isCarried = pairs.length > 0 && pairs.flat().every((it) => isScalar(it) && part.test(String(it)));
  return isCarried && parts.every((it) => HEADER_TEXT.test(it)) ? [parts.join(",")] : undefined;
}

function itemsOf(value: unknown): readonly string[] | undefined {
  const isCarried = Array.isArray(value) && value.length > 0 && value.every((it) => isScalar(it) && it !== "");
  return isCarried ? value.map((it) => encodeURIComponent(String(it))) : undefined;
}

function pairsOf(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value);
  if (pairs.length === 0 || !pairs.every(([, it]) => isScalar(it))) return undefined;
  return pairs.map(([key, it]) => [key, encodeURIComponent(String(it))]);
}

/** Null cannot be serialized, and the text "null" is ambiguous. */
function isScalar(value: unknown): boolean {
  return (typeof value === "string" && value !== "null") || typeof value === "number" || typeof value === "boolean";
}
