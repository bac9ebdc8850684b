import { type BodyContent, isSecretInXml, type XmlContent } from "../checks/index.js";
import { type Pointer, pointerTokens } from "../document/index.js";
import { isSecretPlace, redacted, redactText } from "../exchange/index.js";
import { isElement, isSensitive, lineAndColumn, printable, type Schemas } from "../schema/index.js";
import type { Fragment } from "./fragment.js";

export type XmlPlaceAsked = {
  readonly schemas: Schemas;
  readonly schema: Pointer | undefined;
  readonly at: Pointer;
  /** Of what nobody has declared the value is not shown. */
  readonly isHidden: boolean;
};

type XmlValue = Extract<BodyContent, { kind: "value" }> & { readonly xml: XmlContent };

/** The element or attribute that a finding is about, with its line in the body; what is in an element is left out. */
export function xmlFragment(content: XmlValue, { schemas, schema, at, isHidden }: XmlPlaceAsked): Fragment | undefined {
  const { text, partAt } = content.xml;
  const part = partAt(at);
  if (part === undefined) return undefined;
  const raw = text.slice(part.inside, Math.min(part.end, part.inside + MOST_SHOWN));
  const isSecret =
    isSecretPlace(pointerTokens(at), raw) || isSecretInXml(content, at) || isSensitive(schemas, schema, at);
  const shown = `${isHidden || isSecret ? redacted : raw}${part.end - part.inside > MOST_SHOWN ? "…" : ""}`;
  const { line } = lineAndColumn(text, part.start);
  if (!isElement(part)) return { line, text: redactText(printable(`${part.name}="${shown}"`)) };
  const name = part.name;
  const inside = part.children.length > 0 ? "…" : shown;
  return {
    line,
    text: redactText(printable(part.end === part.inside ? `<${name}/>` : `<${name}>${inside}</${name}>`)),
  };
}

const MOST_SHOWN = 60;
