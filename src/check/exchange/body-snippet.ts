import { isObject, joinPointer, memoizeByObject, type Pointer, parsePointer } from "../../document/index.js";
import { isSecretPath, REDACTED, redactText } from "../../recording/index.js";
import {
  getLineAndColumn,
  isSensitive,
  isSensitiveKey,
  isXmlElement,
  quote,
  type Schemas,
  toPrintable,
} from "../../schema/index.js";
import type { BodyContent, CheckContext, CheckFinding, XmlContent } from "../rules/check.js";
import { isSecretInXml } from "../rules/values.js";
import { exceedsMaxDepth } from "./check-context.js";

/** The line of a body at the location of a finding. JSON lines are counted as if indented by two spaces. */
export type BodySnippet = { readonly line: number; readonly text: string };

/**
 * Builds the snippet for a finding in a body. It omits the content of objects and arrays, the values of undeclared properties
 * and secrets.
 */
export function buildBodySnippet(
  { bodies, schemas }: CheckContext,
  checkFinding: CheckFinding,
): BodySnippet | undefined {
  const { part, at = "", code } = checkFinding;
  if (part !== "request.body" && part !== "response.body") return undefined;
  const { content, media } = part === "request.body" ? bodies.request : bodies.response;
  const isUnshown = code.endsWith(".undeclared") || code.endsWith(".write-only");
  if (content.kind === "value" && content.xml !== undefined)
    return buildXmlSnippet(
      { ...content, xml: content.xml },
      { schemas, schema: media?.schema, at, isHidden: isUnshown },
    );
  // A stream is not a single document, so it has no line numbers.
  if (content.kind !== "value" || content.each === true || exceedsMaxDepth(content.value)) return undefined;
  const tokens = parsePointer(at);
  const found = findBodyPosition(content.value, tokens);
  if (found === undefined) return undefined;
  const isSecret = isSecretPath(tokens, String(found.value)) || isSensitive(schemas, media?.schema, at);
  const isSecretKey = isSensitiveKey(schemas, media?.schema, at);
  const name = found.key === undefined ? "" : `${isSecretKey ? HIDDEN_VALUE : quote(found.key)}: `;
  const isSecretName = (key: string): boolean => isSensitiveKey(schemas, media?.schema, joinPointer(at, key));
  const format = isSecret || isUnshown ? formatWithoutValue : formatValue;
  const isOpaque = isObject(found.value) && hasSecretKeys(found.value, isSecretName);
  return { line: found.line, text: redactText(name + (isOpaque ? "{ … }" : format(found.value))) };
}

/** A large object can have thousands of findings. */
const secretKeys = new WeakMap<object, boolean>();

function hasSecretKeys(value: object, isSecretName: (key: string) => boolean): boolean {
  const known = secretKeys.get(value) ?? Object.keys(value).some(isSecretName);
  secretKeys.set(value, known);
  return known;
}

type BodyPosition = { readonly line: number; readonly value: unknown; readonly key: string | undefined };

function findBodyPosition(root: unknown, tokens: readonly string[]): BodyPosition | undefined {
  let place: BodyPosition = { line: 1, value: root, key: undefined };
  for (const token of tokens) {
    const { value } = place;
    const isList = Array.isArray(value);
    if ((!isList && !isObject(value)) || !Object.hasOwn(value, token)) return undefined;
    let line = place.line + 1;
    let next: BodyPosition | undefined;
    for (const key in value) {
      const child: unknown = isList ? value[Number(key)] : value[key];
      if (key === token) {
        next = { line, value: child, key: isList ? undefined : key };
        break;
      }
      line += countLines(child);
    }
    if (next === undefined) return undefined;
    place = next;
  }
  return place;
}

/** Returns the number of lines of an indented value. */
function countLines(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const children = Object.values(value);
  return children.length === 0 ? 1 : children.reduce((sum: number, child) => sum + countLines(child), 2);
}

const MAX_NAMES = 8;
const HIDDEN_VALUE = quote(REDACTED);

function formatValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  return Array.isArray(value) || isObject(value) ? formatWithoutValue(value) : String(value);
}

function formatWithoutValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ … ${value.length} ]`;
  return isObject(value) ? formatOutline(value) : HIDDEN_VALUE;
}

/** Cached, because an object with many properties can have as many findings. */
const formatOutline = memoizeByObject((value: object): string => {
  const names = Object.keys(value);
  const rest = names.length > MAX_NAMES ? ", …" : "";
  return names.length === 0 ? "{}" : `{ ${names.slice(0, MAX_NAMES).map(quote).join(", ")}${rest} }`;
});

type XmlSnippetOptions = {
  readonly schemas: Schemas;
  readonly schema: Pointer | undefined;
  readonly at: Pointer;
  /** Whether to redact the value, because it is undocumented. */
  readonly isHidden: boolean;
};

type XmlValue = Extract<BodyContent, { kind: "value" }> & { readonly xml: XmlContent };

/** Builds the snippet for an element or attribute. It omits child elements. */
function buildXmlSnippet(
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
  const { name } = part;
  const inside = part.children.length > 0 ? "…" : shown;
  const element = part.end === part.contentStart ? `<${name}/>` : `<${name}>${inside}</${name}>`;
  return { line, text: redactText(toPrintable(element)) };
}

const MAX_SNIPPET_LENGTH = 60;
