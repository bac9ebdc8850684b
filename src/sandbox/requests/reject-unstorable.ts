import { isObject, type Json } from "../../document/index.js";
import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";

/**
 * Refuses what one database would keep and another not, or what one reader of JSON would read otherwise than the next (RFC
 * 7493, section 2): the character NUL, half of a surrogate pair, integers beyond 2^53-1. Undefined when there is none.
 */
export function rejectUnstorable({ parameters, body }: RequestContext): ServiceResponse | undefined {
  const problem = checkJson(parameters) ?? (body === undefined ? undefined : checkJson(body));
  return problem === undefined ? undefined : createErrorResponse(400, "UNSTORABLE_VALUE", problem);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function checkJson(value: Json): string | undefined {
  if (typeof value === "string") return checkText(value);
  if (typeof value === "number") return checkNumber(value);
  // A parameter that no double holds exactly comes as an object (schema/values/exact-number.ts).
  if (value instanceof Number) return checkNumber(Number.NaN);
  if (Array.isArray(value)) return checkEach(value);
  return isObject(value) ? (checkEach(Object.values(value)) ?? checkEach(Object.keys(value))) : undefined;
}

function checkEach(values: readonly Json[]): string | undefined {
  for (const value of values) {
    const problem = checkJson(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkText(text: string): string | undefined {
  if (text.includes("\0")) return "a string holds the character NUL";
  return LONE_SURROGATE.test(text) ? "a string holds half of a surrogate pair" : undefined;
}

function checkNumber(number: number): string | undefined {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
    ? undefined
    : "a number is beyond what every reader holds exactly; integers from -(2^53-1) to 2^53-1 are accepted";
}
