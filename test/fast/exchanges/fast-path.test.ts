/** An exchange that passes the fast path has no findings in `check` either. */
import { expect, test } from "vitest";
import { loadContracts, readCleanExchanges } from "../../../scripts/long/mutate/clean.js";
import { createOperators, mutate } from "../../../scripts/long/mutate/operators.js";
import type { ExchangeResult } from "../../../src/check/index.js";
import { createFastValidator } from "../../../src/fast/index.js";
import { createRawJsonString } from "../../../src/recording/index.js";
import { expectEqual } from "../../expect-equal.js";

const contracts = loadContracts();
const documents = new Map([...contracts].map(([name, { document }]) => [name, document]));
const clean = await readCleanExchanges(contracts);
const mutants = [...mutate(createOperators(documents), clean, { seed: "settle", most: 1 })];

test("the fast path reports the operation and status of the checks, after any other exchanges", () => {
  let settled = 0;
  // Valid exchanges come first and in between, so that their signatures are known before the others.
  const all = mutants.flatMap(({ clean: original, exchange }) => [original, { ...original, exchange }]);
  for (const { contract: name, exchange } of [...clean, ...all]) {
    const contract = contracts.get(name);
    const { body } = exchange.response;
    if (contract === undefined || body.kind !== "text") continue;
    const outcome = createFastValidator(contract, () => false)(exchange, createRawJsonString(body.text));
    if (outcome === undefined) continue;
    settled += 1;
    expectEqual({ exchange, ...pickCompared(outcome) }, { exchange, ...pickCompared(contract.check(exchange)) });
  }
  expect(settled).toBeGreaterThan(mutants.length / 3);
});

test("a body that is accepted from its bytes gives the same result as one that is parsed", () => {
  const parsing = loadContracts(undefined, { fastAfter: Number.POSITIVE_INFINITY });
  let compared = 0;
  for (const { clean: original, exchange } of mutants) {
    const [one, other] = [contracts, parsing].map((it) => it.get(original.contract)?.check(exchange));
    expectEqual({ exchange, ...pickCompared(one) }, { exchange, ...pickCompared(other) });
    compared += 1;
  }
  expect(compared).toBe(mutants.length);
});

function pickCompared(result: ExchangeResult | undefined) {
  const { verdict, findings, reasons, refused, operation, status, variants } = result ?? {};
  return {
    ...{ verdict, findings, reasons, refused, operation: operation?.id, status },
    variants: variants && Object.values(variants).map((it) => [it.verdict, it.findings, it.reasons]),
  };
}
