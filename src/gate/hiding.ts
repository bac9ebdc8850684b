import { redacted } from "../exchange/index.js";

/** How a text is hidden: as a whole, or where the contract says more of it, letter by letter. */
export type Hide = (text: string) => string;

export const asWhole: Hide = () => redacted;
export const asForm: Hide = (text) => text.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "1");

/** A text stays a text and a number a number; what an empty text, true, false and null say is no secret. */
export function hiddenToken(token: string, hide: Hide): string {
  if (token === '""' || /^(true|false|null)$/.test(token)) return token;
  if (!token.startsWith('"')) return hide === asForm ? hide(token) : "0";
  return `"${hide(token.slice(1, -1).replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, "x"))}"`;
}
