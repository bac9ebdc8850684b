import { describeNotInEnum } from "../../checks/values/redacted-value.js";
import type { Exchange } from "../../exchange/index.js";
import type { FindingMaker, RepeatedFinding } from "../../gate/validation/finding.js";
import type { LevelResolver } from "../../gate/validation/levels.js";
import { describeViolation, getPropertyPath } from "../../schema/index.js";
import type { ScalarError } from "../wasm-validator/index.js";
import type { PassedExchange } from "./operation-cache.js";

/** Whether all findings belong to known groups, and the exchange is not earlier than the first one of a group. */
export type KnownGroupPredicate = (exchange: Exchange, again: readonly RepeatedFinding[]) => boolean;

/**
 * Returns the findings that `check` would make for scalars of a body, without their messages. It follows the rules of the
 * checks `bodyInvalid` and `bodyDrift`.
 */
export type RepeatCounter = (
  exchange: Exchange,
  passed: PassedExchange,
  scalarErrors: readonly ScalarError[],
) => readonly RepeatedFinding[];

export function createRepeatCounter(makeFinding: FindingMaker, levels: LevelResolver): RepeatCounter {
  const known = new WeakMap<PassedExchange, KnownFindings>();
  const listFindings = (
    scalarError: ScalarError,
    exchange: Exchange,
    { result: { operation }, context, schema }: PassedExchange,
  ): SingleFinding[] => {
    const checkFindings = [
      ...scalarError.violations.map((failure) => {
        const { keyword, pointer: contract, instance } = failure;
        const { valueClass } = describeViolation(failure);
        const property = getPropertyPath(context.schemas, schema, instance);
        return { code: "response.body.invalid", contract, property, keyword, valueClass } as const;
      }),
      ...scalarError.undeclared.map((undeclared) => {
        const { name } = describeNotInEnum(context, { schema, undeclared });
        const property = getPropertyPath(context.schemas, schema, undeclared.instance);
        const { pointer: contract } = undeclared;
        return { code: "response.body.not-in-enum", contract, property, valueClass: "not-in-enum", name } as const;
      }),
    ];
    return checkFindings
      .filter(({ code }) => levels(code, operation?.id, exchange.response.status) !== "off")
      .map((it) => {
        const finding = { ...it, message: "", part: "response.body", at: "", occurrences: 1 } as const;
        const { code, level, fingerprint, name } = makeFinding(exchange, operation, finding);
        return { code, level, fingerprint, ...(name === undefined ? {} : { name }) };
      });
  };
  return (exchange, passed, scalarErrors) => {
    const { findings, last } = known.get(passed) ?? { findings: new Map<ScalarError, SingleFinding[]>() };
    // A service usually repeats the same errors in every response.
    if (last !== undefined && hasSameItems(last.scalarErrors, scalarErrors)) return last.repeated;
    const counts = new Map<string, RepeatedFinding>();
    for (const scalarError of scalarErrors) {
      const own = findings.get(scalarError) ?? listFindings(scalarError, exchange, passed);
      if (findings.size < MAX_CACHED_FINDINGS) findings.set(scalarError, own);
      for (const finding of own) {
        const key = `${finding.fingerprint} ${finding.name}`;
        counts.set(key, { ...finding, occurrences: (counts.get(key)?.occurrences ?? 0) + 1 });
      }
    }
    const repeated = [...counts.values()];
    known.set(passed, { findings, last: { scalarErrors, repeated } });
    return repeated;
  };
}

type SingleFinding = Omit<RepeatedFinding, "occurrences">;

/** What is known about the scalar errors of an exchange, and those of the last exchange with its signature. */
type KnownFindings = {
  readonly findings: Map<ScalarError, readonly SingleFinding[]>;
  readonly last?: { readonly scalarErrors: readonly ScalarError[]; readonly repeated: readonly RepeatedFinding[] };
};

function hasSameItems(one: readonly ScalarError[], other: readonly ScalarError[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Bounds memory, which must not grow with the traffic. */
const MAX_CACHED_FINDINGS = 10_000;
