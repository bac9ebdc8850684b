import type { JsonObject } from "../../../document/index.js";
import { createErrorResponse, type ServiceResponse } from "../../context/request-context.js";
import type { TextRule } from "../../tenants/index.js";

/** The parsed form of POST /token; the contract has seen to it that no field comes twice. */
export type TokenForm = JsonObject;

/** A field of the form, or the answer that says what it must be; never what it was, which may be a secret. */
export function readFormField(
  form: TokenForm,
  name: string,
  { pattern, expected }: TextRule,
): string | ServiceResponse {
  const value = form[name];
  if (value === undefined)
    return createErrorResponse(400, "MISSING_FIELD", `the form field ${name} is required: ${expected}`);
  if (typeof value !== "string" || !pattern.test(value))
    return createErrorResponse(400, "INVALID_FIELD", `the form field ${name}: expected ${expected}`);
  return value;
}
