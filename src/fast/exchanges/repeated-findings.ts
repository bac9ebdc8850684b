import { describeNotInEnum } from "../../checks/values/not-in-enum.js";
import type { Exchange } from "../../exchange/index.js";
import type { FindingMaker, RepeatedFinding } from "../../gate/validation/finding.js";
import type { LevelResolver } from "../../gate/validation/levels.js";
import { describeViolation, getPropertyPath } from "../../schema/index.js";
import type { ScalarError } from "../wasm-validator/index.js";
import type { ConformingExceptScalars } from "./fast-path.js";
import type { ConformingMatch } from "./operation-cache.js";

/** Whether all findings belong to known groups, and the exchange is not earlier than the first one of a group. */
export type KnownGroupPredicate = (exchange: Exchange, again: readonly RepeatedFinding[]) => boolean;

/**
 * Returns the findings that `check` would make for scalars of a body, without their messages. It follows the rules of the
 * checks `bodyInvalid` and `bodyDrift`.
 */
export type RepeatCounter = (exchange: Exchange, found: ConformingExceptScalars) => readonly RepeatedFinding[];

export function createRepeatCounter(makeFinding: FindingMaker, levels: LevelResolver): RepeatCounter {
  const known = new WeakMap<ConformingMatch, Map<ScalarError, readonly FindingIdentity[]>>();
  const identitiesOf = (
    scalarError: ScalarError,
    exchange: Exchange,
    { conforming, context, schema }: ConformingExceptScalars,
  ): FindingIdentity[] => {
    const checkFindings = [
      ...scalarError.violations.map((failure) => {
        const { keyword, pointer: contract, instance } = failure;
        const { valueClass } = describeViolation(failure);
        const property = getPropertyPath(context.schemas, schema, instance);
        return { code: "response.body.invalid", contract, property, keyword, valueClass } as const;
      }),
      ...scalarError.undeclared.map((undeclared) => {
        const { name } = describeNotInEnum(context, { schema, undeclared });
        return {
          code: "response.body.not-in-enum",
          contract: undeclared.pointer,
          property: getPropertyPath(context.schemas, schema, undeclared.instance),
          valueClass: "not-in-enum",
          name,
        } as const;
      }),
    ];
    const { operation } = conforming;
    return checkFindings
      .filter(({ code }) => levels(code, operation.id, exchange.response.status) !== "off")
      .map((it) => {
        const finding = { ...it, message: "", part: "response.body", at: "", occurrences: 1 } as const;
        const { code, level, fingerprint, name } = makeFinding(exchange, operation, finding);
        const identity = { code, level, fingerprint, ...(name === undefined ? {} : { name }) };
        return { finding: identity, key: `${fingerprint} ${name}` };
      });
  };
  const countsOf = (exchange: Exchange, found: ConformingExceptScalars): Map<FindingIdentity, number> => {
    const memory = known.get(found.conforming) ?? new Map<ScalarError, readonly FindingIdentity[]>();
    known.set(found.conforming, memory);
    const counts = new Map<FindingIdentity, number>();
    for (const scalarError of found.scalarErrors) {
      const identities = memory.get(scalarError) ?? identitiesOf(scalarError, exchange, found);
      if (memory.size < MAX_CACHED_IDENTITIES) memory.set(scalarError, identities);
      for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
    }
    return counts;
  };
  const latest = new WeakMap<ConformingMatch, PreviousCount>();
  return (exchange, found) => {
    const { conforming, scalarErrors } = found;
    const before = latest.get(conforming);
    // A service usually repeats the same errors in every response.
    if (before !== undefined && hasSameItems(before.scalarErrors, scalarErrors)) return before.repeated;
    const repeated = sumByGroup(countsOf(exchange, found));
    latest.set(conforming, { scalarErrors, repeated });
    return repeated;
  };
}

type PreviousCount = {
  readonly scalarErrors: readonly ScalarError[];
  readonly repeated: readonly RepeatedFinding[];
};

function hasSameItems(one: readonly ScalarError[], other: readonly ScalarError[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

function sumByGroup(counts: ReadonlyMap<FindingIdentity, number>): RepeatedFinding[] {
  const all = new Map<string, { readonly identity: FindingIdentity; occurrences: number }>();
  for (const [identity, count] of counts) {
    const { key } = identity;
    const sum = all.get(key);
    if (sum === undefined) all.set(key, { identity, occurrences: count });
    else sum.occurrences += count;
  }
  return [...all.values()].map(({ identity, occurrences }) => ({ ...identity.finding, occurrences }));
}

type FindingIdentity = {
  readonly finding: Omit<RepeatedFinding, "occurrences">;
  /** Equal for findings that are counted together. */
  readonly key: string;
};

/** Bounds memory, which must not grow with the traffic. */
const MAX_CACHED_IDENTITIES = 10_000;
