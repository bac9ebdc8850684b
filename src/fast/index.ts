import type { Operation } from "../document/index.js";
import type { FindingMaker } from "../gate/validation/finding.js";
import type { LevelResolver } from "../gate/validation/levels.js";
import type { Router } from "../match/index.js";
import type { CollectUndeclared, Schemas } from "../schema/index.js";
import {
  createFastValidatorFactory,
  type FastPathDependencies,
  type FastValidatorFactory,
} from "./exchanges/fast-path.js";
import { createRepeatCounter } from "./exchanges/repeated-findings.js";
import { createWasmValidator } from "./wasm-validator/index.js";

export type { FastValidatorFactory } from "./exchanges/fast-path.js";
export type { KnownGroupPredicate } from "./exchanges/repeated-findings.js";
export { addEncodedBody, createFastRedactor, type FastRedactedExchange } from "./recording/fast-redactor.js";

/** Checks from the bytes of recordings. Without them, the results are the same. */
export type FastChecks = {
  /** Counts an exchange that is checked in full. Compiling the schemas of an operation pays after some of them. */
  readonly countExchange: (operation: Operation) => void;
  readonly createValidatorFactory: (parts: ValidatorParts) => FastValidatorFactory;
};

type ValidatorParts = Pick<FastPathDependencies, "isReceiver" | "completeCheck"> & {
  readonly router: Router;
  readonly makeFinding: FindingMaker;
  readonly levels: LevelResolver;
};

export function createFastChecks(
  schemas: Schemas,
  collectUndeclared: CollectUndeclared,
  fastAfter: number,
): FastChecks {
  const counts = new Map<Operation, number>();
  return {
    countExchange: (operation) => counts.set(operation, (counts.get(operation) ?? 0) + 1),
    createValidatorFactory: ({ router, makeFinding, levels, ...parts }) =>
      createFastValidatorFactory({
        ...{ ...parts, schemas, collectUndeclared, match: router.match },
        wasmValidator: createWasmValidator(schemas, collectUndeclared),
        isFrequent: (operation) => (counts.get(operation) ?? 0) >= fastAfter,
        countRepeated: createRepeatCounter(makeFinding, levels),
      }),
  };
}
