import { joinPointer, memoize, parsePointer } from "../../document/index.js";
import { unescapeJsonName } from "../../document/json-scanner.js";
import {
  type Exchange,
  type HeaderField,
  mapMessages,
  type RecordedBody,
  type RecordedMessage,
  UNREDACTABLE,
} from "../exchange.js";
import {
  decodeBody,
  decodeBodyText,
  decodeXmlText,
  getCombinedHeader,
  getMediaType,
  isXmlType,
  parseEssence,
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

/** What the spec marks as secret in an exchange. */
export type SpecMarks = {
  /** Also redacts what `redactUrl` does without a spec. */
  readonly redactUrl: (url: string) => string;
  readonly isMarkedHeader: (name: string) => boolean;
  readonly request: BodyMarks | undefined;
  readonly response: BodyMarks | undefined;
};

/**
 * What the spec marks in a body: by its place in the value, or in the text. `everywhere`: it marks something, and it is unknown
 * where that is.
 */
export type BodyMarks = MarkPredicate | TextMarks | "everywhere";

/** Whether the spec marks the value at a JSON Pointer into a body as secret. Every array index is 0. */
type MarkPredicate = (at: string) => boolean;

type TextMarks = { readonly text: string; readonly secrets: readonly SecretRange[] };

/** A secret in the text of an XML body. */
export type SecretRange = { readonly from: number; readonly to: number; readonly isNumber: boolean };

/**
 * Redacts values whose names or formats indicate secrets, and values that the spec marks. A redacted value keeps its type
 * (string or number). `redactExchange` chooses how values are hidden, so that the redacted exchange gets the same result.
 */
export function redactSecrets(exchange: Exchange, hide: TextRedactor = redactWhole, marks?: SpecMarks): Exchange {
  const { request, incomplete } = exchange;
  const url = marks === undefined ? redactUrl(request.url, undefined, hide) : marks.redactUrl(request.url);
  const redacted = mapMessages({ ...exchange, request: { ...request, url } }, ({ headers, body }, side) => ({
    headers: headers.map(([name, value]) =>
      redactHeader([name, marks?.isMarkedHeader(name) === true ? hide(value) : value], hide),
    ),
    body: redactBody({ headers, body }, hide, marks?.[side]),
  }));
  return incomplete === undefined ? redacted : { ...redacted, incomplete: redactText(incomplete) };
}

/** Keeps cookie names, because a spec can require a cookie by name. Only the first pair of Set-Cookie is a cookie. */
function redactHeader([name, value]: HeaderField, hide: TextRedactor): HeaderField {
  const plain = name.toLowerCase();
  if (plain !== "cookie" && plain !== "set-cookie") return [name, redactHeaderValue(name, value, hide)];
  const cookies = plain === "cookie" ? /([^;=]*=)?([^;]*)/g : /^([^;=]*=)?([^;]*)/;
  return [name, value.replace(cookies, (whole, start = "", secret = "") => whole && start + hide(secret))];
}

type BodyRedaction = { readonly hide: TextRedactor; readonly isMarked?: MarkPredicate | undefined };

function redactBody(message: RecordedMessage, hide: TextRedactor, marks: BodyMarks | undefined): RecordedBody {
  if (marks === "everywhere") return REDACTED_BODY;
  const { headers } = message;
  const isMarked = typeof marks === "function" ? marks : undefined;
  const body = typeof marks === "object" ? redactRanges(marks, hide) : message.body;
  const redaction = { hide, isMarked };
  const type = getMediaType(headers);
  const { boundary } = type?.parameters ?? {};
  const read = readRedactableText(body, headers);
  if (read === undefined) {
    if (boundary === undefined) return body;
    // Marked fields may be files, which cannot be separated from the others.
    return isMarked === undefined ? redactBinaryMultipart(body, boundary, redaction) : REDACTED_BODY;
  }
  const redact = (text: string): string => {
    if (type !== undefined && isXmlType(type)) return redactText(redactXml(text, redaction), hide);
    if (parseEssence(getCombinedHeader(headers, "content-type") ?? "") === "application/x-www-form-urlencoded")
      return redactForm(text, hide, (name) => isMarked?.(joinPointer("", name)) === true);
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

function redactMultipart(text: string, boundary: string, redaction: BodyRedaction): string {
  return replaceMultipartFields(text, boundary, (name, value) =>
    isSecretField(name, redaction) ? redaction.hide(value) : undefined,
  );
}

function isSecretField(name: string, { isMarked }: BodyRedaction): boolean {
  return isSecretName(name) || isMarked?.(joinPointer("", name)) === true;
}

/** Redacts the values of secret properties in a JSON text. In text that is not JSON, it can at worst redact too much. */
export function redactJson(text: string, { hide, isMarked }: BodyRedaction): string {
  const listSecretPath = memoize((pointer: string): readonly string[] => {
    const names = parsePointer(pointer);
    return names.some(isSecretName) ? names : [];
  });
  return replaceJsonScalars(text, (at, token) =>
    isMarked?.(at) === true || (/^["\d-]/.test(token) && isSecretPath(listSecretPath(at), token))
      ? redactJsonToken(token, hide)
      : undefined,
  );
}

/**
 * Redacts secret elements and attributes in XML and leaves all other characters unchanged. In text that is not XML, it can
 * at worst redact too much.
 */
function redactXml(text: string, redaction: BodyRedaction): string {
  if (!text.includes("<")) return text;
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf("<", at);
    const tag = found === -1 ? text.length : found;
    if (tag > at) parts.push(redactXmlText(text.slice(at, tag), redaction.hide, open.at(-1)));
    if (found === -1) break;
    const end = findMarkupEnd(text, tag);
    parts.push(redactMarkup(text.slice(tag, end), open, redaction));
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
function redactMarkup(markup: string, open: OpenElement[], redaction: BodyRedaction): string {
  const outer = open.at(-1);
  if (markup.startsWith("<![CDATA["))
    return `<![CDATA[${redactXmlText(markup.slice(9).replace(/\]\]>$/, ""), redaction.hide, outer)}${markup.endsWith("]]>") ? "]]>" : ""}`;
  if (markup.startsWith("</")) {
    open.pop();
    return markup;
  }
  const [, name] = /^<([^\s/>!?]+)/.exec(markup) ?? [];
  if (name === undefined) return markup;
  const local = getLocalName(name);
  const isSecret = outer?.isSecret === true || isSecretField(local, redaction);
  if (!markup.endsWith("/>")) open.push({ name: local, isSecret });
  return markup.replace(ATTRIBUTE, (whole, attribute: string, value: string) => {
    if (/^(xmlns(:|$)|xsi:|xml:)/.test(attribute) || !(isSecret || isSecretField(getLocalName(attribute), redaction)))
      return whole;
    const quoted = redactXmlText(value.slice(1, -1), redaction.hide, { name: getLocalName(attribute), isSecret: true });
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

function redactRanges({ text, secrets }: TextMarks, hide: TextRedactor): RecordedBody {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isNumber } of secrets.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(text.slice(at, from), redactXmlValue(text.slice(from, to), isNumber, hide));
    at = to;
  }
  parts.push(text.slice(at));
  return { kind: "text", text: parts.join("") };
}

/** Redacts the content of an element or attribute, so that the XML stays valid. A number stays one. */
function redactXmlValue(value: string, isNumber: boolean, hide: TextRedactor): string {
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
function readRedactableText(body: RecordedBody, headers: readonly HeaderField[]): RedactableText | undefined {
  const type = getMediaType(headers);
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

/**
 * Replaces scalars in a JSON text and leaves all other characters unchanged.
 *
 * Concatenated JSON texts each have their own root. Invalid JSON is processed as far as its tokens look like JSON.
 *
 * @param replace returns the new token, or undefined to keep the scalar. `pointer` is a JSON Pointer in which every array
 * index is 0, so that it identifies a location in the schema.
 */
export function replaceJsonScalars(
  text: string,
  replace: (pointer: string, token: string) => string | undefined,
): string {
  const open: string[] = [];
  let pointer = "";
  return text.replaceAll(TOKEN, (token, colon: string | undefined) => {
    if (token === "{" || token === "[") {
      open.push(pointer);
      if (token === "[") pointer += "/0";
    } else if (token === "}" || token === "]") pointer = open.pop() ?? "";
    else if (colon === undefined) return replace(pointer, token) ?? token;
    else pointer = joinPointer(open.at(-1) ?? "", unescapeJsonName(token.slice(1, token.lastIndexOf('"'))));
    return token;
  });
}

// A truncated text can end inside a string.
const TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"(\s*:)?|$)|[{}[\]]|[^\s{}[\],:"]+/g;

/** Replaces the contents of fields in a multipart body and leaves all other characters unchanged. */
export function replaceMultipartFields(
  text: string,
  boundary: string,
  replace: (name: string, value: string) => string | undefined,
): string {
  const parts = text.split(`--${boundary}`);
  return parts.map((part) => replacePart(part, replace)).join(`--${boundary}`);
}

function replacePart(part: string, replace: (name: string, value: string) => string | undefined): string {
  const [separator] = /\r?\n\r?\n/.exec(part) ?? [];
  if (separator === undefined) return part;
  const start = part.indexOf(separator) + separator.length;
  const name = /^content-disposition:[^\r\n]*[;\s]name=(?:"([^"\r\n]*)"|([^\s;]*))/im.exec(part.slice(0, start));
  const end = Math.max(start, part.length - (/\r?\n$/.exec(part)?.[0].length ?? 0));
  const value = name === null ? undefined : replace(name[1] ?? name[2] ?? "", part.slice(start, end));
  return value === undefined ? part : part.slice(0, start) + value + part.slice(end);
}
