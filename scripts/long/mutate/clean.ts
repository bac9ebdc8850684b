import { join } from "node:path";
import fc from "fast-check";
import { type Contract, type ContractOptions, loadContract } from "../../../src/check/index.js";
import { type Exchange, openRecording, readRecording } from "../../../src/recording/index.js";
import { buildExchange, CASES, listBases, loadCases } from "../../../test/check/case.js";
import { arbitraryExchanges } from "../../../test/properties/arbitrary-exchanges.js";
import type { Clean } from "./mutant.js";

const ROOT = join(import.meta.dirname, "../../..");

/** Relative to the root of the project. */
const RECORDINGS = ["test/traffic/examples.har", "test/traffic/mock.har"];

export const SPECS = {
  service: join(ROOT, "generated/openapi.yaml"),
  library: join(CASES, "library.yaml"),
} as const;

/** By default, every body is read by the fast path first. */
export function loadContracts(
  specs: Readonly<Record<string, string>> = SPECS,
  options: ContractOptions = { fastAfter: 0 },
): ReadonlyMap<string, Contract> {
  return new Map(Object.entries(specs).map(([name, path]) => [name, loadContract(path, options)]));
}

/** Generates one random exchange for each documented response. It conforms to the spec by construction. */
export function createRandomExchanges(contracts: ReadonlyMap<string, Contract>, seed: number): readonly Clean[] {
  return [...contracts].flatMap(([contract, it]) =>
    arbitraryExchanges(it).made.flatMap(({ name, operation, exchanges }) =>
      fc.sample(exchanges, { numRuns: 1, seed }).map((exchange) => ({ contract, name, exchange, operation })),
    ),
  );
}

/** Returns the exchanges of the test cases and recordings that pass. */
export async function readCleanExchanges(contracts: ReadonlyMap<string, Contract>): Promise<readonly Clean[]> {
  const all: { contract: string; name: string; exchange: Exchange }[] = [];
  for (const base of listBases()) all.push({ contract: "library", name: base, exchange: buildExchange(base) });
  for (const [name, { base, edit }] of loadCases("clean"))
    all.push({ contract: "library", name: `clean/${name}`, exchange: buildExchange(base, edit) });
  for (const path of RECORDINGS) {
    for (const exchange of await readExchangesOf(join(ROOT, path)))
      all.push({ contract: "service", name: `${path.replace(/^.*\//, "")}/${exchange.origin.index}`, exchange });
  }
  return all.flatMap((it) => {
    const { verdict, operation } = contracts.get(it.contract)?.check(it.exchange) ?? {};
    return verdict === "passed" && operation !== undefined ? [{ ...it, operation }] : [];
  });
}

export async function readExchangesOf(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const batch of readRecording(openRecording(path))) {
    for (const reading of batch) {
      if (reading.kind === "unreadable") throw new Error(`${path}: ${reading.unreadable.reason}`);
      exchanges.push(reading.exchange);
    }
  }
  return exchanges;
}
