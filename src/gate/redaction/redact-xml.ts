import type { BodyContext } from "../../checks/index.js";
import { isObject, joinPointer, type Pointer } from "../../document/index.js";
import type { RecordedBody } from "../../exchange/index.js";
import { isSensitive, isXmlElement, type Schemas, type XmlPart } from "../../schema/index.js";
import { hasSensitiveValue } from "./sensitive-values.js";
import { maskCharacters, type TextRedactor } from "./text-redactor.js";
import { hasSensitiveSchema } from "./url-redactor.js";

/**
 * Redacts what the spec marks as sensitive in an XML body. Returns undefined if the body does not match its schema, so that
 * sensitive values cannot be located.
 */
export function redactXmlBody(
  schemas: Schemas,
  { media, content }: BodyContext,
  { body, hide }: { readonly body: RecordedBody; readonly hide: TextRedactor },
): RecordedBody | undefined {
  const schema = media?.schema;
  if (schema === undefined || content.kind === "none") return body;
  if (content.kind !== "value" || content.xml === undefined)
    return hasSensitiveSchema(schemas, { schema }) ? undefined : body;
  if (!hasSensitiveValue(schemas, schema, content.value)) return body;
  const { text, getPart } = content.xml;
  const secrets = new Map<number, SecretRange>();
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, joinPointer(at, index));
    else if (isObject(value)) for (const name of Object.keys(value)) visit(value[name], joinPointer(at, name));
    else if (isSensitive(schemas, schema, at))
      for (const secret of findSecretRanges(getPart(at), value)) secrets.set(secret.from, secret);
  };
  visit(content.value, "");
  return { kind: "text", text: replaceRanges(text, [...secrets.values()], hide) };
}

type SecretRange = { readonly from: number; readonly to: number; readonly isNumber: boolean };

/** Returns the content of an element, and its attributes, which are undocumented. */
function findSecretRanges(part: XmlPart | undefined, value: unknown): SecretRange[] {
  if (part === undefined || value === null || typeof value === "boolean") return [];
  const attributes = isXmlElement(part) && part.children.length === 0 ? part.attributes : [];
  return [part, ...attributes].flatMap(({ contentStart, end }) =>
    end > contentStart ? [{ from: contentStart, to: end, isNumber: typeof value !== "string" }] : [],
  );
}

function replaceRanges(text: string, secrets: readonly SecretRange[], hide: TextRedactor): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isNumber } of secrets.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    const hidden = isNumber && hide !== maskCharacters ? "0" : hide(text.slice(from, to));
    parts.push(text.slice(at, from), hidden.replaceAll("&", "a").replaceAll("<", "a").replaceAll('"', "'"));
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
