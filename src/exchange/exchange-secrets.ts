import { bodyText, decodeBody } from "./decode.js";
import type { Body, Exchange, Header, RecordedRequest } from "./exchange.js";
import { joinedHeader } from "./headers.js";
import { essenceOf, parseMediaType } from "./media-type.js";
import { replaceMultipartFields } from "./multipart-fields.js";
import {
  isOrdinaryCode,
  isSecretName,
  redacted,
  redactForm,
  redactHeaderValue,
  redactText,
  redactUrl,
} from "./redact.js";
import { redactXml } from "./redact-xml.js";
import { isXmlType, xmlText } from "./xml-text.js";

/**
 * An exchange without what is secret by its name or by its looks. What is taken out keeps its kind, a text a text and a
 * number a number, so that the exchange gets the verdict that it would have got.
 */
export function withoutSecrets({ request, response, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    ...(rest.incomplete === undefined ? {} : { incomplete: redactText(rest.incomplete) }),
    request: { ...request, url: redactUrl(request.url), ...redactedParts(request) },
    response: { ...response, ...redactedParts(response) },
  };
}

function redactedParts({ headers, body }: Pick<RecordedRequest, "headers" | "body">): {
  readonly headers: readonly Header[];
  readonly body: Body;
} {
  return { headers: headers.map(redactedHeader), body: redactedBody(body, headers) };
}

/** The names of cookies are kept, for they can be asked for. */
function redactedHeader([name, value]: Header): Header {
  const plain = name.toLowerCase();
  if (plain === "cookie") {
    return [
      name,
      value.replace(/([^;=]*=)[^;]*|[^;]+/g, (_, start: string | undefined) => `${start ?? ""}${redacted}`),
    ];
  }
  if (plain === "set-cookie") return [name, value.replace(/^([^;=]*=)?[^;]*/, `$1${redacted}`)];
  return [name, redactHeaderValue(name, value)];
}

function redactedBody(body: Body, headers: readonly Header[]): Body {
  const contentType = joinedHeader(headers, "content-type") ?? "";
  const type = parseMediaType(contentType);
  const { charset, boundary } = type?.parameters ?? {};
  if (type !== undefined && isXmlType(type)) return redactedDocument(body, headers, charset);
  const text = bodyText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return boundary === undefined ? body : redactedFiles(body, boundary);
  const isForm = essenceOf(contentType) === "application/x-www-form-urlencoded";
  const plain = boundary === undefined ? text.text : redactFields(text.text, boundary);
  const without = isForm ? redactForm(plain) : redactText(redactProperties(plain));
  return without === text.text ? body : { kind: "text", text: without };
}

function redactedDocument(body: Body, headers: readonly Header[], charset: string | undefined): Body {
  const text = xmlText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return body;
  const without = redactText(redactXml(text.text));
  return without === text.text ? body : { kind: "text", text: without };
}

/** Beside a file that is no text; every byte is a letter of its own. */
function redactedFiles(body: Body, boundary: string): Body {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString("latin1");
  const without = redactFields(text, boundary);
  return without === text ? body : { kind: "bytes", bytes: Buffer.from(without, "latin1") };
}

function redactFields(text: string, boundary: string): string {
  return replaceMultipartFields(text, boundary, (name) => (isSecretName(name) ? redacted : undefined));
}

/**
 * Takes the values of secret properties out of a JSON text and leaves every other character as it was recorded, which
 * parsing it and writing it again would not. In text that is no JSON nothing worse can happen than one value too many.
 */
function redactProperties(text: string): string {
  const outer: boolean[] = [];
  let name = "";
  let isSecret = false;
  return text.replace(jsonToken, (token, colon: string | undefined) => {
    if (colon !== undefined) {
      name = unescaped(token.slice(1, token.lastIndexOf('"')));
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
    return token.startsWith('"') ? `"${redacted}"` : "0";
  });
}

/** A name may be written so that it does not look like itself: `"\\u0073ecret"`. */
function unescaped(name: string): string {
  if (!name.includes("\\")) return name;
  return name.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

// A text that was cut off may end within a string.
const jsonToken = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"(\s*:)?|$)|-?\d[\d.eE+-]*|[{}[\]]/g;
