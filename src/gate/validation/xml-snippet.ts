import { type BodyContent, isSecretInXml, type XmlContent } from "../../checks/index.js";
import { type Pointer, parsePointer } from "../../document/index.js";
import { isSecretPath, REDACTED, redactText } from "../../exchange/index.js";
import { getLineAndColumn, isSensitive, isXmlElement, type Schemas, toPrintable } from "../../schema/index.js";
import type { BodySnippet } from "./body-snippet.js";

export type XmlSnippetOptions = {
  readonly schemas: Schemas;
  readonly schema: Pointer | undefined;
  readonly at: Pointer;
  /** Whether to redact the value, because it is undocumented. */
  readonly isHidden: boolean;
};

type XmlValue = Extract<BodyContent, { kind: "value" }> & { readonly xml: XmlContent };

/** Builds the snippet for an element or attribute. It omits child elements. */
export function buildXmlSnippet(
  content: XmlValue,
  { schemas, schema, at, isHidden }: XmlSnippetOptions,
): BodySnippet | undefined {
  const { text, getPart } = content.xml;
  const part = getPart(at);
  if (part === undefined) return undefined;
  const raw = text.slice(part.contentStart, Math.min(part.end, part.contentStart + MAX_SNIPPET_LENGTH));
  const isSecret =
    isSecretPath(parsePointer(at), raw) || isSecretInXml(content, at) || isSensitive(schemas, schema, at);
  const shown = `${isHidden || isSecret ? REDACTED : raw}${part.end - part.contentStart > MAX_SNIPPET_LENGTH ? "…" : ""}`;
  const { line } = getLineAndColumn(text, part.start);
  if (!isXmlElement(part)) return { line, text: redactText(toPrintable(`${part.name}="${shown}"`)) };
  const name = part.name;
  const inside = part.children.length > 0 ? "…" : shown;
  return {
    line,
    text: redactText(toPrintable(part.end === part.contentStart ? `<${name}/>` : `<${name}>${inside}</${name}>`)),
  };
}

const MAX_SNIPPET_LENGTH = 60;
