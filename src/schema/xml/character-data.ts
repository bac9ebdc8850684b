import { isXmlName } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/** How text that stands in a document is read. */
export type CharacterData = {
  readonly raw: string;
  readonly offset: number;
  /** Whether a document type may declare entities that nobody here knows; what they stand for is left out. */
  readonly hasDeclarations: boolean;
};

/** Character data of an element: ends of lines made one, references resolved. */
export function readElementText(data: CharacterData): string {
  const close = data.raw.indexOf("]]>");
  if (close !== -1) throw new XmlSyntaxError(data.offset + close, `"]]>" stands outside of a CDATA section`);
  return resolveReferences(data, normalizeLineEnds);
}

/** The value of an attribute: white space made spaces, references resolved. */
export function readAttributeText(data: CharacterData): string {
  const tag = data.raw.indexOf("<");
  if (tag !== -1) throw new XmlSyntaxError(data.offset + tag, `"<" stands in the value of an attribute`);
  return resolveReferences(data, normalizeWhitespace);
}

function normalizeWhitespace(raw: string): string {
  return normalizeLineEnds(raw).replace(/[\t\n]/g, " ");
}

export function normalizeLineEnds(raw: string): string {
  return raw.includes("\r") ? raw.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : raw;
}

/** What stands between references has its space changed; a character that is written by its number stays itself. */
function resolveReferences({ raw, offset, hasDeclarations }: CharacterData, spaced: (raw: string) => string): string {
  let at = raw.indexOf("&");
  if (at === -1) return spaced(raw);
  const parts: string[] = [];
  let from = 0;
  for (; at !== -1; at = raw.indexOf("&", from)) {
    const end = raw.indexOf(";", at);
    // A name longer than any that is meant as one need not be looked at.
    const name = end === -1 || end - at > MAX_REFERENCE_LENGTH ? "" : raw.slice(at + 1, end);
    const text = PREDEFINED_ENTITIES.get(name) ?? resolveReference(name, offset + at, hasDeclarations);
    parts.push(spaced(raw.slice(from, at)), text);
    from = end + 1;
  }
  parts.push(spaced(raw.slice(from)));
  return parts.join("");
}

function resolveReference(name: string, at: number, hasDeclarations: boolean): string {
  if (name.startsWith("#")) {
    const text = resolveCharacterReference(name);
    if (text === undefined) throw new XmlSyntaxError(at, "a reference names no character of XML");
    return text;
  }
  if (!isXmlName(name)) throw new XmlSyntaxError(at, `"&" begins no reference`);
  if (!hasDeclarations) throw new XmlSyntaxError(at, "a reference names an entity that is not declared");
  return "";
}

const PREDEFINED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["apos", "'"],
  ["quot", '"'],
]);

function resolveCharacterReference(reference: string): string | undefined {
  const [, decimal, hexadecimal] = /^#(?:(\d+)|x([0-9a-fA-F]+))$/.exec(reference) ?? [];
  const digits = decimal ?? hexadecimal;
  if (digits === undefined) return undefined;
  const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  const text = code > 0x10ffff ? "" : String.fromCodePoint(code);
  return text === "" || FORBIDDEN_CHARACTER.test(text) ? undefined : text;
}

/** Zeros in front of a number count for nothing, and nobody writes many. */
const MAX_REFERENCE_LENGTH = 1000;

/** What may not stand in XML, not even by its number. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
