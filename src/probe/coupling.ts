import { isObject, type Json } from "../document/index.js";
import type { Node } from "../schema/node.js";
import type { CaseRequest } from "./case.js";
import { fits } from "./make-value.js";
import type { Means } from "./means.js";
import type { Place } from "./places.js";

/** What asks something of a value as a whole, so that it may fit no more when one of its members is another. */
const COUPLING = [
  ...["not", "contains", "uniqueItems", "enum", "const", "unevaluatedProperties", "unevaluatedItems"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "propertyNames"],
  ...["dependentRequired", "dependencies", "$dynamicRef", "$recursiveRef"],
];

const known = new WeakMap<Node, boolean>();

/**
 * Whether a value is more than its members: otherwise it fits exactly when each of them does, and what is wrong with a member
 * is told of there and nowhere else.
 */
export function isCoupled(node: Node): boolean {
  const isKnown = known.get(node);
  if (isKnown !== undefined) return isKnown;
  const found =
    node.choices.length > 0 || node.shapes.some(({ schema }) => COUPLING.some((word) => schema[word] !== undefined));
  known.set(node, found);
  return found;
}

/** Whether a value is one that its place refuses, and that makes nothing else of what is around it. */
export function isWrong(means: Means, place: Place, value: unknown): boolean {
  if (fits(means, place.node, value)) return false;
  return place.coupled === undefined || !fitsAround(means, place, place.put(value));
}

/**
 * Whether a request with another value in a place fits at the outermost place that asks more than each of its members; true
 * where there is none. What fits another branch is no mistake.
 */
export function fitsAround(
  means: Means,
  { part, at, coupled }: Pick<Place, "part" | "at" | "coupled">,
  request: CaseRequest,
): boolean {
  if (coupled === undefined) return true;
  const { body } = request;
  if (part === "body") {
    const isText = body === undefined || "text" in body;
    return isText || fits(means, coupled.node, valueIn(body.value, coupled.path));
  }
  const [name = at] = at.split("/");
  return part === "path" || fits(means, coupled.node, valueIn(request[part][name], coupled.path));
}

function valueIn(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const holder = inner as Json;
    return isObject(holder) || Array.isArray(holder) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
  }, value);
}
