import type { JsonObject } from "../../../document/index.js";
import { createErrorResponse, type ServiceResponse } from "../../context/request-context.js";
import type { TextRule } from "../../tenants/index.js";

/** The parsed form of POST /token. Validation has ensured that no field is repeated. */
export type TokenForm = JsonObject;

/** Reads a form field. Returns an error response that omits the value, which may be a secret. */
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
