import { isXmlName } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/** Raw character data of a document. */
export type CharacterData = {
  readonly raw: string;
  readonly offset: number;
  /** Whether the document type may declare entities. References to unknown entities are then dropped. */
  readonly hasDeclarations: boolean;
};

/** Reads the character data of an element: normalizes line ends and resolves references. */
export function readElementText(data: CharacterData): string {
  const close = data.raw.indexOf("]]>");
  if (close !== -1) throw new XmlSyntaxError(data.offset + close, `"]]>" is not allowed outside a CDATA section`);
  return resolveReferences(data, normalizeLineEnds);
}

/** Reads an attribute value: replaces white space by spaces and resolves references. */
export function readAttributeText(data: CharacterData): string {
  const tag = data.raw.indexOf("<");
  if (tag !== -1) throw new XmlSyntaxError(data.offset + tag, `"<" is not allowed in an attribute value`);
  return resolveReferences(data, normalizeWhitespace);
}

function normalizeWhitespace(raw: string): string {
  return normalizeLineEnds(raw).replace(/[\t\n]/g, " ");
}

export function normalizeLineEnds(raw: string): string {
  return raw.includes("\r") ? raw.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : raw;
}

/** Normalizes white space only between references: a character that is written as a reference stays as it is. */
function resolveReferences(
  { raw, offset, hasDeclarations }: CharacterData,
  normalize: (raw: string) => string,
): string {
  let at = raw.indexOf("&");
  if (at === -1) return normalize(raw);
  const parts: string[] = [];
  let from = 0;
  for (; at !== -1; at = raw.indexOf("&", from)) {
    const end = raw.indexOf(";", at);
    // A longer name is never a valid reference.
    const name = end === -1 || end - at > MAX_REFERENCE_LENGTH ? "" : raw.slice(at + 1, end);
    const text = PREDEFINED_ENTITIES.get(name) ?? resolveReference(name, offset + at, hasDeclarations);
    parts.push(normalize(raw.slice(from, at)), text);
    from = end + 1;
  }
  parts.push(normalize(raw.slice(from)));
  return parts.join("");
}

function resolveReference(name: string, at: number, hasDeclarations: boolean): string {
  if (name.startsWith("#")) {
    const text = resolveCharacterReference(name);
    if (text === undefined) throw new XmlSyntaxError(at, "the reference is not to a valid XML character");
    return text;
  }
  if (!isXmlName(name)) throw new XmlSyntaxError(at, `"&" does not start a valid reference`);
  if (!hasDeclarations) throw new XmlSyntaxError(at, "the reference is to an undeclared entity");
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

/** The maximum length of a reference. Numbers may have leading zeros, but not so many in practice. */
const MAX_REFERENCE_LENGTH = 1000;

/** Characters that XML does not allow, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
export const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
