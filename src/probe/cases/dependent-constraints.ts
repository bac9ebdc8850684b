import { isObject, type Json, memoizeByObject } from "../../document/index.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import type { MergedSchema } from "../../schema/model/schema-model.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-location.js";

/** Keywords that restrict a value as a whole. A change of one member may make the whole value invalid. */
const DEPENDENT_KEYWORDS = [
  ...["not", "contains", "uniqueItems", "enum", "const", "unevaluatedProperties", "unevaluatedItems"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "propertyNames"],
  ...["dependentRequired", "dependencies", "$dynamicRef", "$recursiveRef"],
];

/**
 * Whether a value has constraints beyond those of its members. Without them the value is valid if and only if each
 * member is, and an invalid member causes findings only at its own location.
 */
export const hasDependentConstraints = memoizeByObject(
  ({ choices, applicableSchemas }: MergedSchema): boolean =>
    choices.length > 0 ||
    applicableSchemas.some(({ schema }) => DEPENDENT_KEYWORDS.some((keyword) => schema[keyword] !== undefined)),
);

/** Whether a value is invalid at its location, and does not make an enclosing value match another branch. */
export function isInvalidAt(context: GenerationContext, location: RequestLocation, value: unknown): boolean {
  if (isValidForSchemas(context, location.node, value)) return false;
  return location.dependency === undefined || !isValidInContext(context, location, location.put(value));
}

/**
 * Whether a changed request is still valid at the outermost location with dependent constraints. True if there is none.
 * A value that matches another branch is valid.
 */
export function isValidInContext(
  context: GenerationContext,
  { part, at, dependency }: Pick<RequestLocation, "part" | "at" | "dependency">,
  request: CaseRequest,
): boolean {
  if (dependency === undefined) return true;
  const { body } = request;
  if (part === "body") {
    const isText = body === undefined || "text" in body;
    return isText || isValidForSchemas(context, dependency.node, getValueAt(body.value, dependency.path));
  }
  const [name = at] = at.split("/");
  return (
    part === "path" || isValidForSchemas(context, dependency.node, getValueAt(request[part][name], dependency.path))
  );
}

function getValueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const holder = inner as Json;
    return isObject(holder) || Array.isArray(holder) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
  }, value);
}
