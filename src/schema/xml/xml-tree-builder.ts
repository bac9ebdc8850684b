import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import { isXmlName, XML_NAME } from "./xml-names.js";

/** The maximum depth of a value that can be checked. */
const MAX_DEPTH = 500;
/** The maximum number of elements and attributes, each of which takes many times the memory of its text. */
const MAX_PARTS = 1_000_000;

/** Thrown where a text is not well-formed XML, with a constant message. `parseXml` catches it and returns a reason instead. */
export class XmlSyntaxError extends Error {
  override name = "XmlSyntaxError" as const;
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Builds the elements of a text from the events of the parser. */
export class XmlTreeBuilder {
  /** Undeclared prefixes, with the offset of their first use. */
  readonly unbound = new Map<string, number>();
  readonly #text: string;
  readonly #parser = new SaxesParser({
    xmlns: true,
    // Error messages without positions.
    position: false,
    // A document of any version 1.x is read as one of version 1.0.
    defaultXMLVersion: "1.0",
    forceXMLVersion: true,
    // The parser calls this for undeclared prefixes, which would be errors otherwise.
    resolvePrefix: (prefix: string) => (prefix === "" ? undefined : UNBOUND + prefix),
  });
  /** The attributes of the tag that is being read. */
  #attributes: Attribute[] = [];
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #parts = 0;
  #hasDeclarations = false;

  constructor(text: string) {
    this.#text = text;
    this.#parser.on("error", ({ message }) => this.#fail(message));
    this.#parser.on("attribute", (attribute) => this.#addAttribute(attribute));
    this.#parser.on("opentag", (tag) => this.#openElement(tag));
    this.#parser.on("closetag", (tag) => this.#closeElement(tag));
    this.#parser.on("text", (part) => this.#addText(part));
    this.#parser.on("cdata", (part) => this.#addText(part));
    // One more handler makes V8 store the properties of the parser in a dictionary, which is three times as slow.
    if (text.includes("<!DOCTYPE")) this.#parser.on("doctype", (content) => this.#readDocumentType(content));
  }

  /**
   * Returns the root element.
   *
   * @throws {XmlSyntaxError} if the text is not well-formed XML.
   * @throws {CannotValidateError} if a limit is exceeded, or the document type has declarations.
   */
  readDocument(): XmlElement {
    const forbidden = this.#text.search(FORBIDDEN);
    if (forbidden !== -1) throw new XmlSyntaxError(forbidden, "disallowed character");
    this.#parser.write(this.#text).close();
    if (this.#root === undefined) throw new XmlSyntaxError(this.#text.length, "expected a root element");
    if (this.#hasDeclarations)
      throw new CannotValidateError("it has a document type declaration, whose entities are not expanded or fetched");
    return this.#root;
  }

  #fail(message: string): void {
    // The document type may declare it.
    if (this.#hasDeclarations && message === "undefined entity.") return;
    const last = Math.max(this.#parser.position - 1, 0);
    const isTag = this.#text.charAt(last) === ">" && this.#text.charAt(last - 1) !== "]";
    const offset = isTag ? this.#findTagStart() : last;
    // The parser takes the text up to the next semicolon for the name of an entity, and fails there.
    for (const { 0: part, index } of this.#text.matchAll(AMPERSAND)) {
      if (index > last) break;
      if (part === "&") throw new XmlSyntaxError(index, '"&" does not start a valid reference');
    }
    // What follows a colon is from the text.
    throw new XmlSyntaxError(offset, message.replace(/(: [\s\S]*|\.| )$/, ""));
  }

  #readDocumentType(content: string): void {
    const declared = hasDeclarations(content);
    if (declared === undefined) this.#fail("malformed document type declaration");
    this.#hasDeclarations = declared === true;
  }

  #addAttribute(attribute: SaxesAttributeNS): void {
    this.#checkName(attribute);
    this.#countPart();
    const text = this.#text;
    const end = this.#parser.position - 1;
    const contentStart = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    this.#attributes.push({ attribute, start: text.lastIndexOf(attribute.name, contentStart), contentStart, end });
  }

  #openElement(tag: SaxesTagNS): void {
    this.#checkName(tag);
    this.#countPart();
    if (this.#open.length >= MAX_DEPTH) throw new CannotValidateError("it is nested too deeply");
    const { name, local, ns } = tag;
    const contentStart = this.#parser.position;
    const start = this.#findTagStart();
    this.#open.push({
      name,
      local,
      namespace: this.#readNamespace(tag, start),
      attributes: this.#takeAttributes(tag),
      children: NONE,
      text: "",
      textOffset: this.#open.at(-1)?.text.length ?? 0,
      start,
      contentStart,
      end: contentStart,
      ns,
    });
  }

  /** Returns the attributes of a tag without those that declare namespaces. */
  #takeAttributes({ ns }: SaxesTagNS): readonly XmlAttribute[] {
    if (this.#attributes.length === 0) return NONE;
    const taken: XmlAttribute[] = [];
    for (const { attribute, start, contentStart, end } of this.#attributes) {
      const { name, prefix, local, uri, value } = attribute;
      if (name === "xmlns" || prefix === "xmlns") continue;
      const namespace = prefix === "" ? "" : this.#readNamespace({ prefix, uri, ns }, start);
      taken.push({ name, local, namespace, value, start, contentStart, end });
    }
    this.#attributes = [];
    return taken;
  }

  #readNamespace({ prefix, uri, ns }: Pick<SaxesTagNS, "prefix" | "uri" | "ns">, start: number): string {
    const outer = this.#open.at(-1)?.ns;
    // The parser looks for a prefix in each ancestor, which takes long for many elements at a great depth.
    if (outer !== undefined && !(prefix in ns)) outer[prefix] = uri;
    if (!uri.startsWith(UNBOUND)) return uri;
    if (!this.unbound.has(prefix)) this.unbound.set(prefix, start);
    return "";
  }

  #closeElement({ isSelfClosing }: SaxesTagNS): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    if (!isSelfClosing) element.end = this.#findTagStart();
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else if (parent.children === NONE) parent.children = [element];
    else (parent.children as XmlElement[]).push(element);
  }

  #addText(part: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += part;
  }

  /** The offset of the tag that ends at the position of the parser. A tag cannot contain another `<`. */
  #findTagStart(): number {
    return this.#text.lastIndexOf("<", this.#parser.position - 1);
  }

  /** The parser does not check the first character after a prefix. */
  #checkName({ prefix, local }: { readonly prefix: string; readonly local: string }): void {
    if (prefix !== "" && !isXmlName(local)) this.#fail("malformed name");
  }

  #countPart(): void {
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new CannotValidateError(`it has more than ${MAX_PARTS} elements and attributes`);
  }
}

type OpenElement = { -readonly [Name in keyof XmlElement]: XmlElement[Name] } & Pick<SaxesTagNS, "ns">;
type Attribute = Pick<XmlAttribute, "start" | "contentStart" | "end"> & {
  /** Without its namespace until the end of the tag. */
  readonly attribute: SaxesAttributeNS;
};

const NONE: readonly never[] = [];
/** Starts the namespaces of undeclared prefixes. XML cannot contain this character. */
const UNBOUND = "\0";
/** An `&` without a name and a semicolon, or text that may contain it. */
const AMPERSAND = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|&(?![^\s&<;]{1,1000};)/g;
/** What the parser does not reject: half a character, and references of more than a thousand digits. */
const FORBIDDEN = /\p{Surrogate}|&#[\da-fA-Fx]{999}/u;

/**
 * Whether a document type has declarations or an external identifier; undefined if it is malformed. Its declarations are
 * ignored: an entity that is never expanded cannot exhaust memory, and one that is never fetched cannot leak data.
 *
 * @param content - The text after `<!DOCTYPE`, whose quotes, comments and brackets are closed.
 */
function hasDeclarations(content: string): boolean | undefined {
  const [head, external] = HEAD.exec(content) ?? [];
  if (head === undefined) return undefined;
  const rest = content.slice(head.length);
  if (rest === "") return external !== undefined;
  const [, subset] = /^\[([\s\S]*)\][\t\n\r ]*$/.exec(rest) ?? [];
  // Expressions without repeated groups, which would need a stack for a long text.
  const unquoted = subset?.replace(QUOTED, "$1$2$3$4$5$6");
  if (subset === undefined || unquoted?.replace(DECLARATIONS, "") !== "") return undefined;
  return external !== undefined || subset.trim() !== "";
}

const SPACE = "[\\t\\n\\r ]";
const LITERAL = `${SPACE}+(?:"[^"]*"|'[^']*')`;
const HEAD = new RegExp(`^${SPACE}+${XML_NAME}(${SPACE}+(?:SYSTEM|PUBLIC${LITERAL})${LITERAL})?${SPACE}*`, "u");
/** The content of quotes, comments and processing instructions is outside the groups. */
const QUOTED = /([^<"']+|<(?!\?|!--))|(["'])[\s\S]*?\2|(<!)--[\s\S]*?--(>)|(<\?)[\s\S]*?\?(>)/gy;
/** White space, parameter entity references, and declarations, comments and processing instructions without their content. */
const DECLARATIONS = /[\t\n\r ]+|%[^;]*;|<![^<>]*>|<\?>/gy;
