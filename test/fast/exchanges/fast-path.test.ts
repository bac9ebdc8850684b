/** An exchange that passes the fast path has no findings in `check` either. */
import { expect, test } from "vitest";
import { loadContracts, readCleanExchanges } from "../../../scripts/mutate/clean.js";
import { createOperators, mutate } from "../../../scripts/mutate/operators.js";
import {
  createRawJsonString,
  type Exchange,
  type ReadResult,
  type RecordingSource,
  readHar,
  writeHar,
} from "../../../src/exchange/index.js";
import { buildVerdictLine, type Contract, createReportBuilder, type ExchangeResult } from "../../../src/gate/index.js";
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
    const outcome = contract.createFastValidator(() => false)(exchange, createRawJsonString(body.text));
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

test.each([...contracts])("a HAR of %s comes to the same report with and without settling", async (name, contract) => {
  const exchanges = mutants.flatMap(({ clean: original, exchange }) =>
    original.contract === name ? [original.exchange, exchange] : [],
  );
  const written = writeHar(exchanges, { startedAt: "2026-01-01T00:00:00Z", secrets: "keep" });
  const other = await buildReport(contract, written, false);
  for (const indent of [undefined, 1]) {
    const one = await buildReport(contract, JSON.stringify(JSON.parse(written), null, indent), true);
    expectEqual(one.report, other.report);
    expectEqual(one.lines, other.lines);
    expect(one.settled).toBeGreaterThan(exchanges.length / 10);
  }
});

async function buildReport(contract: Contract, har: string, passesFast: boolean) {
  const tally = createReportBuilder(contract);
  const lines: unknown[] = [];
  let settled = 0;
  for await (const readings of readHar(sourceOf(har), {
    validateRawBody: passesFast ? contract.createFastValidator(tally.isKnownGroup) : undefined,
  })) {
    for (const reading of readings) {
      if (reading.kind === "unreadable") {
        tally.addUnreadable(reading.unreadable);
        continue;
      }
      if (reading.kind === "settled") settled += 1;
      const result = getResult(contract, reading);
      tally.add(reading.exchange, result);
      lines.push(buildVerdictLine(contract, reading.exchange, result));
    }
  }
  return { report: tally.report(), lines, settled };
}

function getResult(
  contract: Contract,
  reading: Extract<ReadResult<ExchangeResult>, { readonly exchange: Exchange }>,
): ExchangeResult {
  return reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange);
}

function sourceOf(text: string): RecordingSource {
  const bytes = Buffer.from(text);
  return {
    name: "all.har",
    chunks: (async function* () {
      for (let at = 0; at < bytes.length; at += 5000) yield bytes.subarray(at, at + 5000);
    })(),
  };
}
