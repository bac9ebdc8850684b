import { decodeBody, decodeBodyText, decodeXmlText, isXmlType } from "../decode.js";
import type { HeaderField, RecordedBody } from "../exchange.js";
import { getCombinedHeader } from "../headers.js";
import { parseMediaType } from "../media-type.js";

/** The text of a body, and a function that creates the body of the redacted text. */
export type RedactableText = { readonly text: string; readonly toBody: (redacted: string) => RecordedBody };

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
