import type { Exchange, HeaderField, RecordedBody, RecordedRequest } from "../exchange.js";
import {
  decodeBody,
  decodeBodyText,
  decodeXmlText,
  getCombinedHeader,
  isXmlType,
  parseEssence,
  parseMediaType,
} from "../message.js";
import {
  isOrdinaryCode,
  isSecretName,
  REDACTED,
  redactForm,
  redactHeaderValue,
  redactText,
  redactUrl,
} from "./redact.js";
import { replaceMultipartFields } from "./replace-values.js";

/**
 * Redacts values whose names or formats indicate secrets. A redacted value keeps its type (string or number), so that
 * checking the redacted exchange gives the same result.
 */
export function redactSecrets({ request, response, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    ...(rest.incomplete === undefined ? {} : { incomplete: redactText(rest.incomplete) }),
    request: { ...request, url: redactUrl(request.url), ...redactMessage(request) },
    response: { ...response, ...redactMessage(response) },
  };
}

function redactMessage({ headers, body }: Pick<RecordedRequest, "headers" | "body">): {
  readonly headers: readonly HeaderField[];
  readonly body: RecordedBody;
} {
  return { headers: headers.map(redactHeader), body: redactBody(body, headers) };
}

/** Keeps cookie names, because a spec can require a cookie by name. */
function redactHeader([name, value]: HeaderField): HeaderField {
  const plain = name.toLowerCase();
  if (plain === "cookie") {
    return [
      name,
      value.replace(/([^;=]*=)[^;]*|[^;]+/g, (_, start: string | undefined) => `${start ?? ""}${REDACTED}`),
    ];
  }
  if (plain === "set-cookie") return [name, value.replace(/^([^;=]*=)?[^;]*/, `$1${REDACTED}`)];
  return [name, redactHeaderValue(name, value)];
}

function redactBody(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  const contentType = getCombinedHeader(headers, "content-type") ?? "";
  const type = parseMediaType(contentType);
  const { boundary } = type?.parameters ?? {};
  const read = readRedactableText(body, headers);
  if (read === undefined) return boundary === undefined ? body : redactBinaryMultipart(body, boundary);
  const redact = (text: string): string => {
    if (type !== undefined && isXmlType(type)) return redactText(redactXml(text));
    if (parseEssence(contentType) === "application/x-www-form-urlencoded") return redactForm(text);
    return redactText(redactJsonProperties(boundary === undefined ? text : redactMultipart(text, boundary)));
  };
  const redacted = redact(read.text);
  return redacted === read.text ? body : read.toBody(redacted);
}

/** Redacts text fields next to binary parts. Decoding as Latin-1 keeps every byte as one character. */
function redactBinaryMultipart(body: RecordedBody, boundary: string): RecordedBody {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString("latin1");
  const redacted = redactMultipart(text, boundary);
  return redacted === text ? body : { kind: "bytes", bytes: Buffer.from(redacted, "latin1") };
}

function redactMultipart(text: string, boundary: string): string {
  return replaceMultipartFields(text, boundary, (name) => (isSecretName(name) ? REDACTED : undefined));
}

/**
 * Redacts the values of secret properties in a JSON text and leaves all other characters unchanged, which parsing and
 * serializing would not. In text that is not JSON, it can at worst redact too much.
 */
function redactJsonProperties(text: string): string {
  const outer: boolean[] = [];
  let name = "";
  let isSecret = false;
  return text.replace(JSON_TOKEN, (token, colon: string | undefined) => {
    if (colon !== undefined) {
      name = unescapeName(token.slice(1, token.lastIndexOf('"')));
      isSecret = (outer.at(-1) ?? false) || isSecretName(name);
      return token;
    }
    if (token === "{" || token === "[") {
      outer.push(isSecret);
      return token;
    }
    if (token === "}" || token === "]") {
      outer.pop();
      isSecret = outer.at(-1) ?? false;
      return token;
    }
    if (!isSecret || isOrdinaryCode(name, token)) return token;
    return token.startsWith('"') ? `"${REDACTED}"` : "0";
  });
}

/** Decodes Unicode escapes, which could hide a secret name: `"\\u0073ecret"`. */
function unescapeName(name: string): string {
  if (!name.includes("\\")) return name;
  return name.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

// A truncated text can end inside a string.
const JSON_TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"(\s*:)?|$)|-?\d[\d.eE+-]*|[{}[\]]/g;

/**
 * Redacts secret elements and attributes in XML and leaves all other characters unchanged. In text that is not XML, it can
 * at worst redact too much.
 */
function redactXml(text: string): string {
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

/** The text of a body, and a function that creates the body of the redacted text. */
type RedactableText = { readonly text: string; readonly toBody: (redacted: string) => RecordedBody };

/** Replaces a body that cannot be written without its secrets. */
export const REDACTED_BODY: RecordedBody = Object.freeze({
  kind: "missing",
  reason: "its secrets cannot be redacted without changing the result of the check",
});

/**
 * Reads the text in which secrets are redacted. Returns undefined if the body is not text.
 *
 * A text with invalid bytes, such as JSON in Latin-1 without a charset, is read as one character per byte: its secrets are found, and all
 * other bytes stay as they are.
 */
export function readRedactableText(body: RecordedBody, headers: readonly HeaderField[]): RedactableText | undefined {
  const type = parseMediaType(getCombinedHeader(headers, "content-type") ?? "");
  const decodeText = type !== undefined && isXmlType(type) ? decodeXmlText : decodeBodyText;
  const decoded = decodeBody(body, headers);
  const text = decodeText(decoded, type?.parameters.charset);
  if (text.kind === "text") return { text: text.text, toBody: (redacted) => ({ kind: "text", text: redacted }) };
  if (decoded.kind !== "bytes" || type === undefined || !TEXT_TYPE.test(type.essence)) return undefined;
  return {
    text: Buffer.from(decoded.bytes).toString("latin1"),
    toBody: (redacted) => {
      const bytes: RecordedBody = { kind: "bytes", bytes: Buffer.from(redacted, "latin1") };
      // If the secret had all invalid bytes, the body without it would be checked.
      const isValid = decodeText(decodeBody(bytes, headers), type.parameters.charset).kind === "text";
      return isValid ? REDACTED_BODY : bytes;
    },
  };
}

const TEXT_TYPE = /^text\/|json|[/+]xml$|^application\/x-www-form-urlencoded$/;
