import { type Exchange, type HeaderField, type RecordedBody, type RecordedRequest, UNREDACTABLE } from "../exchange.js";
import {
  decodeBody,
  decodeBodyText,
  decodeXmlText,
  escapePointerToken,
  getCombinedHeader,
  isXmlType,
  parseEssence,
  parseMediaType,
} from "../message.js";
import {
  isOrdinaryCode,
  isSecretName,
  isSecretPath,
  redactForm,
  redactHeaderValue,
  redactJsonToken,
  redactText,
  redactUrl,
  redactWhole,
  type TextRedactor,
} from "./redact.js";
import { replaceJsonScalars, replaceMultipartFields } from "./replace-values.js";

/** Whether the spec marks the value at a JSON Pointer into a body as secret. Every array index is 0. */
export type MarkPredicate = (at: string) => boolean;

/**
 * Redacts values whose names or formats indicate secrets, and values in bodies that the spec marks. A redacted value keeps its
 * type (string or number). `redactExchange` chooses how values are hidden, so that the redacted exchange gets the same result.
 */
export function redactSecrets(
  { request, response, ...rest }: Exchange,
  hide: TextRedactor = redactWhole,
  marked: { readonly request?: MarkPredicate | undefined; readonly response?: MarkPredicate | undefined } = {},
): Exchange {
  const redactMessage = ({ headers, body }: Message, isMarked: MarkPredicate | undefined): Message => ({
    headers: headers.map((field) => redactHeader(field, hide)),
    body: redactBody(body, headers, { hide, isMarked }),
  });
  return {
    ...rest,
    ...(rest.incomplete === undefined ? {} : { incomplete: redactText(rest.incomplete) }),
    request: { ...request, url: redactUrl(request.url, undefined, hide), ...redactMessage(request, marked.request) },
    response: { ...response, ...redactMessage(response, marked.response) },
  };
}

type Message = Pick<RecordedRequest, "headers" | "body">;

/** Keeps cookie names, because a spec can require a cookie by name. Only the first pair of Set-Cookie is a cookie. */
function redactHeader([name, value]: HeaderField, hide: TextRedactor): HeaderField {
  const plain = name.toLowerCase();
  if (plain !== "cookie" && plain !== "set-cookie") return [name, redactHeaderValue(name, value, hide)];
  const cookies = plain === "cookie" ? /([^;=]*=)?([^;]*)/g : /^([^;=]*=)?([^;]*)/;
  return [name, value.replace(cookies, (whole, start = "", secret = "") => whole && start + hide(secret))];
}

type BodyRedaction = { readonly hide: TextRedactor; readonly isMarked?: MarkPredicate | undefined };

function redactBody(body: RecordedBody, headers: readonly HeaderField[], redaction: BodyRedaction): RecordedBody {
  const { hide, isMarked } = redaction;
  const contentType = getCombinedHeader(headers, "content-type") ?? "";
  const type = parseMediaType(contentType);
  const { boundary } = type?.parameters ?? {};
  const read = readRedactableText(body, headers);
  if (read === undefined) {
    if (boundary === undefined) return body;
    // Marked fields may be files, which cannot be separated from the others.
    return isMarked === undefined ? redactBinaryMultipart(body, boundary, redaction) : REDACTED_BODY;
  }
  const redact = (text: string): string => {
    if (type !== undefined && isXmlType(type)) return redactText(redactXml(text, hide), hide);
    if (parseEssence(contentType) === "application/x-www-form-urlencoded")
      return redactForm(text, hide, (name) => isMarked?.(toFieldPointer(name)) === true);
    if (boundary === undefined) return redactText(redactJson(text, redaction), hide);
    return redactText(redactJson(redactMultipart(text, boundary, redaction), { hide }), hide);
  };
  const redacted = redact(read.text);
  return redacted === read.text ? body : read.toBody(redacted);
}

/** Redacts text fields next to binary parts. Decoding as Latin-1 keeps every byte as one character. */
function redactBinaryMultipart(body: RecordedBody, boundary: string, redaction: BodyRedaction): RecordedBody {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString("latin1");
  const redacted = redactMultipart(text, boundary, redaction);
  return redacted === text ? body : { kind: "bytes", bytes: Buffer.from(redacted, "latin1") };
}

function redactMultipart(text: string, boundary: string, { hide, isMarked }: BodyRedaction): string {
  return replaceMultipartFields(text, boundary, (name, value) =>
    isSecretName(name) || isMarked?.(toFieldPointer(name)) === true ? hide(value) : undefined,
  );
}

function toFieldPointer(name: string): string {
  return `/${escapePointerToken(name)}`;
}

/** Redacts the values of secret properties in a JSON text. In text that is not JSON, it can at worst redact too much. */
export function redactJson(text: string, { hide, isMarked }: BodyRedaction): string {
  const secretPaths = new Map<string, readonly string[]>();
  return replaceJsonScalars(text, (at, token) => {
    if (isMarked?.(at) === true) return redactJsonToken(token, hide);
    const names = secretPaths.get(at) ?? listSecretPath(at);
    secretPaths.set(at, names);
    return /^["\d-]/.test(token) && isSecretPath(names, token) ? redactJsonToken(token, hide) : undefined;
  });
}

/** The names of a pointer if one of them is that of a secret. */
function listSecretPath(pointer: string): readonly string[] {
  const names = pointer.split("/").map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.some(isSecretName) ? names : [];
}

/**
 * Redacts secret elements and attributes in XML and leaves all other characters unchanged. In text that is not XML, it can
 * at worst redact too much.
 */
function redactXml(text: string, hide: TextRedactor): string {
  if (!text.includes("<")) return text;
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf("<", at);
    const tag = found === -1 ? text.length : found;
    if (tag > at) parts.push(redactXmlText(text.slice(at, tag), hide, open.at(-1)));
    if (found === -1) break;
    const end = findMarkupEnd(text, tag);
    parts.push(redactMarkup(text.slice(tag, end), open, hide));
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
function redactMarkup(markup: string, open: OpenElement[], hide: TextRedactor): string {
  const outer = open.at(-1);
  if (markup.startsWith("<![CDATA["))
    return `<![CDATA[${redactXmlText(markup.slice(9).replace(/\]\]>$/, ""), hide, outer)}${markup.endsWith("]]>") ? "]]>" : ""}`;
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
    const quoted = redactXmlText(value.slice(1, -1), hide, { name: getLocalName(attribute), isSecret: true });
    return whole.slice(0, whole.length - value.length) + value[0] + quoted + value[0];
  });
}

const ATTRIBUTE = /(?<=\s)([^\s=<>"'/]{1,200})\s{0,9}=\s{0,9}("[^"]*"|'[^']*')/g;

function getLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** A redacted number stays a number; `true`, `false` and `null` are not secrets. */
function redactXmlText(text: string, hide: TextRedactor, { name, isSecret }: OpenElement = NO_ELEMENT): string {
  const value = isSecret ? text.trim() : "";
  if (value === "" || /^(true|false|null)$/.test(value) || isOrdinaryCode(name, value)) return text;
  return text.replace(value, () => redactXmlValue(value, /^-?\d+(\.\d+)?$/.test(value), hide));
}

/** Redacts the content of an element or attribute, so that the XML stays valid. A number stays one. */
export function redactXmlValue(value: string, isNumber: boolean, hide: TextRedactor): string {
  const hidden = isNumber ? redactJsonToken(value, hide) : hide(value);
  return hidden.replaceAll("&", "a").replaceAll("<", "a").replaceAll('"', "'");
}

const NO_ELEMENT: OpenElement = { name: "", isSecret: false };

/** The text of a body, and a function that creates the body of the redacted text. */
type RedactableText = { readonly text: string; readonly toBody: (redacted: string) => RecordedBody };

/** Replaces a body that cannot be written without its secrets. */
export const REDACTED_BODY: RecordedBody = Object.freeze({
  kind: "missing",
  reason: UNREDACTABLE,
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
