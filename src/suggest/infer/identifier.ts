import { REDACTED, redactText } from "../../exchange/index.js";

/** What a segment of a path, or the key of an object, looks like when it stands for one thing out of many. */
export type IdentifierKind = "uuid" | "integer" | "date" | "email" | "other";

/** By its looks alone, so that one is evidence enough; undefined for what may be a word. A secret is never a word. */
export function detectIdentifier(text: string): IdentifierKind | undefined {
  if (UUID.test(text)) return "uuid";
  if (/^\d{5,}$/.test(text)) return "integer";
  if (DATE.test(text)) return "date";
  if (/^[^@\s/]+@[^@\s/]+\.[a-z]{2,}$/i.test(text)) return "email";
  const isSecret = text.includes(REDACTED) || redactText(text) !== text;
  return WITH_UUID.test(text) || isOpaque(text) || isSecret ? "other" : undefined;
}

/** What no more than suggests it: a short number. */
export function isShortNumber(text: string): boolean {
  return /^\d{1,4}$/.test(text);
}

/** Words with a number behind them, such as `a-1009`; a version is a word, and so are `oauth2` and `sha256`. */
export function hasNumber(text: string): boolean {
  return /[-_]\d|\d{4}/.test(text) && !/^v\d+(?:[a-z]+\d*)?(?:[.-]|$)/i.test(text);
}

/** What two of one kind have in common: `a-0` for `a-1009`. */
export function replaceDigits(text: string): string {
  return text.replaceAll(/\d+/g, "0");
}

/** Words that are joined as titles are: `sense-and-sensibility`. */
export function isSlug(text: string): boolean {
  return /^[a-z]+(?:-[a-z]+)+$/.test(text);
}

/** ULIDs, hashes, keys of databases and tokens: letters and digits as no word mixes them. */
function isOpaque(text: string): boolean {
  if (!/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  if (ULID.test(text) || /^[0-9a-f]{16,}$/i.test(text) || /^[a-z]{2,8}_[0-9a-z]{8,}$/i.test(text)) return true;
  return /^[\w-]{16,}$/.test(text) && (text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0) >= 4;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WITH_UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d.*)?$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
