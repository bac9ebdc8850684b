/** An element as it stands in a text, its character data joined, its references resolved. */
export type XmlElement = {
  /** As it is written: with its prefix. */
  readonly name: string;
  readonly local: string;
  /** The URI that its prefix stands for; empty where it has none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** What stands directly in it, comments and elements left out. */
  readonly text: string;
  /** Where its start tag begins, what is in it begins, and what is in it ends. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
};

export type XmlAttribute = {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
  /** Where its name begins, its value begins, and its value ends. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
};

export type XmlPart = XmlElement | XmlAttribute;

export function isXmlElement(part: XmlPart): part is XmlElement {
  return "children" in part;
}

/** Attributes that say something of the document, and nothing that a contract would declare: of `xsi:` and `xml:`. */
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
