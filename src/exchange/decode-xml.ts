import { decodeBodyText } from "./decode.js";
import type { RecordedBody } from "./exchange.js";
import type { ParsedMediaType } from "./media-type.js";

/** Whether a body of this type is XML (RFC 7303, section 4). */
export function isXmlType({ essence, suffix }: Pick<ParsedMediaType, "essence" | "suffix">): boolean {
  return essence === "application/xml" || suffix === "xml" || essence === "text/xml";
}

/**
 * Decodes an XML body. The encoding comes from the byte order mark, then the Content-Type charset, then the XML declaration.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7303#section-3
 */
export function decodeXmlText(
  body: RecordedBody,
  charset: string | undefined,
): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  return decodeBodyText(body, detectBomEncoding(body.bytes) ?? charset ?? detectDeclaredEncoding(body.bytes));
}

function detectBomEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function detectDeclaredEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0 && second === 0x3c) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  const start = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString("latin1");
  const [, encoding = "utf-8"] =
    /^<\?xml[^>]*?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*["']([\w.-]+)["']/.exec(start) ?? [];
  // The declaration was readable as single bytes, so the document cannot be UTF-16 or UTF-32.
  return /^(utf-?16|ucs-?2|utf-?32)/i.test(encoding) ? "utf-8" : encoding;
}

const MAX_DECLARATION_BYTES = 400;
