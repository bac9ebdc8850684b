import { isWithin, type Operation, type Pointer } from "../../document/index.js";
import type { ContractSpec } from "../contract.js";
import type { CheckContext } from "../rules/check.js";
import {
  type CoverageByKind,
  type CoverageThresholds,
  createCoverageCollector,
  mapKinds,
  measureKind,
} from "./coverage.js";
import type { CoverageTarget } from "./coverage-targets.js";

/** The coverage of one of several specs. */
export type SpecCoverage = { readonly path: string; readonly kinds: CoverageByKind };

/** Collects the coverage of all specs of a run. */
export type SpecsCoverage = ReturnType<typeof createSpecsCoverage>;

/** @param selected the operations to report on. */
export function createSpecsCoverage(specs: readonly ContractSpec[], selected: readonly Operation[]) {
  const wanted = new Set(selected);
  const collectors = specs.map(({ document, operations }) => ({
    path: document.path,
    // By id, because a probed service has a contract of its own.
    ids: new Set(operations.map(({ id }) => id)),
    collector: createCoverageCollector(
      document,
      operations.filter((operation) => wanted.has(operation)),
    ),
  }));
  return {
    add: (context: CheckContext) => collectors.find(({ ids }) => ids.has(context.operation.id))?.collector.add(context),
    /** The thresholds apply to all specs together. `specs` is absent if there is only one. */
    report: (thresholds: CoverageThresholds, isCounted?: (target: CoverageTarget) => boolean) => {
      const parts = collectors.map(({ path, collector }) => ({ path, kinds: collector.report(thresholds, isCounted) }));
      const [first, ...others] = parts.map(({ kinds }) => kinds);
      if (first === undefined) throw new RangeError("no spec given");
      if (others.length === 0) return { kinds: first };
      // A threshold is one of the whole run.
      return { kinds: others.reduce(addCoverage, first), specs: parts.map(withoutThresholds) };
    },
  };
}

function withoutThresholds({ path, kinds }: SpecCoverage): SpecCoverage {
  return { path, kinds: mapKinds((kind) => measureKind(kinds[kind].total, kinds[kind].missing, undefined)) };
}

function addCoverage(a: CoverageByKind, b: CoverageByKind): CoverageByKind {
  return mapKinds((kind) => {
    const missing = [...a[kind].missing, ...b[kind].missing];
    return measureKind(a[kind].total + b[kind].total, missing, a[kind].atLeast);
  });
}

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

type ChangedOperation = { readonly operationId: string; readonly codes: readonly string[] };

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
