import { isObject, type Json } from "../../document/index.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-locations.js";

/** What asks something of a value as a whole, so that it may fit no more when one of its members is another. */
const DEPENDENT_KEYWORDS = [
  ...["not", "contains", "uniqueItems", "enum", "const", "unevaluatedProperties", "unevaluatedItems"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "propertyNames"],
  ...["dependentRequired", "dependencies", "$dynamicRef", "$recursiveRef"],
];

const hasConstraintsCache = new WeakMap<MergedSchema, boolean>();

/**
 * Whether a value is more than its members: otherwise it fits exactly when each of them does, and what is wrong with a member
 * is told of there and nowhere else.
 */
export function hasDependentConstraints(node: MergedSchema): boolean {
  const isKnown = hasConstraintsCache.get(node);
  if (isKnown !== undefined) return isKnown;
  const found =
    node.choices.length > 0 ||
    node.applicableSchemas.some(({ schema }) => DEPENDENT_KEYWORDS.some((word) => schema[word] !== undefined));
  hasConstraintsCache.set(node, found);
  return found;
}

/** Whether a value is one that its place refuses, and that makes nothing else of what is around it. */
export function isInvalidAt(means: GenerationContext, place: RequestLocation, value: unknown): boolean {
  if (isValidForSchemas(means, place.node, value)) return false;
  return place.coupled === undefined || !isValidInContext(means, place, place.put(value));
}

/**
 * Whether a request with another value in a place fits at the outermost place that asks more than each of its members; true
 * where there is none. What fits another branch is no mistake.
 */
export function isValidInContext(
  means: GenerationContext,
  { part, at, coupled }: Pick<RequestLocation, "part" | "at" | "coupled">,
  request: CaseRequest,
): boolean {
  if (coupled === undefined) return true;
  const { body } = request;
  if (part === "body") {
    const isText = body === undefined || "text" in body;
    return isText || isValidForSchemas(means, coupled.node, getValueAt(body.value, coupled.path));
  }
  const [name = at] = at.split("/");
  return part === "path" || isValidForSchemas(means, coupled.node, getValueAt(request[part][name], coupled.path));
}

function getValueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const holder = inner as Json;
    return isObject(holder) || Array.isArray(holder) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
  }, value);
}
