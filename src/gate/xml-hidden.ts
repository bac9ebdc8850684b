import type { BodySubject } from "../checks/index.js";
import { isObject, joinPointer, type Pointer } from "../document/index.js";
import type { Body } from "../exchange/index.js";
import { isElement, isSensitive, type Schemas, type XmlPart } from "../schema/index.js";
import { asForm, type Hide } from "./hiding.js";
import { holdsMark } from "./marked-parameters.js";
import { holdsMarked } from "./marked-places.js";

/**
 * A body in XML without what is secret by the contract's word; undefined where that cannot be told from the rest of it, for
 * it is not what its schema describes.
 */
export function hiddenXml(
  schemas: Schemas,
  { media, content }: BodySubject,
  { body, hide }: { readonly body: Body; readonly hide: Hide },
): Body | undefined {
  const schema = media?.schema;
  if (schema === undefined || content.kind === "none") return body;
  if (content.kind !== "value" || content.xml === undefined) return holdsMark(schemas, { schema }) ? undefined : body;
  if (!holdsMarked(schemas, schema, content.value)) return body;
  const { text, partAt } = content.xml;
  const secrets = new Map<number, Secret>();
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, joinPointer(at, index));
    else if (isObject(value)) for (const name of Object.keys(value)) visit(value[name], joinPointer(at, name));
    else if (isSensitive(schemas, schema, at))
      for (const secret of secretsOf(partAt(at), value)) secrets.set(secret.from, secret);
  };
  visit(content.value, "");
  return { kind: "text", text: withoutSecrets(text, [...secrets.values()], hide) };
}

type Secret = { readonly from: number; readonly to: number; readonly isNumber: boolean };

/** Of an element what is in it, and its attributes, which nobody has declared. */
function secretsOf(part: XmlPart | undefined, value: unknown): Secret[] {
  if (part === undefined || value === null || typeof value === "boolean") return [];
  const attributes = isElement(part) && part.children.length === 0 ? part.attributes : [];
  return [part, ...attributes].flatMap(({ inside, end }) =>
    end > inside ? [{ from: inside, to: end, isNumber: typeof value !== "string" }] : [],
  );
}

function withoutSecrets(text: string, secrets: readonly Secret[], hide: Hide): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isNumber } of secrets.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    const hidden = isNumber && hide !== asForm ? "0" : hide(text.slice(from, to));
    parts.push(text.slice(at, from), hidden.replaceAll("&", "a").replaceAll("<", "a").replaceAll('"', "'"));
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
