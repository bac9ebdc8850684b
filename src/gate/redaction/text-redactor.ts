import { REDACTED } from "../../exchange/index.js";

/** How a text is hidden: as a whole, or where the contract says more of it, letter by letter. */
export type TextRedactor = (text: string) => string;

export const redactWhole: TextRedactor = () => REDACTED;
export const maskCharacters: TextRedactor = (text) =>
  text.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "1");

/** A text stays a text and a number a number; what an empty text, true, false and null say is no secret. */
export function redactJsonToken(token: string, hide: TextRedactor): string {
  if (token === '""' || /^(true|false|null)$/.test(token)) return token;
  if (!token.startsWith('"')) return hide === maskCharacters ? hide(token) : "0";
  return `"${hide(token.slice(1, -1).replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, "x"))}"`;
}
