import { REDACTED } from "../../exchange/index.js";

/** Redacts a text: as a whole, or character by character if the spec restricts its format. */
export type TextRedactor = (text: string) => string;

export const redactWhole: TextRedactor = () => REDACTED;
export const maskCharacters: TextRedactor = (text) =>
  text.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "1");

/** Redacts a JSON token and keeps its type. The empty string, true, false and null are not secret. */
export function redactJsonToken(token: string, hide: TextRedactor): string {
  if (token === '""' || /^(true|false|null)$/.test(token)) return token;
  if (!token.startsWith('"')) return hide === maskCharacters ? hide(token) : "0";
  return `"${hide(token.slice(1, -1).replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, "x"))}"`;
}
