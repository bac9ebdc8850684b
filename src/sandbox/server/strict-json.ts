import type { Json } from "../../document/index.js";

export type StrictJsonResult =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "refused"; readonly reason: string };

/** What is generous for an order and cheap for an attacker to exceed. */
export const JSON_LIMITS = { depth: 64, members: 10_000, items: 5000, nameLength: 1024 } as const;

/**
 * Reads JSON as I-JSON (RFC 7493) has it: what two readers could take for two different values is refused, since one of
 * them may be the one that checks and the other the one that acts. That is text that is not UTF-8, names that come twice,
 * unpaired surrogates, and numbers that a double does not hold. NUL is refused too, which no database column holds.
 */
export function readStrictJson(bytes: Uint8Array): StrictJsonResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return createRefusal("the body is not UTF-8");
  }
  if (text.startsWith("\uFEFF"))
    return createRefusal("the body begins with a byte order mark, which JSON does not have");
  const problem = findStrictViolation(text);
  if (problem !== undefined) return createRefusal(problem);
  try {
    return { kind: "value", value: JSON.parse(text) as Json };
  } catch {
    return createRefusal("the body is not JSON");
  }
}

/** `names` of an object, undefined for an array. */
type NestingLevel = { readonly names: Set<string> | undefined; expectsName: boolean; items: number };

// Strings, numbers and punctuation; what is not JSON between them is left for JSON.parse to refuse.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/gs;

/** The first thing in a text that strict readers refuse, in words. The text may still be no JSON at all. */
function findStrictViolation(text: string): string | undefined {
  const levels: NestingLevel[] = [];
  let members = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token.startsWith('"') && level?.expectsName === true) members += 1;
    const problem =
      members > JSON_LIMITS.members
        ? `the body has more than ${JSON_LIMITS.members} members`
        : (checkPunctuation(token, levels) ?? checkScalar(token, level));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Follows the brackets and commas of a text. */
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

function checkScalar(token: string, level: NestingLevel | undefined): string | undefined {
  if (!token.startsWith('"')) return /^[-\d]/.test(token) ? checkNumber(token) : undefined;
  const value = unescapeString(token);
  if (value === undefined) return undefined;
  if (value.includes("\0")) return "a string holds the character NUL";
  if (LONE_SURROGATE.test(value)) return "a string holds half of a surrogate pair";
  if (level?.names === undefined || !level.expectsName) return undefined;
  level.expectsName = false;
  if (value.length > JSON_LIMITS.nameLength) return `a name is longer than ${JSON_LIMITS.nameLength} characters`;
  if (value === "__proto__") return 'the name "__proto__" is not allowed';
  if (level.names.has(value)) return `the name ${JSON.stringify(value.slice(0, 60))} comes twice in one object`;
  level.names.add(value);
  return undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Undefined when it is no JSON string, which JSON.parse will say. */
function unescapeString(token: string): string | undefined {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

function checkNumber(token: string): string | undefined {
  const value = Number(token);
  const shown = token.slice(0, 40);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? undefined : `the number ${shown} is too large`;
  if (value === 0 && /[1-9]/.test(token.replace(/e.*$/i, ""))) return `the number ${shown} is too small to be held`;
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? `the number ${shown} is beyond the integers that every reader holds exactly (±9007199254740991)`
    : undefined;
}

function createRefusal(reason: string): StrictJsonResult {
  return { kind: "refused", reason };
}
