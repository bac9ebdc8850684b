import { isSecretName, redacted, redactText } from "../../exchange/index.js";

/**
 * What is kept of a listener's answer: its beginning, without the secret of the hook, tokens, card numbers and members of
 * secret names, and without characters that a terminal or a database would not take as they are.
 */
export function answerExcerpt(bytes: Uint8Array, contentEncoding: string | undefined, secret: string): string {
  if (bytes.length === 0) return "";
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== "identity") {
    return "[compressed, not looked into]";
  }
  const text = new TextDecoder().decode(bytes);
  const without = forms(secret).reduce((rest, form) => rest.replaceAll(form, redacted), redactText(text));
  const plain = without.replace(jsonMember, redactMember).replace(cardNumber, redacted).replace(control, "\uFFFD");
  return shortened(plain);
}

/** What an answer may have made of a secret; one of a few characters would be found in any text. */
function forms(secret: string): readonly string[] {
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(bytes.toString("utf8")), ...encoded]),
  ];
}

function redactMember(whole: string, name: string, between: string): string {
  return isSecretName(name) ? `"${name}"${between}"${redacted}"` : whole;
}

function shortened(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_BYTES) return text;
  // A character that is cut through is left out.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_BYTES - CUT.length)).replace(/\uFFFD+$/, "")}${CUT}`;
}

const MAX_BYTES = 2048;
const CUT = " [cut]";

const jsonMember = /"([^"\\]{1,100})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;
// Thirteen to nineteen digits, as ISO/IEC 7812-1 has them, also with spaces or dashes between.
const cardNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const control = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
