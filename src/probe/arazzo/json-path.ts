import { jsonpath } from "json-p3";
import type { Json } from "../../document/index.js";

/** An invalid JSONPath expression. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/**
 * Finds the nodes that a JSONPath expression selects.
 *
 * @throws {JsonPathError} if the expression is invalid.
 * @see https://www.rfc-editor.org/rfc/rfc9535
 */
export function selectJsonPath(value: Json, expression: string): readonly Json[] {
  try {
    return jsonpath.query(expression.trim(), value as Parameters<typeof jsonpath.query>[1]).values() as Json[];
  } catch (error) {
    throw new JsonPathError(`${expression}: ${(error as Error).message}`, { cause: error });
  }
}
