import { readLines } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import {
  type Contract,
  type ContractOptions,
  computeOutcome,
  createReportBuilder,
  type FailOn,
  type LevelRule,
  loadContract,
} from "../gate/index.js";
import { formatTextReport } from "../report/index.js";
import { findBundledSpec } from "./bundled-spec.js";

export type ExchangeCheckerOptions = {
  /** The description, as a file or read before: this package's own unless told otherwise. */
  readonly spec?: string | Contract;
  /** Base URLs that stand in for the description's servers, such as that of a sandbox. */
  readonly servers?: readonly string[];
  /** Levels other than the usual ones. Not for a contract that was read before: it has its own. */
  readonly levels?: readonly LevelRule[];
  /** From which level on a finding breaks the contract: `error`. */
  readonly failOn?: FailOn;
};

/** What the exchanges come to, and the report that says so. */
export type ExchangeCheckResult = { readonly kind: "passed" | "failed" | "inconclusive"; readonly report: string };

export type ExchangeChecker = (exchanges: readonly Exchange[]) => ExchangeCheckResult;

/**
 * Judges exchanges as `contract check` judges recordings of them. The description is read when the first are judged.
 *
 * @throws {DocumentError} when the description cannot be used.
 */
export function createExchangeChecker({
  spec = findBundledSpec(),
  servers = [],
  levels = [],
  failOn = "error",
}: ExchangeCheckerOptions): ExchangeChecker {
  let contract = typeof spec === "string" ? undefined : spec;
  return (exchanges) => {
    contract ??= loadCachedContract(String(spec), { servers, levels });
    const tally = createReportBuilder(contract);
    for (const exchange of exchanges) tally.add(exchange, contract.check(exchange));
    const report = tally.report();
    const outcome = computeOutcome(report, { failOn, allowPartial: false });
    return { kind: outcome.kind, report: formatTextReport(report, outcome, { source: readLines }) };
  };
}

/** A description is read once in a process for all that ask for it alike: reading takes longer than judging. */
const contractCache = new Map<string, Contract>();

function loadCachedContract(spec: string, options: ContractOptions): Contract {
  const key = JSON.stringify([spec, options]);
  const contract = contractCache.get(key) ?? loadContract(spec, options);
  contractCache.set(key, contract);
  return contract;
}
