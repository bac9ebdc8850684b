import { isObject, type Json, type Pointer, parentPointer, valueAt } from "../../document/index.js";
import { collectValueConstraints } from "../../samples/value-constraints.js";
import type { RequestLocation } from "../cases/request-location.js";
import type { CaseEdit } from "../requests/probe-case.js";
import { dropOtherBranches } from "./telling-values.js";

export type NullablePlace = {
  readonly location: RequestLocation;
  /** The edit of a request with null there, as in the cases of the phase `boundaries`. */
  readonly edit: CaseEdit;
};

/** Lists the optional properties of the objects of a body that may be null, whether the body has them or not. */
export function listNullablePlaces(locations: readonly RequestLocation[], body: Json): readonly NullablePlace[] {
  const inBody = locations.filter(({ part }) => part === "body");
  const nullBranches = new Map<Pointer, Pointer>(
    inBody
      .filter(({ value }) => value === null)
      .map(({ at, node }) => [at, collectValueConstraints(node.applicableSchemas).typeAt]),
  );
  return dropOtherBranches(inBody).flatMap((location, index, all): NullablePlace[] => {
    const { at, node, without } = location;
    const { types, typeAt } = collectValueConstraints(node.applicableSchemas);
    const contract = types?.includes("null") === true ? typeAt : nullBranches.get(at);
    const isFirst = all.findIndex((it) => it.at === at) === index;
    const isOptional = without?.required === false && isObject(valueAt(body, parentPointer(at)));
    if (contract === undefined || !isFirst || !isOptional) return [];
    return [{ location, edit: { part: "body", at, contract, what: `${at}: null, which is allowed` } }];
  });
}
