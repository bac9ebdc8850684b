import { parsePointer } from "../../document/index.js";
import type { ExchangeResult, Finding } from "../../gate/index.js";
import type { AffectedPart } from "../finding.js";
import type { WeighedChange } from "./weighed-change.js";

/** An exchange that has findings with the new spec and not with the old one. */
export type RefusedExchange = {
  /** The id of the operation, as in `affects` of a diff finding. */
  readonly operationId: string;
  /** The findings about the request that only the new spec causes. */
  readonly newFindings: readonly Finding[];
  readonly oldResult: ExchangeResult;
  readonly newResult: ExchangeResult;
};

/**
 * Finds the changes that make the new spec refuse an exchange. Drift, such as a parameter that is no longer declared, can have
 * causes too, but an exchange without a cause for its drift still counts as explained, because drift is no violation.
 */
export function findCauses(
  changes: readonly WeighedChange[],
  { operationId, newFindings, oldResult, newResult }: RefusedExchange,
): { readonly causes: ReadonlySet<WeighedChange>; readonly isExplained: boolean } {
  const isOperationRemoved = newResult.operation === undefined && oldResult.operation !== undefined;
  if (isOperationRemoved) {
    const causes = changes.filter((change) =>
      getAffectedParts(change, operationId).some(({ part }) => part === "operation" || part === "servers"),
    );
    return { causes: new Set(causes), isExplained: causes.length > 0 };
  }
  const causes = new Set<WeighedChange>();
  let isExplained = true;
  for (const finding of newFindings) {
    const closest = findClosestChanges(changes, operationId, finding);
    for (const change of closest) causes.add(change);
    if (closest.length === 0 && finding.level === "error") isExplained = false;
  }
  return { causes, isExplained };
}

/** Finds the changes with the highest rank for a finding; none if no change affects the same part of the request. */
function findClosestChanges(
  changes: readonly WeighedChange[],
  operationId: string,
  finding: Finding,
): readonly WeighedChange[] {
  const ranks = changes.map((change) =>
    Math.max(0, ...getAffectedParts(change, operationId).map((affected) => rankChange(change, affected, finding))),
  );
  const highest = Math.max(0, ...ranks);
  return highest === 0 ? [] : changes.filter((_, index) => ranks[index] === highest);
}

/**
 * Returns how likely a change is the cause of a finding: 4 same location in the spec and same value, 3 same value, 2 same location,
 * 1 the whole part changed, 0 unrelated.
 */
function rankChange({ finding: change }: WeighedChange, affected: AffectedPart, finding: Finding): number {
  if (!isSamePart(affected.part, finding)) return 0;
  const hasSameLocation = change.new?.pointer === finding.contract.pointer;
  if (isSameValue(affected, finding)) return hasSameLocation ? 4 : 3;
  if (hasSameLocation) return 2;
  return affected.at === undefined ? 1 : 0;
}

/** Whether a part of a change, such as `query parameter limit`, is the part that a finding is about. */
function isSamePart(part: string, { code, property, name }: Finding): boolean {
  // The second segment of a finding code names the part, such as `query` in `request.query.invalid`.
  const [, codePart = ""] = code.split(".");
  if (codePart === "security") return part === "security";
  if (["server", "method", "path"].includes(codePart) && part === "servers") return true;
  if (codePart === "body" || codePart === "content-type") return part.startsWith("request body");
  const [parameterName = ""] = parsePointer(property ?? "");
  return part === `${codePart} parameter ${name ?? parameterName}`;
}

/** Whether a change and a finding have the same path in the value of a body or a parameter. */
function isSameValue({ part, at = "" }: AffectedPart, { code, property = "", name }: Finding): boolean {
  const isBody = code.startsWith("request.body");
  // A finding about a parameter without `name` has the parameter name as the first segment of its path.
  const path = isBody || name !== undefined ? property : property.replace(/^\/[^/]*/, "");
  return isBody ? at === path && part.startsWith("request body") : replaceMapKeys(at) === replaceMapKeys(path);
}

/** A path can have `{key}` or `*` for the keys of a map. */
function replaceMapKeys(path: string): string {
  return path.replaceAll("{key}", "*");
}

function getAffectedParts({ finding }: WeighedChange, operationId: string): readonly AffectedPart[] {
  return finding.affects.filter(({ operation }) => operation === operationId);
}
