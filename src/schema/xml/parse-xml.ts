import type { Malformed } from "../parameters/parameter-reading.js";
import { getLineAndColumn } from "./line-and-column.js";
import type { XmlElement } from "./xml-element.js";
import { XmlScanner } from "./xml-scanner.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

export type ParsedXml =
  | {
      readonly kind: "document";
      readonly root: XmlElement;
      /** Undeclared prefixes, with the offset of their first use. */
      readonly unbound: ReadonlyMap<string, number>;
    }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/**
 * Parses XML 1.0 with namespaces, in time and memory linear in the length. Only the five predefined entities are expanded,
 * and nothing is fetched. A document whose document type has declarations is not checked.
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
        reason: "it has a document type declaration, whose entities are not expanded or fetched",
      };
    return { kind: "document", root, unbound: scanner.unbound };
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    return createMalformedXml(text, error.offset, error.message);
  }
}

export function createMalformedXml(text: string, offset: number, message: string): Malformed {
  const { line, column } = getLineAndColumn(text, offset);
  return { kind: "malformed", mode: message, reason: `is not well-formed XML at ${line}:${column}: ${message}` };
}
