import { isSecretName, REDACTED, redactText } from "../../exchange/index.js";

/**
 * The beginning of a listener's response body, at most 2048 bytes. Redacts the secret of the hook, tokens, card numbers
 * and members with secret names; replaces control characters, which terminals and databases cannot take.
 */
export function createResponseExcerpt(bytes: Uint8Array, contentEncoding: string | undefined, secret: string): string {
  if (bytes.length === 0) return "";
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== "identity") {
    return "[compressed, not shown]";
  }
  const text = new TextDecoder().decode(bytes);
  const without = listSecretEncodings(secret).reduce((rest, form) => rest.replaceAll(form, REDACTED), redactText(text));
  const plain = without
    .replace(JSON_MEMBER, redactMember)
    .replace(CARD_NUMBER, REDACTED)
    .replace(CONTROL_CHARACTER, "\uFFFD");
  return truncateToBytes(plain);
}

/** The forms in which a response may contain a secret. Ignores secrets so short that any text could contain them. */
function listSecretEncodings(secret: string): readonly string[] {
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(bytes.toString("utf8")), ...encoded]),
  ];
}

function redactMember(whole: string, name: string, between: string): string {
  return isSecretName(name) ? `"${name}"${between}"${REDACTED}"` : whole;
}

function truncateToBytes(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_EXCERPT_BYTES) return text;
  // Drops a character that was cut in the middle.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_EXCERPT_BYTES - CUT_MARKER.length)).replace(/\uFFFD+$/, "")}${CUT_MARKER}`;
}

const MAX_EXCERPT_BYTES = 2048;
const CUT_MARKER = " [cut]";

const JSON_MEMBER = /"([^"\\]{1,100})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;
// 13 to 19 digits (ISO/IEC 7812-1), also separated by spaces or dashes.
const CARD_NUMBER = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const CONTROL_CHARACTER = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
