import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandomExchanges, loadContracts, readCleanExchanges, SPECS } from "../../../scripts/long/mutate/clean.js";
import { createOperators, mutate } from "../../../scripts/long/mutate/operators.js";
import { sample, seededRandom } from "../../../scripts/long/mutate/random.js";
import type { Contract } from "../../../src/check/index.js";
import { toNdjsonObject } from "../../../src/recording/formats/ndjson.js";
import { type Exchange, writeHar } from "../../../src/recording/index.js";
import { VENDORED_SPECS } from "../../material/specs.js";

/** Entries of recordings, each as JSON text, and the contract that they are checked against. */
export type Traffic = {
  readonly name: string;
  readonly contract: Contract;
  readonly entries: Readonly<Record<RecordingFormat, readonly string[]>>;
};

export type RecordingFormat = "HAR" | "indented HAR" | "NDJSON";

/** A HAR of another program, with fields that the own writer lacks. */
const FOREIGN_HAR = join(import.meta.dirname, "../../recordings/library/playwright.har");

/**
 * Reads the exchanges of all test cases and recordings, and random ones of the public specs, each three times, and mutants of a share of
 * both. The exchange that a mutant was made from is beside it.
 */
export async function readTraffic(seed: number, share: number): Promise<Traffic[]> {
  const own = loadContracts();
  const clean = await readCleanExchanges(own);
  const others = loadContracts(VENDORED_SPECS);
  const contracts = new Map([...own, ...others]);
  const documents = new Map([...contracts].map(([name, { document }]) => [name, document]));
  const all = [...clean, ...createRandomExchanges(others, seed)];
  const mutated = sample(seededRandom(`${seed}`), all, Math.ceil(all.length * share));
  const mutants = [...mutate(createOperators(documents), mutated, { seed: `${seed}`, most: 1 })];
  return [...contracts].map(([name, contract]) => {
    const exchanges = [
      // The second one becomes the template of the third.
      ...all.filter((it) => it.contract === name).flatMap(({ exchange }) => [exchange, exchange, exchange]),
      ...mutants.flatMap(({ clean: from, exchange }) => (from.contract === name ? [from.exchange, exchange] : [])),
    ];
    const foreign = name in SPECS && name === "library" ? [readFileSync(FOREIGN_HAR, "utf8")] : [];
    return { name, contract, entries: formatEntries(exchanges.map(addVaryingParts), foreign) };
  });
}

/** Adds what differs in each exchange of a service. Entries of the same time count as one that was recorded twice. */
function addVaryingParts(exchange: Exchange, index: number): Exchange {
  const { response, origin } = exchange;
  const startedAt = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
  const undeclared = index % 2 === 0 ? [] : [["X-Calls-Left", `${index}`] as const];
  const headers = [...response.headers, ["ETag", `W/"${index}"`] as const, ...undeclared];
  return { ...exchange, response: { ...response, headers }, origin: { ...origin, startedAt } };
}

function formatEntries(exchanges: readonly Exchange[], foreign: readonly string[]): Traffic["entries"] {
  const own = writeHar(exchanges, { startedAt: "2026-01-01T00:00:00Z" });
  const entries = [own, ...foreign].flatMap((har) => (JSON.parse(har) as { log: { entries: object[] } }).log.entries);
  return {
    HAR: entries.map((entry) => JSON.stringify(entry)),
    "indented HAR": entries.map((entry) => JSON.stringify(entry, null, 2)),
    NDJSON: exchanges.map((exchange) => JSON.stringify(toNdjsonObject(exchange))),
  };
}
