import type { Exchange, RawBodyValidator } from "../../exchange/index.js";
import { EMPTY_RESULT, type ExchangeResult } from "../../gate/validation/exchange-result.js";
import { CannotValidateError } from "../../schema/index.js";
import { type ConformingExceptScalars, createFastPath, type FastPathDependencies } from "./fast-path.js";
import type { ConformingMatch } from "./operation-cache.js";
import type { KnownGroupPredicate, RepeatCounter } from "./repeated-findings.js";

export type FastValidatorFactory = (hasSeen: KnownGroupPredicate) => RawBodyValidator<ExchangeResult>;

/** Creates validators that do not parse response bodies. They return undefined for exchanges that need the value of the body. */
export function createFastValidatorFactory(
  deps: FastPathDependencies,
  countRepeated: RepeatCounter,
): FastValidatorFactory {
  const validate = createFastPath(deps);
  const results = new WeakMap<ConformingMatch, ExchangeResult>();
  const passedOf = (kept: ConformingMatch): ExchangeResult => {
    // Passing exchanges with the same signature share one result.
    const result = results.get(kept) ?? { ...EMPTY_RESULT, ...kept, verdict: "passed" };
    results.set(kept, result);
    return result;
  };
  const toRepeated = (
    exchange: Exchange,
    found: ConformingExceptScalars,
    hasSeen: KnownGroupPredicate,
  ): ExchangeResult | undefined => {
    const repeated = countRepeated(exchange, found);
    if (!hasSeen(exchange, repeated)) return undefined;
    if (repeated.length === 0) return passedOf(found.conforming);
    const verdict = repeated.some(({ level }) => level === "error") ? "failed" : "passed";
    return { ...EMPTY_RESULT, ...found.conforming, verdict, repeated };
  };
  const toResult = (
    exchange: Exchange,
    found: ConformingExceptScalars,
    hasSeen: KnownGroupPredicate,
  ): ExchangeResult | undefined =>
    found.scalarErrors.length === 0 ? passedOf(found.conforming) : toRepeated(exchange, found, hasSeen);
  return (hasSeen) => (exchange, body, alike) =>
    resultOrUndefined(() => {
      const found = validate(exchange, body, alike);
      if (found === undefined || "verdict" in found) return found;
      return toResult(exchange, found, hasSeen);
    });
}

/** Returns undefined if validation exceeds its limits; `check` then reports the reason. */
function resultOrUndefined<T>(validate: () => T): T | undefined {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof CannotValidateError)) throw error;
    return undefined;
  }
}
