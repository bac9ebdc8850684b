import type { Pointer } from "../../document/index.js";
import type { CoverageByKind, CoverageThresholds } from "./coverage.js";
import type { CoverageTarget } from "./coverage-targets.js";

/** The differences between the spec and an older version. */
export type SpecChanges = {
  /** The older spec, as the user named it. */
  readonly since: string;
  /** The changed operations, with the codes of the changes. */
  readonly operations: readonly ChangedOperation[];
  /** The changed locations in the spec, with the affected operations. */
  readonly locations: readonly ChangedLocation[];
  /** The required coverage of each kind, in percent. */
  readonly thresholds: CoverageThresholds;
};

/** Without a pointer, everything that belongs to the operations. */
export type ChangedLocation = { readonly pointer?: Pointer; readonly operations: readonly string[] };

export type ChangedOperation = { readonly operationId: string; readonly codes: readonly string[] };

/** The coverage of the changes. */
export type ChangedCoverage = {
  readonly since: string;
  readonly operations: readonly (ChangedOperation & { readonly exchanges: number })[];
  readonly kinds: CoverageByKind;
};

/**
 * Creates a filter for the coverage targets that a change affects: its operations, and the targets that contain a changed
 * location or lie within one. A change in a shared component affects only the operations listed for it.
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
