import { decodePercentOrKeep } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { getSchemaTypes, type SerializedField } from "./decoding.js";
import { getDelimiter, type RawParameter, readParameter } from "./read-parameter.js";

/**
 * Explains why the encoding of an invalid parameter or form field makes it invalid: a sentence about the encoding with which
 * the value would be valid. Undefined if no other encoding helps. The text contains no part of the value.
 */
export function explainEncoding(schemas: Schemas, field: SerializedField, raw: RawParameter): string | undefined {
  const texts = listTexts(field, raw);
  if (texts.length === 0) return undefined;
  const isValid = (rewritten: readonly string[]): boolean => {
    const reading = readParameter(schemas, field, replaceTexts(field, raw, rewritten));
    const schema = field.schema ?? field.content?.schema;
    return reading.kind === "value" && schema !== undefined && schemas.isValid(schema, "request", reading.value);
  };
  const separators = explainSeparators(schemas, { field, raw, texts }, isValid);
  if (separators !== undefined) return separators;
  for (const { sent, places, rewrite, hint } of REWRITES)
    if (places.includes(raw.in) && texts.some((it) => sent.test(it)) && isValid(texts.map(rewrite))) return hint;
  return raw.in === "path" && texts.some((it) => /%2F/i.test(it)) ? SLASH_HINT : undefined;
}

/** The encoded values of the field: one, or several if its name is repeated. */
function listTexts({ name: own, style }: SerializedField, raw: RawParameter): readonly string[] {
  if ("text" in raw) return [raw.text];
  const isOwn = (name: string): boolean => name === own || (style === "deepObject" && name.startsWith(`${own}[`));
  return raw.pairs.flatMap((pair) => (isOwn(pair.name) ? [pair.raw] : []));
}

/** Replaces the values of a field; further values repeat its name. */
function replaceTexts(
  { name: own, style }: SerializedField,
  raw: RawParameter,
  texts: readonly string[],
): RawParameter {
  if ("text" in raw) return { ...raw, text: texts.join(",") };
  if (style !== "deepObject") return { ...raw, pairs: texts.map((text) => ({ name: own, raw: text })) };
  const names = raw.pairs.flatMap(({ name }) => (name === own || name.startsWith(`${own}[`) ? [name] : []));
  return { ...raw, pairs: texts.map((text, index) => ({ name: names[index] ?? own, raw: text })) };
}

type Rewrite = {
  readonly sent: RegExp;
  readonly places: readonly RawParameter["in"][];
  readonly rewrite: (text: string) => string;
  readonly hint: string;
};

/** Encodings that clients confuse, and the text in the right one. */
const REWRITES: readonly Rewrite[] = [
  {
    sent: /%25[0-9a-f]{2}/i,
    places: ["path", "query"],
    rewrite: (text) => text.replaceAll(/%25([0-9a-f]{2})/gi, "%$1"),
    hint: 'the value is percent-encoded twice ("%25" is an encoded percent sign)',
  },
  {
    sent: /\+/,
    places: ["query"],
    rewrite: (text) => text.replaceAll("+", "%2B"),
    hint: '"+" is a space here; encode a plus sign as %2B',
  },
  {
    sent: /\+/,
    places: ["path"],
    rewrite: (text) => text.replaceAll("+", "%20"),
    hint: '"+" is a plus sign in a path; encode a space as %20',
  },
  {
    sent: /%[0-9a-f]{2}/i,
    places: ["header", "cookie"],
    rewrite: (text) => text.replaceAll(/(%[0-9a-f]{2})+/gi, decodePercentOrKeep),
    hint: "headers and cookies are not percent-decoded; send the characters themselves",
  },
  {
    sent: /^("|%22).*\1$/is,
    places: ["path", "query", "header", "cookie"],
    rewrite: (text) => text.replace(/^("|%22)(.*)\1$/is, "$2"),
    hint: "the quotation marks are part of the value; send it without them",
  },
  {
    sent: /^(%20|\+)|(%20|\+)$/,
    places: ["path", "query"],
    rewrite: (text) => text.replace(/^(%20|\+)+/, "").replace(/(%20|\+)+$/, ""),
    hint: "the spaces around the value are part of it; send it without them",
  },
];

const SLASH_HINT = '"%2F" is a slash in the value, and does not end the path segment';

/** The separators that clients use, encoded ones first, because an encoded text also contains none of the plain ones. */
const SEPARATORS: readonly (readonly [name: string, sent: RegExp])[] = [
  ["encoded commas", /%2C/i],
  ["commas", /,/],
  ['encoded "|"', /%7C/i],
  ['"|"', /\|/],
  ["encoded spaces", /%20/],
  ["spaces", /\+| /],
  ['";"', /;|%3B/i],
];

type SentField = { readonly field: SerializedField; readonly raw: RawParameter; readonly texts: readonly string[] };

/** Explains a list or object whose items are separated in another way than its style requires. */
function explainSeparators(
  schemas: Schemas,
  { field, raw, texts }: SentField,
  isValid: (rewritten: readonly string[]) => boolean,
): string | undefined {
  const types = getSchemaTypes(schemas, field.schema);
  const { name: expected, text } = "text" in raw || !field.explode ? getDelimiter(field) : REPEATED;
  const isList = (types.has("array") || types.has("object")) && LIST_STYLES.includes(field.style);
  for (const [name, sent] of isList ? SEPARATORS : []) {
    const parts = texts.flatMap((it) => it.split(sent));
    if (parts.length === texts.length || !isValid(text === "" ? parts : [parts.join(text)])) continue;
    if (name === `encoded ${expected}`) return COMMA_HINT;
    return `the items are separated by ${name}; expected ${expected}`;
  }
  return undefined;
}

const COMMA_HINT =
  '"%2C" is a comma in the value and does not separate items; send "," itself (RFC 6570, section 3.2.1)';
const REPEATED = { name: "the name repeated for each item", text: "" };
const LIST_STYLES: readonly string[] = ["form", "simple", "cookie", "spaceDelimited", "pipeDelimited"];
