import { isObject, type Json } from "../document/index.js";
import { type Answer, type Call, refuse } from "./call.js";

/**
 * Refuses what one database would keep and another not, or what one reader of JSON would read otherwise than the next (RFC
 * 7493, section 2): the character NUL, half of a surrogate pair, integers beyond 2^53-1. Undefined when there is none.
 */
export function unstorable({ parameters, body }: Call): Answer | undefined {
  const problem = problemOf(parameters) ?? (body === undefined ? undefined : problemOf(body));
  return problem === undefined ? undefined : refuse(400, "UNSTORABLE_VALUE", problem);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function problemOf(value: Json): string | undefined {
  if (typeof value === "string") return textProblem(value);
  if (typeof value === "number") return numberProblem(value);
  // A parameter that no double holds exactly comes as an object (schema/exact-number.ts).
  if (value instanceof Number) return numberProblem(Number.NaN);
  if (Array.isArray(value)) return firstProblem(value);
  return isObject(value) ? (firstProblem(Object.values(value)) ?? firstProblem(Object.keys(value))) : undefined;
}

function firstProblem(values: readonly Json[]): string | undefined {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "a string holds the character NUL";
  return LONE_SURROGATE.test(text) ? "a string holds half of a surrogate pair" : undefined;
}

function numberProblem(number: number): string | undefined {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
    ? undefined
    : "a number is beyond what every reader holds exactly; integers from -(2^53-1) to 2^53-1 are accepted";
}
