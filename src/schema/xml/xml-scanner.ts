import { FORBIDDEN_CHARACTER, normalizeLineEnds, readAttributeText, readElementText } from "./character-data.js";
import { skipDocumentType, skipSpace } from "./document-type.js";
import { NamespaceScope, type RawAttribute } from "./namespace-scope.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import { XML_NAME } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/** As deep as any value may be that is judged. */
const MAX_DEPTH = 500;
/** Elements and attributes: each takes many times the memory of its text. */
const MAX_PARTS = 1_000_000;

/** Goes through a text once, from its first character to its last. */
export class XmlScanner {
  hasDeclarations = false;
  /** Why it was not read to its end. */
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
   * The root element; undefined where there is too much of it.
   *
   * @throws XmlTrouble where the text is not XML.
   */
  readDocument(): XmlElement | undefined {
    const text = this.#text;
    const bad = text.search(FORBIDDEN_CHARACTER);
    if (bad !== -1) throw new XmlSyntaxError(bad, "a character stands here that XML does not have");
    let at = this.#prolog();
    while (at < text.length && this.limitReason === "") at = this.#next(at);
    if (this.limitReason !== "") return undefined;
    const open = this.#open.at(-1);
    if (open !== undefined) throw new XmlSyntaxError(text.length, "the text ends within an element");
    if (this.#root === undefined) throw new XmlSyntaxError(text.length, "there is no element");
    return this.#root;
  }

  #prolog(): number {
    const text = this.#text;
    const from = text.startsWith("\ufeff") ? 1 : 0;
    if (!text.startsWith("<?xml", from) || !SPACE.test(text[from + 5] ?? "")) return from;
    DECLARATION.lastIndex = from;
    if (!DECLARATION.test(text)) throw new XmlSyntaxError(from, "this is no XML declaration of version 1");
    return DECLARATION.lastIndex;
  }

  /** Reads the text up to the next tag, and that. */
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
        return this.#marked(at);
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
    if (at < to) throw new XmlSyntaxError(at, "text stands outside of the root element");
  }

  #instruction(at: number): number {
    const text = this.#text;
    const target = readNameAt(text, at + 2);
    if (target === undefined || /^xml$/i.test(target))
      throw new XmlSyntaxError(at, "this is no processing instruction");
    const after = at + 2 + target.length;
    const end = text.indexOf("?>", after);
    if (end === -1) throw new XmlSyntaxError(at, "a processing instruction does not end");
    if (end !== after && !SPACE.test(text[after] ?? ""))
      throw new XmlSyntaxError(after, "no white space follows the name of a processing instruction");
    return end + 2;
  }

  /** A comment, a CDATA section or the document type. */
  #marked(at: number): number {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("--", at + 4);
      if (end === -1) throw new XmlSyntaxError(at, "a comment does not end");
      if (text[end + 2] !== ">") throw new XmlSyntaxError(end, `"--" stands in a comment`);
      return end + 3;
    }
    const open = this.#open.at(-1);
    if (text.startsWith("<![CDATA[", at) && open !== undefined) {
      const end = text.indexOf("]]>", at);
      if (end === -1) throw new XmlSyntaxError(at, "a CDATA section does not end");
      open.text += normalizeLineEnds(text.slice(at + 9, end));
      return end + 3;
    }
    const mayDeclare = open === undefined && this.#root === undefined && !this.#hasType;
    if (!mayDeclare || !text.startsWith("<!DOCTYPE", at))
      throw new XmlSyntaxError(at, `"<!" begins nothing that may stand here`);
    this.#hasType = true;
    const { end, hasDeclarations } = skipDocumentType(text, at);
    this.hasDeclarations = hasDeclarations;
    return end;
  }

  #hasType = false;

  #startTag(start: number): number {
    const text = this.#text;
    const name = readNameAt(text, start + 1);
    if (name === undefined) throw new XmlSyntaxError(start, `"<" begins no tag`);
    if (this.#root !== undefined) throw new XmlSyntaxError(start, "there is an element after the root element");
    const { raw, end } = this.#attributes(start + 1 + name.length);
    const isEmpty = text[end] === "/";
    if (isEmpty && text[end + 1] !== ">") throw new XmlSyntaxError(end, "a tag does not end");
    const contentStart = end + (isEmpty ? 2 : 1);
    this.#parts += 1 + raw.length;
    if (this.#parts > MAX_PARTS) this.limitReason = `it has more than ${MAX_PARTS} elements and attributes`;
    if (this.#open.length >= MAX_DEPTH) this.limitReason = "it is nested too deeply to be judged";
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
      if (character === undefined) throw new XmlSyntaxError(text.length, "the text ends within a tag");
      const name = start === at ? undefined : readNameAt(text, start);
      if (name === undefined) throw new XmlSyntaxError(start, "no attribute can begin here");
      raw ??= [];
      names ??= new Set();
      if (names.has(name)) throw new XmlSyntaxError(start, "an attribute is there twice");
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
      throw new XmlSyntaxError(open, "an attribute has no value in quotes");
    const contentStart = open + 1;
    const end = text.indexOf(quote, contentStart);
    if (end === -1) throw new XmlSyntaxError(open, "the value of an attribute does not end");
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
      throw new XmlSyntaxError(at, "an end tag has another name than the element that it ends");
    const end = skipSpace(text, at + 2 + name.length);
    if (text[end] !== ">") throw new XmlSyntaxError(end, "a tag does not end");
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

type OpenElement = {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  children: readonly XmlElement[];
  text: string;
  readonly start: number;
  readonly contentStart: number;
  end: number;
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
