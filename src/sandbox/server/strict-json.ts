import { isUtf8 } from "node:buffer";
import { decodeJsonString, type Json } from "../../document/index.js";
import { parseJson } from "../../schema/index.js";

export type StrictJsonResult =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "refused"; readonly reason: string };

/** Generous for an order, and bounds the cost of an attack. */
export const JSON_LIMITS = { depth: 64, members: 10_000, items: 5000, nameLength: 1024 } as const;

/**
 * Parses JSON as I-JSON (RFC 7493). Refuses invalid UTF-8, duplicate names, lone surrogates, and numbers that a double
 * cannot represent: parsers read these differently, and one may validate what another acts on. Also refuses NUL
 * characters, which databases cannot store.
 *
 * @param hasLargeNumbers whether numbers can be beyond the safe integers; they keep all their digits
 */
export function readStrictJson(bytes: Uint8Array, hasLargeNumbers = false): StrictJsonResult {
  if (!isUtf8(bytes)) return createRefusal("the body is not UTF-8");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (text.startsWith("\uFEFF"))
    return createRefusal("the body starts with a byte order mark, which JSON does not allow");
  const reason = findStrictViolation(text, hasLargeNumbers);
  if (reason !== undefined) return createRefusal(reason);
  try {
    return { kind: "value", value: hasLargeNumbers ? parseJson(text) : (JSON.parse(text) as Json) };
  } catch {
    return createRefusal("the body is not JSON");
  }
}

/** `names` is undefined for an array. */
type NestingLevel = { readonly names: Set<string> | undefined; expectsName: boolean; items: number };

// Strings, numbers and punctuation. JSON.parse refuses invalid text between them.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/gs;

/** Describes the first violation of I-JSON in a text, which need not be valid JSON. */
function findStrictViolation(text: string, hasLargeNumbers: boolean): string | undefined {
  const levels: NestingLevel[] = [];
  let members = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token.startsWith('"') && level?.expectsName === true) members += 1;
    const reason =
      members > JSON_LIMITS.members
        ? `the body has more than ${JSON_LIMITS.members} members`
        : (checkPunctuation(token, levels) ?? checkScalar(token, level, hasLargeNumbers));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Tracks nesting and members. */
function checkPunctuation(token: string, levels: NestingLevel[]): string | undefined {
  if (token === "{" || token === "[") {
    if (levels.length === JSON_LIMITS.depth) return `the body is nested deeper than ${JSON_LIMITS.depth} levels`;
    levels.push({ names: token === "{" ? new Set() : undefined, expectsName: token === "{", items: 0 });
  } else if (token === "}" || token === "]") levels.pop();
  else if (token === ",") return checkNextMember(levels.at(-1));
  return undefined;
}

function checkNextMember(level: NestingLevel | undefined): string | undefined {
  if (level === undefined) return undefined;
  level.expectsName = level.names !== undefined;
  level.items += 1;
  return level.names === undefined && level.items >= JSON_LIMITS.items
    ? `an array has more than ${JSON_LIMITS.items} items`
    : undefined;
}

function checkScalar(token: string, level: NestingLevel | undefined, hasLargeNumbers: boolean): string | undefined {
  if (!token.startsWith('"')) return /^[-\d]/.test(token) ? checkNumber(token, hasLargeNumbers) : undefined;
  // JSON.parse refuses an invalid string later.
  const value = decodeJsonString(token);
  if (value === undefined) return undefined;
  // Not every database can store such a text, and not every JSON parser reads it the same way.
  if (value.includes("\0")) return "a string contains the character NUL";
  if (LONE_SURROGATE.test(value)) return "a string contains a lone surrogate";
  if (level?.names === undefined || !level.expectsName) return undefined;
  level.expectsName = false;
  if (value.length > JSON_LIMITS.nameLength) return `a name is longer than ${JSON_LIMITS.nameLength} characters`;
  if (value === "__proto__") return 'the name "__proto__" is not allowed';
  if (level.names.has(value)) return `an object has the name ${JSON.stringify(value.slice(0, 60))} twice`;
  level.names.add(value);
  return undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function checkNumber(token: string, hasLargeNumbers: boolean): string | undefined {
  const value = Number(token);
  const excerpt = token.slice(0, 40);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? undefined : `the number ${excerpt} is too large`;
  if (value === 0 && /[1-9]/.test(token.replace(/e.*$/i, ""))) return `the number ${excerpt} is too small`;
  return !hasLargeNumbers && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? `the number ${excerpt} is outside the safe integers (±9007199254740991)`
    : undefined;
}

function createRefusal(reason: string): StrictJsonResult {
  return { kind: "refused", reason };
}
