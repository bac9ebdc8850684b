import { decodeBody, decodeBodyText } from "../decode.js";
import { decodeXmlText, isXmlType } from "../decode-xml.js";
import type { Exchange, HeaderField, RecordedBody, RecordedRequest } from "../exchange.js";
import { getCombinedHeader } from "../headers.js";
import { parseEssence, parseMediaType } from "../media-type.js";
import { replaceMultipartFields } from "../multipart-fields.js";
import {
  isOrdinaryCode,
  isSecretName,
  REDACTED,
  redactForm,
  redactHeaderValue,
  redactText,
  redactUrl,
} from "./redact.js";
import { redactXml } from "./redact-xml.js";

/**
 * An exchange without what is secret by its name or by its looks. What is taken out keeps its kind, a text a text and a
 * number a number, so that the exchange gets the verdict that it would have got.
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

/** The names of cookies are kept, for they can be asked for. */
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
  const { charset, boundary } = type?.parameters ?? {};
  if (type !== undefined && isXmlType(type)) return redactXmlBody(body, headers, charset);
  const text = decodeBodyText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return boundary === undefined ? body : redactBinaryMultipart(body, boundary);
  const isForm = parseEssence(contentType) === "application/x-www-form-urlencoded";
  const plain = boundary === undefined ? text.text : redactMultipart(text.text, boundary);
  const without = isForm ? redactForm(plain) : redactText(redactJsonProperties(plain));
  return without === text.text ? body : { kind: "text", text: without };
}

function redactXmlBody(body: RecordedBody, headers: readonly HeaderField[], charset: string | undefined): RecordedBody {
  const text = decodeXmlText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return body;
  const without = redactText(redactXml(text.text));
  return without === text.text ? body : { kind: "text", text: without };
}

/** Beside a file that is no text; every byte is a letter of its own. */
function redactBinaryMultipart(body: RecordedBody, boundary: string): RecordedBody {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString("latin1");
  const without = redactMultipart(text, boundary);
  return without === text ? body : { kind: "bytes", bytes: Buffer.from(without, "latin1") };
}

function redactMultipart(text: string, boundary: string): string {
  return replaceMultipartFields(text, boundary, (name) => (isSecretName(name) ? REDACTED : undefined));
}

/**
 * Takes the values of secret properties out of a JSON text and leaves every other character as it was recorded, which
 * parsing it and writing it again would not. In text that is no JSON nothing worse can happen than one value too many.
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

/** A name may be written so that it does not look like itself: `"\\u0073ecret"`. */
function unescapeName(name: string): string {
  if (!name.includes("\\")) return name;
  return name.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

// A text that was cut off may end within a string.
const JSON_TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"(\s*:)?|$)|-?\d[\d.eE+-]*|[{}[\]]/g;
