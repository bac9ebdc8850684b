import { parsePointer } from "../../document/index.js";
import type { ExchangeResult, Finding } from "../../gate/index.js";
import type { AffectedPart } from "../finding.js";
import type { WeighedChange } from "./weighed-change.js";

/** What the checks found in an exchange that the new spec does not accept as the old one does. */
export type Refusal = {
  /** The operation, by its id in the findings. */
  readonly id: string;
  /** What only the new spec finds in the request. */
  readonly found: readonly Finding[];
  readonly next: ExchangeResult;
  readonly before: ExchangeResult;
};

/**
 * Finds the changes that make the new spec refuse an exchange. Drift, such as a parameter that is no longer declared, is
 * attributed too, but only an error has to be explained.
 */
export function findCauses(
  changes: readonly WeighedChange[],
  { id, found, next, before }: Refusal,
): { readonly causes: ReadonlySet<WeighedChange>; readonly isExplained: boolean } {
  const isLost = next.operation === undefined && before.operation !== undefined;
  if (isLost) {
    const causes = changes.filter((it) =>
      getParts(it, id).some(({ part }) => part === "operation" || part === "servers"),
    );
    return { causes: new Set(causes), isExplained: causes.length > 0 };
  }
  const causes = new Set<WeighedChange>();
  let isExplained = true;
  for (const finding of found) {
    const own = findClosest(changes, id, finding);
    for (const it of own) causes.add(it);
    if (own.length === 0 && finding.level === "error") isExplained = false;
  }
  return { causes, isExplained };
}

/** The changes at the same place of the new spec; else those of the same value; else those of the same part. */
function findClosest(changes: readonly WeighedChange[], id: string, found: Finding): readonly WeighedChange[] {
  const ranks = changes.map((it) => Math.max(0, ...getParts(it, id).map((part) => getRank(it, part, found))));
  const best = Math.max(0, ...ranks);
  return best === 0 ? [] : changes.filter((_, index) => ranks[index] === best);
}

function getRank({ finding }: WeighedChange, affected: AffectedPart, found: Finding): number {
  if (!isSamePart(affected.part, found)) return 0;
  if (finding.new?.pointer === found.contract.pointer && isSameValue(affected, found)) return 4;
  if (isSameValue(affected, found)) return 3;
  if (finding.new?.pointer === found.contract.pointer) return 2;
  return affected.at === undefined ? 1 : 0;
}

function isSamePart(part: string, { code, property, name }: Finding): boolean {
  const [, side = ""] = code.split(".");
  if (side === "security") return part === "security";
  if (["server", "method", "path"].includes(side) && part === "servers") return true;
  if (side === "body" || side === "content-type") return part.startsWith("request body");
  const [first = ""] = parsePointer(property ?? "");
  return part === `${side} parameter ${name ?? first}`;
}

/** Paths of parameters begin with their name. */
function isSameValue({ part, at = "" }: AffectedPart, { code, property = "", name }: Finding): boolean {
  const isBody = code.startsWith("request.body");
  const path = isBody || name !== undefined ? property : property.replace(/^\/[^/]*/, "");
  return isBody ? at === path && part.startsWith("request body") : toAnyKey(at) === toAnyKey(path);
}

function toAnyKey(path: string): string {
  return path.replaceAll("{key}", "*");
}

function getParts({ finding }: WeighedChange, id: string): readonly AffectedPart[] {
  return finding.affects.filter(({ operation }) => operation === id);
}
