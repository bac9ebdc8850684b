import { REDACTED, redactText } from "../../recording/index.js";

/** The format of an identifier in a path segment or object key. */
export type IdentifierKind = "uuid" | "integer" | "date" | "email" | "other";

/** Detects identifiers and secrets by format alone. Returns undefined for text that may be a plain word. */
export function detectIdentifier(text: string): IdentifierKind | undefined {
  if (UUID.test(text)) return "uuid";
  if (/^\d{5,}$/.test(text)) return "integer";
  if (DATE.test(text)) return "date";
  if (/^[^@\s/]+@[^@\s/]+\.[a-z]{2,}$/i.test(text)) return "email";
  const isSecret = text.includes(REDACTED) || redactText(text) !== text;
  return WITH_UUID.test(text) || isOpaque(text) || isSecret ? "other" : undefined;
}

/** A short number is only weak evidence of an identifier. */
export function isShortNumber(text: string): boolean {
  return /^\d{1,4}$/.test(text);
}

/** Whether a text is a word with a number, such as `a-1009`. Versions, `oauth2` and `sha256` are plain words. */
export function hasNumber(text: string): boolean {
  return /[-_]\d|\d{4}/.test(text) && !/^v\d+(?:[a-z]+\d*)?(?:[.-]|$)/i.test(text);
}

/** Normalizes numbers for comparison: `a-1009` becomes `a-0`. */
export function replaceDigits(text: string): string {
  return text.replaceAll(/\d+/g, "0");
}

/** Whether a text is a slug, such as `sense-and-sensibility`. */
export function isSlug(text: string): boolean {
  return /^[a-z]+(?:-[a-z]+)+$/.test(text);
}

/** Whether a segment has a character that needs encoding, such as a slash or a space. No service has such names. */
export function isFreeText(text: string): boolean {
  return /[^\p{L}\p{M}\p{N}\-._~!$&'()*+,;=:@%{}]/u.test(text);
}

/** Whether a text can be random, such as a nanoid. It is an identifier if its siblings of the same length are identifiers. */
export function isRandomLike(text: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((it) => it.test(text)).length;
  return RANDOM.test(text) && classes >= 2;
}

/** Whether a text mixes letters and digits like a ULID, hash, database key or token. */
function isOpaque(text: string): boolean {
  if (!/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  if (ULID.test(text) || /^[0-9a-f]{16,}$/i.test(text) || /^[a-z]{2,8}_[0-9a-z]{8,}$/i.test(text)) return true;
  if (isNanoid(text)) return true;
  return /^[\w-]{16,}$/.test(text) && (text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0) >= 4;
}

/** The default length of a nanoid is 21. In names, fewer capitals and digits stand next to each other. */
function isNanoid(text: string): boolean {
  return (
    /^[\w-]{21}$/.test(text) && (text.match(/\d|[A-Z](?=[A-Z])|[a-z](?=[A-Z])/g)?.length ?? 0) >= MIN_NANOID_CHANGES
  );
}

const RANDOM = /^[\w-]{10,}$/;
const MIN_NANOID_CHANGES = 7;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WITH_UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d.*)?$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
