import { XML_NAME } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/**
 * Skips the `<!DOCTYPE …>` at an offset. Its declarations are ignored: an entity that is never expanded cannot exhaust
 * memory, and one that is never fetched cannot leak data.
 */
export function skipDocumentType(text: string, offset: number) {
  DOCTYPE_START.lastIndex = offset;
  const head = DOCTYPE_START.exec(text);
  XML_NAME.lastIndex = DOCTYPE_START.lastIndex;
  const name = head === null ? null : XML_NAME.exec(text);
  if (name === null) throw new XmlSyntaxError(offset, "the document type declaration has no name");
  EXTERNAL_ID.lastIndex = XML_NAME.lastIndex;
  const external = EXTERNAL_ID.exec(text);
  const after = external === null ? XML_NAME.lastIndex : EXTERNAL_ID.lastIndex;
  const open = skipSpace(text, after);
  const close = text[open] === "[" ? findSubsetEnd(text, open + 1) : open;
  const end = skipSpace(text, close);
  if (text[end] !== ">")
    throw new XmlSyntaxError(Math.min(end, text.length), "the document type declaration is not closed");
  const subset = text[open] === "[" ? text.slice(open + 1, close - 1) : "";
  return { end: end + 1, hasDeclarations: external !== null || subset.trim() !== "" };
}

const DOCTYPE_START = /<!DOCTYPE[\t\n\r ]+/y;
const EXTERNAL_ID = /[\t\n\r ]+(?:SYSTEM|PUBLIC[\t\n\r ]+(?:"[^"]*"|'[^']*'))[\t\n\r ]+(?:"[^"]*"|'[^']*')/y;

function findSubsetEnd(text: string, from: number): number {
  let at = skipSpace(text, from);
  while (text[at] !== "]") {
    if (at >= text.length) throw new XmlSyntaxError(text.length, "the document type declaration is not closed");
    at = skipSpace(text, findDeclarationEnd(text, at));
  }
  return at + 1;
}

/** Skips a comment, a processing instruction, a declaration with its quoted texts, or a parameter entity reference. */
function findDeclarationEnd(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return findEndAfter(text, "-->", at + 4);
  if (text.startsWith("<?", at)) return findEndAfter(text, "?>", at + 2);
  if (text[at] === "%") return findEndAfter(text, ";", at);
  if (!text.startsWith("<!", at)) throw new XmlSyntaxError(at, "expected a declaration");
  let end = at + 2;
  while (text[end] !== ">") {
    const character = text[end];
    if (character === undefined || character === "<") throw new XmlSyntaxError(at, "the declaration is not closed");
    end = character === '"' || character === "'" ? findEndAfter(text, character, end + 1) : end + 1;
  }
  return end + 1;
}

function findEndAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found === -1) throw new XmlSyntaxError(from, "the declaration is not closed");
  return found + mark.length;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (SPACE.has(text.charCodeAt(at))) at += 1;
  return at;
}

const SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);
