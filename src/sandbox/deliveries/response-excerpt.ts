import { isSecretName, REDACTED, redactText } from "../../exchange/index.js";

/**
 * What is kept of a listener's answer: its beginning, without the secret of the hook, tokens, card numbers and members of
 * secret names, and without characters that a terminal or a database would not take as they are.
 */
export function createResponseExcerpt(bytes: Uint8Array, contentEncoding: string | undefined, secret: string): string {
  if (bytes.length === 0) return "";
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== "identity") {
    return "[compressed, not looked into]";
  }
  const text = new TextDecoder().decode(bytes);
  const without = listSecretEncodings(secret).reduce((rest, form) => rest.replaceAll(form, REDACTED), redactText(text));
  const plain = without
    .replace(JSON_MEMBER, redactMember)
    .replace(CARD_NUMBER, REDACTED)
    .replace(CONTROL_CHARACTER, "\uFFFD");
  return truncateToBytes(plain);
}

/** What an answer may have made of a secret; one of a few characters would be found in any text. */
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
  // A character that is cut through is left out.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_EXCERPT_BYTES - CUT_MARKER.length)).replace(/\uFFFD+$/, "")}${CUT_MARKER}`;
}

const MAX_EXCERPT_BYTES = 2048;
const CUT_MARKER = " [cut]";

const JSON_MEMBER = /"([^"\\]{1,100})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;
// Thirteen to nineteen digits, as ISO/IEC 7812-1 has them, also with spaces or dashes between.
const CARD_NUMBER = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const CONTROL_CHARACTER = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
