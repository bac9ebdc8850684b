import { getLineAndColumn } from "./line-and-column.js";
import type { XmlElement } from "./xml-element.js";
import { XmlScanner } from "./xml-scanner.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

export type ParsedXml =
  | {
      readonly kind: "document";
      readonly root: XmlElement;
      /** Prefixes that nothing declares, and where each comes first. */
      readonly unbound: ReadonlyMap<string, number>;
    }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "not-checked"; readonly reason: string };

/**
 * Reads XML 1.0 with namespaces, in time and memory that grow with the text only. No entity is expanded but the five that
 * XML itself has, and nothing is fetched: a document type that declares anything is read over, and what it would make of the
 * text is not judged.
 *
 * @see https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
 */
export function parseXml(text: string): ParsedXml {
  const scanner = new XmlScanner(text);
  try {
    const root = scanner.readDocument();
    if (root === undefined) return { kind: "not-checked", reason: scanner.limitReason };
    if (scanner.hasDeclarations)
      return {
        kind: "not-checked",
        reason: "it has a document type declaration, of which nothing is expanded or fetched",
      };
    return { kind: "document", root, unbound: scanner.unbound };
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    return { kind: "malformed", reason: formatSyntaxError(text, error.offset, error.message) };
  }
}

export function formatSyntaxError(text: string, offset: number, message: string): string {
  const { line, column } = getLineAndColumn(text, offset);
  return `is not XML, as its Content-Type says: at ${line}:${column} ${message}`;
}
