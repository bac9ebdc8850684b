/** Bodies with findings, after and between those that conform: the report is the same as without the fast path. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadContracts, readCleanExchanges } from "../../../scripts/long/mutate/clean.js";
import { buildVerdictLine, type Contract, createReportBuilder } from "../../../src/check/index.js";
import { createEntryAccelerator, createFastValidator } from "../../../src/fast/index.js";
import { type Exchange, readHar, writeHar } from "../../../src/recording/index.js";
import { expectEqual } from "../../expect-equal.js";

const contracts = loadContracts();
const clean = await readCleanExchanges(contracts);

const SCALARS = [7, -7, 1.5, 10, "seven", "", 'a longer text with \\ and "marks"', true, false, null] as const;

/** The scalars to replace in a body, and their replacements. */
const SCALAR_CORRUPTION = fc.record({
  every: fc.integer({ min: 1, max: 12 }),
  offset: fc.nat(11),
  by: fc.array(fc.constantFrom(...SCALARS), { minLength: 1, maxLength: 3 }),
});

type ScalarCorruption = { readonly every: number; readonly offset: number; readonly by: readonly unknown[] };

function corruptScalars(exchange: Exchange, { every, offset, by }: ScalarCorruption): Exchange {
  const { body } = exchange.response;
  if (body.kind !== "text") return exchange;
  let count = offset;
  const value: unknown = JSON.parse(body.text, (_, it: unknown) => {
    if (typeof it === "object" && it !== null) return it;
    count += 1;
    return count % every === 0 ? by[count % by.length] : it;
  });
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text: JSON.stringify(value) } } };
}

test.each([...contracts])("repeated violations of %s are reported as without the fast path", async (name, contract) => {
  const own = clean.filter(({ contract: of, exchange }) => of === name && isJson(exchange));
  const spoilings = fc.sample(SCALAR_CORRUPTION, { seed: 3, numRuns: 4 });
  const exchanges = spoilings.flatMap((spoiling) =>
    own.flatMap(({ exchange }) => [exchange, corruptScalars(exchange, spoiling), corruptScalars(exchange, spoiling)]),
  );
  // The second time, the findings of each exchange are already known.
  const all = [...exchanges, ...exchanges];
  const har = writeHar(all, { startedAt: "2026-01-01T00:00:00Z" });
  const [one, other] = [await buildReport(contract, har, true), await buildReport(contract, har, false)];
  expectEqual(one.report, other.report);
  expectEqual(one.lines, other.lines);
  // Of three exchanges, one conforms. What has no findings of its own is settled.
  expect(one.settled).toBeGreaterThan(all.length / 10);
});

function isJson({ response: { body } }: Exchange): boolean {
  return body.kind === "text" && /^[[{]/.test(body.text);
}

async function buildReport(contract: Contract, har: string, isCounted: boolean) {
  const tally = createReportBuilder(contract);
  const lines: unknown[] = [];
  const bytes = Buffer.from(har);
  const source = {
    name: "all.har",
    chunks: (async function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    })(),
  };
  const accelerator = isCounted ? createEntryAccelerator(createFastValidator(contract, tally.isKnownGroup)) : undefined;
  let settled = 0;
  for await (const readings of readHar(source, { accelerator })) {
    for (const reading of readings) {
      if (reading.kind === "unreadable") throw new Error(reading.unreadable.reason);
      const result = reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange);
      settled += Number(reading.kind === "settled");
      tally.add(reading.exchange, result);
      lines.push(buildVerdictLine(contract, reading.exchange, result));
    }
  }
  const report = tally.report();
  return { report, lines, settled };
}
