import type { Exchange, RawBodyValidator } from "../../exchange/index.js";
import { CannotValidateError } from "../../schema/index.js";
import { createWasmValidator } from "../../schema/wasm-validator/index.js";
import { EMPTY_RESULT, type ExchangeResult } from "../validation/exchange-result.js";
import {
  type ConformingExceptScalars,
  type ConformingMatch,
  createFastPath,
  type FastPathDependencies,
} from "./fast-path.js";
import type { KnownGroupPredicate, RepeatCounter } from "./repeated-findings.js";

/** Judgements of what keeps the contract, or breaks it once more in the same way, of bodies that were not read. */
export function createFastValidatorFactory(
  means: Omit<FastPathDependencies, "isConforming" | "findScalarErrors">,
  readAgain: RepeatCounter,
): (hasSeen: KnownGroupPredicate) => RawBodyValidator<ExchangeResult> {
  const { accepts, listScalarErrors: findScalarErrors } = createWasmValidator(means.schemas, means.collectUndeclared);
  const validate = createFastPath({ ...means, isConforming: accepts, findScalarErrors });
  const judgements = new WeakMap<ConformingMatch, ExchangeResult>();
  const passedOf = (kept: ConformingMatch): ExchangeResult => {
    // Exchanges of one signature keep the contract in one way.
    const judgement = judgements.get(kept) ?? { ...EMPTY_RESULT, ...kept, verdict: "passed" };
    judgements.set(kept, judgement);
    return judgement;
  };
  const brokenAgain = (
    exchange: Exchange,
    found: ConformingExceptScalars,
    hasSeen: KnownGroupPredicate,
  ): ExchangeResult | undefined => {
    const repeated = readAgain(exchange, found);
    if (repeated === undefined || !hasSeen(exchange, repeated)) return undefined;
    if (repeated.length === 0) return passedOf(found.conforming);
    const verdict = repeated.some(({ level }) => level === "error") ? "failed" : "passed";
    return { ...EMPTY_RESULT, ...found.conforming, verdict, repeated };
  };
  const judgementOf = (
    exchange: Exchange,
    found: ConformingExceptScalars,
    hasSeen: KnownGroupPredicate,
  ): ExchangeResult | undefined =>
    found.scalarErrors.length === 0 ? passedOf(found.conforming) : brokenAgain(exchange, found, hasSeen);
  return (hasSeen) => (exchange, body, alike) =>
    resultOrUndefined(() => {
      const found = validate(exchange, body, alike);
      return found && judgementOf(exchange, found, hasSeen);
    });
}

/** What cannot be judged within bounds is not settled either; `check` says why. */
function resultOrUndefined<T>(validate: () => T): T | undefined {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof CannotValidateError)) throw error;
    return undefined;
  }
}
