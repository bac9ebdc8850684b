/** What elements and attributes have. */
type XmlNode = {
  /** The name as written, with its prefix. */
  readonly name: string;
  readonly local: string;
  /** The namespace URI of its prefix; empty if it has none. */
  readonly namespace: string;
  /** The offsets of a start tag or the name of an attribute, of the content, and of the end of the content. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
};

/** An element of a document, with joined character data and resolved references. */
export type XmlElement = XmlNode & {
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The text directly in the element, without comments and child elements. */
  readonly text: string;
  /** Its position in the text of its parent. */
  readonly textOffset: number;
};

export type XmlAttribute = XmlNode & { readonly value: string };

export type XmlPart = XmlElement | XmlAttribute;

export function isXmlElement(part: XmlPart): part is XmlElement {
  return "children" in part;
}

/** Whether an attribute is in the namespace `xsi:` or `xml:`, which describe the document and are never in a spec. */
export function isReservedAttribute({ namespace }: XmlAttribute): boolean {
  return namespace === XSI_NAMESPACE || namespace === XML_NAMESPACE;
}

/** @see https://www.w3.org/TR/xmlschema-1/#xsi_nil */
export function isXsiNil({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) => local === "nil" && namespace === XSI_NAMESPACE && /^\s*(true|1)\s*$/.test(value),
  );
}

const XSI_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";
export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
