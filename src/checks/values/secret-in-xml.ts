import { joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import { isSecretPath } from "../../exchange/index.js";
import type { BodyContent } from "../body-content.js";

/** Whether the element and attribute names of a value mark it as secret. They may differ from the property names. */
export function isSecretInXml(content: BodyContent, at: Pointer): boolean {
  const { text, getPart } = (content.kind === "value" ? content.xml : undefined) ?? NO_XML;
  const part = getPart(at);
  if (part === undefined) return false;
  const tokens = parsePointer(at);
  const names = tokens.map((_, index) => getPart(joinPointer("", ...tokens.slice(0, index + 1)))?.local ?? "");
  return isSecretPath(names, text.slice(part.contentStart, Math.min(part.end, part.contentStart + MAX_SECRET_LENGTH)));
}

const NO_XML = { text: "", getPart: () => undefined };

/** The maximum number of characters to inspect: codes and tokens are shorter. */
const MAX_SECRET_LENGTH = 100;
