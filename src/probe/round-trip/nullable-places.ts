import { isObject, type Json, type Pointer, parentPointer, valueAt } from "../../document/index.js";
import { collectValueConstraints } from "../../samples/value-constraints.js";
import type { RequestLocation } from "../cases/request-location.js";
import { dropOtherBranches } from "./telling-values.js";

/** Lists the optional properties of the objects of a body that may be null, whether the body has them or not. */
export function listNullablePlaces(locations: readonly RequestLocation[], body: Json): readonly RequestLocation[] {
  const inBody = locations.filter(({ part }) => part === "body");
  const nullBranches = new Set<Pointer>(inBody.filter(({ value }) => value === null).map(({ at }) => at));
  return dropOtherBranches(inBody).filter(
    ({ at, node, without }, index, all) =>
      without?.required === false &&
      isObject(valueAt(body, parentPointer(at))) &&
      (nullBranches.has(at) || collectValueConstraints(node.applicableSchemas).types?.includes("null") === true) &&
      all.findIndex((it) => it.at === at) === index,
  );
}
