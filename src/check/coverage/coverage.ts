import {
  type Document,
  memoizeByObject,
  type Operation,
  type Pointer,
  type SourceLocation,
} from "../../document/index.js";
import {
  CannotValidateError,
  getSchemas,
  type MergedSchema,
  type MessageDirection,
  type Schemas,
} from "../../schema/index.js";
import { visitParts } from "../../schema/model/resolve-branches.js";
import { exceedsMaxDepth } from "../exchange/check-context.js";
import { listBodyValues } from "../rules/body.js";
import type { CheckContext } from "../rules/check.js";
import {
  COVERAGE_KINDS,
  type CoverageKind,
  type CoverageTarget,
  createValueTarget,
  listCoverageTargets,
  listEnumValues,
} from "./coverage-targets.js";

/** The coverage of one kind. */
export type KindCoverage = {
  readonly total: number;
  readonly seen: number;
  /** Rounded down to a tenth, so that 100 means everything; also 100 if there are no targets. */
  readonly percent: number;
  /** The threshold, if there is one. */
  readonly atLeast?: number;
  readonly missing: readonly MissingTarget[];
};

/** A target that no exchange covers. */
export type MissingTarget = SourceLocation & {
  readonly pointer: Pointer;
  /** A display name: `getOrder 404`, `status`, `"OPEN"`. */
  readonly name: string;
};

export type CoverageByKind = Readonly<Record<CoverageKind, KindCoverage>>;

/** The required coverage of each kind, in percent. */
export type CoverageThresholds = Readonly<Partial<Record<CoverageKind, number | undefined>>>;

/** Collects the coverage of exchanges. Memory grows with the spec, not with the traffic. */
export function createCoverageCollector(document: Document, operations: readonly Operation[]) {
  const seen = new Set<string>();
  // Dynamic references are resolved in the schemas. A probe can bring exchanges with the schemas of its own document.
  const schemas = getSchemas(document);
  const walk = createValueCoverageRecorder(schemas, seen);

  return {
    add: (context: CheckContext) => recordCoverage(context, seen, walk),
    /** Reports on all targets, or on those that `isCounted` selects. */
    report: (thresholds: CoverageThresholds, isCounted: (target: CoverageTarget) => boolean = () => true) => {
      const targets = listCoverageTargets(schemas, operations).filter(isCounted);
      return mapKinds((kind) => {
        const all = targets.filter((it) => it.kind === kind);
        const missing = all.filter(({ key }) => !seen.has(key));
        const located = missing.map(({ name, pointer }) => ({ name, pointer, ...document.locate(pointer) }));
        return measureKind(all.length, located, thresholds[kind]);
      });
    },
  };
}

function recordCoverage(
  { operation: { id }, response, parameters, bodies }: CheckContext,
  seen: Set<string>,
  walk: ValueCoverageRecorder,
): void {
  seen.add(`operations ${id}`);
  if (response !== undefined) seen.add(`statuses ${id} ${response.status}`);
  for (const { parameter, reading } of parameters) {
    if (reading.kind === "absent") continue;
    seen.add(`parameters ${id} ${parameter.in} ${parameter.name}`);
    if (reading.kind === "value" && parameter.schema !== undefined) walk(parameter.schema, "request", reading.value);
  }
  for (const body of [bodies.request, bodies.response]) {
    if (body.media === undefined || body.content.kind === "none") continue;
    seen.add(`mediaTypes ${id} ${body.media.pointer}`);
    for (const { schema, value } of listBodyValues(body)) walk(schema, body.direction, value);
  }
}

/** The coverage of a kind with this number of targets. */
export function measureKind(
  total: number,
  missing: readonly MissingTarget[],
  atLeast: number | undefined,
): KindCoverage {
  const seen = total - missing.length;
  // Rounded down, so that 100 means everything.
  const percent = total === 0 ? 100 : Math.floor((seen / total) * 1000) / 10;
  return { total, seen, percent, ...(atLeast === undefined ? {} : { atLeast }), missing };
}

/** Returns the coverage with other thresholds. Kinds that have none keep their own. */
export function applyThresholds(kinds: CoverageByKind, thresholds: CoverageThresholds): CoverageByKind {
  return mapKinds((kind) => {
    const { total, missing, atLeast } = kinds[kind];
    return measureKind(total, missing, thresholds[kind] ?? atLeast);
  });
}

export function mapKinds(create: (kind: CoverageKind) => KindCoverage): CoverageByKind {
  return Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, create(kind)])) as CoverageByKind;
}

/** Returns the kinds whose coverage is below the threshold. */
export function findKindsBelowThreshold(kinds: CoverageByKind | undefined): CoverageKind[] {
  if (kinds === undefined) return [];
  return COVERAGE_KINDS.filter((kind) => kinds[kind].percent < (kinds[kind].atLeast ?? 0));
}

/** Records which properties, enum values and branches of the schema at a pointer a value covers. */
type ValueCoverageRecorder = (pointer: Pointer, view: MessageDirection, value: unknown) => void;

function createValueCoverageRecorder(schemas: Schemas, seen: Set<string>): ValueCoverageRecorder {
  // Schemas whose pointers are in `seen`, so that each is recorded once.
  const recorded = new Set<MergedSchema>();
  return (pointer, direction, whole) => {
    if (exceedsMaxDepth(whole)) return;
    try {
      visitParts(schemas, { pointer, direction }, whole, (value, given, { schema, branches }) => {
        if (!recorded.has(given)) for (const property of given.pointers) seen.add(`properties ${property}`);
        recorded.add(given);
        for (const branch of branches) seen.add(`branches ${branch}`);
        const key = getEnumKeys(schema).get(toListedKey(value));
        if (key !== undefined) seen.add(key);
      });
    } catch (error) {
      // A value that cannot be checked within the limits covers nothing. The verdict reports it.
      if (!(error instanceof CannotValidateError)) throw error;
    }
  };
}

/** Each value counts for one list, even if several schemas list it. */
const getEnumKeys = memoizeByObject(({ applicableSchemas }: MergedSchema): ReadonlyMap<unknown, string> => {
  const listed = applicableSchemas.flatMap((shape) => [...listEnumValues(shape)]);
  return new Map(listed.map(([value, pointer]) => [toListedKey(value), createValueTarget(pointer, value).key]));
});

/** Equal numbers beyond a double are different objects. */
function toListedKey(value: unknown): unknown {
  return value instanceof Number ? value.toString() : value;
}
