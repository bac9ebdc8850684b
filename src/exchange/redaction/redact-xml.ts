import { isOrdinaryCode, isSecretName, REDACTED } from "./redact.js";

/**
 * Redacts secret elements and attributes in XML and leaves all other characters unchanged. In text that is not XML, it can
 * at worst redact too much.
 */
export function redactXml(text: string): string {
  if (!text.includes("<")) return text;
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf("<", at);
    const tag = found === -1 ? text.length : found;
    if (tag > at) parts.push(redactXmlText(text.slice(at, tag), open.at(-1)));
    if (found === -1) break;
    const end = findMarkupEnd(text, tag);
    parts.push(redactMarkup(text.slice(tag, end), open));
    at = end;
  }
  return parts.join("");
}

type OpenElement = { readonly name: string; readonly isSecret: boolean };

function findMarkupEnd(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return findEndAfter(text, "-->", at + 4);
  if (text.startsWith("<![CDATA[", at)) return findEndAfter(text, "]]>", at + 9);
  if (text[at + 1] === "?") return findEndAfter(text, "?>", at + 2);
  TAG_PART.lastIndex = at + 1;
  for (let part = TAG_PART.exec(text); part !== null; part = TAG_PART.exec(text)) {
    const [mark] = part;
    if (mark === ">") return TAG_PART.lastIndex;
    const close = text.indexOf(mark, TAG_PART.lastIndex);
    if (close === -1) return text.length;
    TAG_PART.lastIndex = close + 1;
  }
  return text.length;
}

const TAG_PART = /[>"']/g;

function findEndAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** Redacts a tag or CDATA section; comments and processing instructions stay unchanged. */
function redactMarkup(markup: string, open: OpenElement[]): string {
  const outer = open.at(-1);
  if (markup.startsWith("<![CDATA["))
    return `<![CDATA[${redactXmlText(markup.slice(9).replace(/\]\]>$/, ""), outer)}${markup.endsWith("]]>") ? "]]>" : ""}`;
  if (markup.startsWith("</")) {
    open.pop();
    return markup;
  }
  const [, name] = /^<([^\s/>!?]+)/.exec(markup) ?? [];
  if (name === undefined) return markup;
  const local = getLocalName(name);
  const isSecret = outer?.isSecret === true || isSecretName(local);
  if (!markup.endsWith("/>")) open.push({ name: local, isSecret });
  return markup.replace(ATTRIBUTE, (whole, attribute: string, value: string) => {
    if (/^(xmlns(:|$)|xsi:|xml:)/.test(attribute) || !(isSecret || isSecretName(getLocalName(attribute)))) return whole;
    const quoted = redactXmlText(value.slice(1, -1), { name: getLocalName(attribute), isSecret: true });
    return whole.slice(0, whole.length - value.length) + value[0] + quoted + value[0];
  });
}

const ATTRIBUTE = /(?<=\s)([^\s=<>"'/]{1,200})\s{0,9}=\s{0,9}("[^"]*"|'[^']*')/g;

function getLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** A redacted number stays a number; `true`, `false` and `null` are not secrets. */
function redactXmlText(text: string, { name, isSecret }: OpenElement = NO_ELEMENT): string {
  const value = isSecret ? text.trim() : "";
  if (value === "" || /^(true|false|null)$/.test(value) || isOrdinaryCode(name, value)) return text;
  return text.replace(value, () => (/^-?\d+(\.\d+)?$/.test(value) ? "0" : REDACTED));
}

const NO_ELEMENT: OpenElement = { name: "", isSecret: false };
