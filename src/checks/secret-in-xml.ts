import { joinPointer, type Pointer, pointerTokens } from "../document/index.js";
import { isSecretPlace } from "../exchange/index.js";
import type { BodyContent } from "./body-content.js";

/** Whether a value is a secret by the names that lead to it in XML, which need not be those of the properties. */
export function isSecretInXml(content: BodyContent, at: Pointer): boolean {
  const { text, partAt } = (content.kind === "value" ? content.xml : undefined) ?? NOTHING;
  const part = partAt(at);
  if (part === undefined) return false;
  const tokens = pointerTokens(at);
  const names = tokens.map((_, index) => partAt(joinPointer("", ...tokens.slice(0, index + 1)))?.local ?? "");
  return isSecretPlace(names, text.slice(part.inside, Math.min(part.end, part.inside + LONGEST)));
}

const NOTHING = { text: "", partAt: () => undefined };

/** What is longer is no ordinary code. */
const LONGEST = 100;
