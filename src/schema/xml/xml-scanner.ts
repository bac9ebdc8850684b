import { skipDocumentType, skipSpace } from "./document-type.js";
import { NamespaceScope, type RawAttribute } from "./namespace-scope.js";
import type { XmlElement } from "./xml-element.js";
import { isXmlName, XML_NAME } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/** The maximum depth of a value that can be checked. */
const MAX_DEPTH = 500;
/** The maximum number of elements and attributes, each of which takes many times the memory of its text. */
const MAX_PARTS = 1_000_000;

/** Parses a text in one pass. */
export class XmlScanner {
  hasDeclarations = false;
  /** Why the scan stopped at a limit; empty if it did not. */
  limitReason = "";
  readonly #text: string;
  readonly #scope = new NamespaceScope();
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #parts = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get unbound(): ReadonlyMap<string, number> {
    return this.#scope.unbound;
  }

  /**
   * Returns the root element; undefined if a limit is exceeded.
   *
   * @throws {XmlSyntaxError} if the text is not well-formed XML.
   */
  readDocument(): XmlElement | undefined {
    const text = this.#text;
    const forbidden = text.search(FORBIDDEN_CHARACTER);
    if (forbidden !== -1) throw new XmlSyntaxError(forbidden, "the character is not allowed in XML");
    let at = this.#prolog();
    while (at < text.length && this.limitReason === "") at = this.#next(at);
    if (this.limitReason !== "") return undefined;
    const open = this.#open.at(-1);
    if (open !== undefined) throw new XmlSyntaxError(text.length, "the text ends inside an element");
    if (this.#root === undefined) throw new XmlSyntaxError(text.length, "expected a root element");
    return this.#root;
  }

  #prolog(): number {
    const text = this.#text;
    const from = text.startsWith("\ufeff") ? 1 : 0;
    if (!text.startsWith("<?xml", from) || !SPACE.test(text[from + 5] ?? "")) return from;
    DECLARATION.lastIndex = from;
    if (!DECLARATION.test(text)) throw new XmlSyntaxError(from, "expected an XML declaration of version 1");
    return DECLARATION.lastIndex;
  }

  /** Reads the text up to the next tag, and the tag. */
  #next(from: number): number {
    const text = this.#text;
    const found = text.indexOf("<", from);
    const at = found === -1 ? text.length : found;
    if (at > from) this.#characters(from, at);
    if (at === text.length) return at;
    switch (text[at + 1]) {
      case "/":
        return this.#endTag(at);
      case "?":
        return this.#instruction(at);
      case "!":
        return this.#markup(at);
      default:
        return this.#startTag(at);
    }
  }

  #characters(from: number, to: number): void {
    const raw = this.#text.slice(from, to);
    const open = this.#open.at(-1);
    if (open !== undefined) {
      open.text += readElementText({ raw, offset: from, hasDeclarations: this.hasDeclarations });
      return;
    }
    const at = skipSpace(this.#text, from);
    if (at < to) throw new XmlSyntaxError(at, "text is not allowed outside the root element");
  }

  #instruction(at: number): number {
    const text = this.#text;
    const target = readNameAt(text, at + 2);
    if (target === undefined || /^xml$/i.test(target))
      throw new XmlSyntaxError(at, "the processing instruction has no valid name");
    const after = at + 2 + target.length;
    const end = text.indexOf("?>", after);
    if (end === -1) throw new XmlSyntaxError(at, "the processing instruction is not closed");
    if (end !== after && !SPACE.test(text[after] ?? ""))
      throw new XmlSyntaxError(after, "expected white space after the name of the processing instruction");
    return end + 2;
  }

  /** Reads a comment, a CDATA section or the document type. */
  #markup(at: number): number {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("--", at + 4);
      if (end === -1) throw new XmlSyntaxError(at, "the comment is not closed");
      if (text[end + 2] !== ">") throw new XmlSyntaxError(end, `"--" is not allowed in a comment`);
      return end + 3;
    }
    const open = this.#open.at(-1);
    if (text.startsWith("<![CDATA[", at) && open !== undefined) {
      const end = text.indexOf("]]>", at);
      if (end === -1) throw new XmlSyntaxError(at, "the CDATA section is not closed");
      open.text += normalizeLineEnds(text.slice(at + 9, end));
      return end + 3;
    }
    const mayDeclare = open === undefined && this.#root === undefined && !this.#hasType;
    if (!mayDeclare || !text.startsWith("<!DOCTYPE", at)) throw new XmlSyntaxError(at, `unexpected "<!"`);
    this.#hasType = true;
    const { end, hasDeclarations } = skipDocumentType(text, at);
    this.hasDeclarations = hasDeclarations;
    return end;
  }

  #hasType = false;

  #startTag(start: number): number {
    const text = this.#text;
    const name = readNameAt(text, start + 1);
    if (name === undefined) throw new XmlSyntaxError(start, `"<" does not start a tag`);
    if (this.#root !== undefined) throw new XmlSyntaxError(start, "a second root element is not allowed");
    const { raw, end } = this.#attributes(start + 1 + name.length);
    const isEmpty = text[end] === "/";
    if (isEmpty && text[end + 1] !== ">") throw new XmlSyntaxError(end, "the tag is not closed");
    const contentStart = end + (isEmpty ? 2 : 1);
    this.#parts += 1 + raw.length;
    if (this.#parts > MAX_PARTS) this.limitReason = `it has more than ${MAX_PARTS} elements and attributes`;
    if (this.#open.length >= MAX_DEPTH) this.limitReason = "it is nested too deeply";
    const declared = this.#scope.enter(raw);
    const { local, namespace } = this.#scope.resolve(name, start, false);
    const attributes = this.#scope.attributes(raw);
    this.#open.push({
      name,
      local,
      namespace,
      attributes,
      children: NONE,
      text: "",
      textOffset: this.#open.at(-1)?.text.length ?? 0,
      start,
      contentStart,
      end: contentStart,
      declared,
    });
    if (isEmpty) this.#close(contentStart);
    return contentStart;
  }

  #attributes(from: number): { readonly raw: readonly RawAttribute[]; readonly end: number } {
    const text = this.#text;
    let raw: RawAttribute[] | undefined;
    let names: Set<string> | undefined;
    let at = from;
    while (true) {
      const start = skipSpace(text, at);
      const character = text[start];
      if (character === ">" || character === "/") return { raw: raw ?? NONE, end: start };
      if (character === undefined) throw new XmlSyntaxError(text.length, "the text ends inside a tag");
      const name = start === at ? undefined : readNameAt(text, start);
      if (name === undefined) throw new XmlSyntaxError(start, "expected an attribute");
      raw ??= [];
      names ??= new Set();
      if (names.has(name)) throw new XmlSyntaxError(start, "the attribute is a duplicate");
      names.add(name);
      const { value, contentStart, end } = this.#attributeValue(start + name.length);
      raw.push({ name, value, start, contentStart, end });
      at = end + 1;
    }
  }

  #attributeValue(from: number): Pick<RawAttribute, "value" | "contentStart" | "end"> {
    const text = this.#text;
    const equals = skipSpace(text, from);
    const open = text[equals] === "=" ? skipSpace(text, equals + 1) : equals;
    const quote = text[open];
    if (text[equals] !== "=" || (quote !== '"' && quote !== "'"))
      throw new XmlSyntaxError(open, "expected an attribute value in quotes");
    const contentStart = open + 1;
    const end = text.indexOf(quote, contentStart);
    if (end === -1) throw new XmlSyntaxError(open, "the attribute value is not closed");
    const { hasDeclarations } = this;
    return {
      value: readAttributeText({ raw: text.slice(contentStart, end), offset: contentStart, hasDeclarations }),
      contentStart,
      end,
    };
  }

  #endTag(at: number): number {
    const text = this.#text;
    const open = this.#open.at(-1);
    const name = readNameAt(text, at + 2);
    if (open === undefined || name !== open.name)
      throw new XmlSyntaxError(at, "the end tag does not match the start tag");
    const end = skipSpace(text, at + 2 + name.length);
    if (text[end] !== ">") throw new XmlSyntaxError(end, "the tag is not closed");
    this.#close(at);
    return end + 1;
  }

  #close(end: number): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    this.#scope.leave(open.declared);
    open.end = end;
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = open;
    else if (parent.children === NONE) parent.children = [open];
    else (parent.children as XmlElement[]).push(open);
  }
}

type OpenElement = { -readonly [Name in keyof XmlElement]: XmlElement[Name] } & {
  readonly declared: readonly string[];
};

const NONE: readonly never[] = [];
const SPACE = /[\t\n\r ]/;
const DECLARATION =
  /<\?xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(?:"1\.\d+"|'1\.\d+')(?:[\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(?:"(?:yes|no)"|'(?:yes|no)'))?[\t\n\r ]*\?>/y;

function readNameAt(text: string, at: number): string | undefined {
  XML_NAME.lastIndex = at;
  return XML_NAME.exec(text)?.[0];
}

/** Raw character data of a document. */
type CharacterData = {
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
  return resolveReferences(data, (raw) => normalizeLineEnds(raw).replace(/[\t\n]/g, " "));
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
const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
