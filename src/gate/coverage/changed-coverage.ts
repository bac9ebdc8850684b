import type { Pointer } from "../../document/index.js";
import type { CoverageByKind, CoverageThresholds } from "./coverage.js";
import type { CoverageTarget } from "./coverage-targets.js";

/** What of the contract differs from an older description of it. */
export type SpecChanges = {
  /** The older description, as the user named it. */
  readonly since: string;
  /** The operations that differ, and the codes of how. */
  readonly operations: readonly ChangedOperation[];
  /** Where the contract now says something else, and of which operations. */
  readonly locations: readonly ChangedLocation[];
  /** How many percent of each kind the traffic has to show. */
  readonly thresholds: CoverageThresholds;
};

/** Without a pointer, all that is the operations' own. */
export type ChangedLocation = { readonly pointer?: Pointer; readonly operations: readonly string[] };

export type ChangedOperation = { readonly operationId: string; readonly codes: readonly string[] };

/** What the traffic shows of it. */
export type ChangedCoverage = {
  readonly since: string;
  readonly operations: readonly (ChangedOperation & { readonly exchanges: number })[];
  readonly kinds: CoverageByKind;
};

/**
 * Says which targets of coverage a change touches: the operations themselves, and what stands around or within its places. A
 * component that several operations share has changed for those that the change touches.
 */
export function createChangedTargetFilter({ operations, locations }: SpecChanges): (target: CoverageTarget) => boolean {
  const ids = new Set(operations.map(({ operationId }) => `operations ${operationId}`));
  const isOf = ({ kind, key }: CoverageTarget, id: string): boolean => key.startsWith(`${kind} ${id} `);
  return (target) => {
    const { kind, key, pointer } = target;
    if (kind === "operations") return ids.has(key);
    const isShared = kind === "properties" || kind === "values" || kind === "branches";
    return locations.some(({ pointer: place, operations: own }) => {
      const isOwn = !isShared && own.some((id) => isOf(target, id));
      return place === undefined
        ? isOwn
        : (isOwn || isShared) && (isWithin(place, pointer) || isWithin(pointer, place));
    });
  };
}

function isWithin(inner: Pointer, outer: Pointer): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
