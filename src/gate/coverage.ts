import type { Subject } from "../checks/index.js";
import type { Document, Location, Operation, Pointer } from "../document/index.js";
import { coverageTargets, type Target } from "./coverage-targets.js";
import { createValueWalk, type ValueWalk } from "./coverage-walk.js";

/** What coverage is counted of, in the order in which it is told. */
export const COVERAGE_KINDS = [
  "operations",
  "statuses",
  "mediaTypes",
  "parameters",
  "properties",
  "values",
  "branches",
] as const;

export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** How much of one kind the traffic has shown. */
export type KindCoverage = {
  readonly total: number;
  readonly seen: number;
  /** Rounded down to a tenth, so that 100 is all; 100 too when there is nothing to see. */
  readonly percent: number;
  /** The threshold, where there is one. */
  readonly atLeast?: number;
  readonly missing: readonly Missing[];
};

/** Something that the contract has and no exchange has shown. */
export type Missing = Location & {
  readonly pointer: Pointer;
  /** What it is called: `getOrder 404`, `status`, `"OPEN"`. */
  readonly name: string;
};

export type KindsCoverage = Readonly<Record<CoverageKind, KindCoverage>>;

/** How many percent the traffic has to show of each kind. */
export type Thresholds = Readonly<Partial<Record<CoverageKind, number>>>;

/** Collects what exchanges show of the contract. Memory grows with the description, never with the traffic. */
export type CoverageCollector = {
  readonly add: (subject: Subject) => void;
  /** Of all targets, or of those that count. */
  readonly report: (thresholds: Thresholds, isCounted?: (target: Target) => boolean) => KindsCoverage;
};

export function createCoverage(document: Document, operations: readonly Operation[]): CoverageCollector {
  const seen = new Set<string>();
  let walk: ValueWalk | undefined;

  return {
    add: (subject) => {
      walk ??= createValueWalk(subject.schemas, seen);
      note(subject, seen, walk);
    },
    report: (thresholds, isCounted = () => true) => {
      const targets = coverageTargets(document, operations).filter(isCounted);
      const kinds = COVERAGE_KINDS.map((kind) => {
        const all = targets.filter((it) => it.kind === kind);
        return [kind, kindCoverage(document, all, { seen, atLeast: thresholds[kind] })];
      });
      return Object.fromEntries(kinds) as KindsCoverage;
    },
  };
}

function note({ operation: { id }, response, parameters, bodies }: Subject, seen: Set<string>, walk: ValueWalk): void {
  seen.add(`operations ${id}`);
  if (response !== undefined) seen.add(`statuses ${id} ${response.status}`);
  for (const { parameter, reading } of parameters) {
    if (reading.kind === "absent") continue;
    seen.add(`parameters ${id} ${parameter.in} ${parameter.name}`);
    if (reading.kind === "value" && parameter.schema !== undefined) walk(parameter.schema, "request", reading.value);
  }
  for (const { side, media, content } of [bodies.request, bodies.response]) {
    if (media === undefined || content.kind === "none") continue;
    seen.add(`mediaTypes ${id} ${media.pointer}`);
    if (content.kind === "value" && media.schema !== undefined) walk(media.schema, side, content.value);
  }
}

type Measure = { readonly seen: ReadonlySet<string>; readonly atLeast: number | undefined };

function kindCoverage(document: Document, targets: readonly Target[], { seen, atLeast }: Measure): KindCoverage {
  const missing = targets.filter(({ key }) => !seen.has(key));
  const count = targets.length - missing.length;
  return {
    total: targets.length,
    seen: count,
    percent: targets.length === 0 ? 100 : Math.floor((count / targets.length) * 1000) / 10,
    ...(atLeast === undefined ? {} : { atLeast }),
    missing: missing.map(({ name, pointer }) => ({ name, pointer, ...document.locate(pointer) })),
  };
}

/** The kinds of which the traffic shows less than is asked for. */
export function belowThreshold(kinds: KindsCoverage | undefined): CoverageKind[] {
  if (kinds === undefined) return [];
  return COVERAGE_KINDS.filter((kind) => kinds[kind].percent < (kinds[kind].atLeast ?? 0));
}
