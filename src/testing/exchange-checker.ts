import { createSourceReader } from "../document/index.js";
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
  /** The spec: the path of a file, or a loaded contract. Default: the built-in spec. */
  readonly spec?: string | Contract;
  /** Base URLs to use instead of the spec's servers, such as the URL of a sandbox. */
  readonly servers?: readonly string[];
  /** Overrides of the default levels. Ignored for a loaded contract, which has its own. */
  readonly levels?: readonly LevelRule[];
  /** The lowest level at which a finding fails the check. Default: `error`. */
  readonly failOn?: FailOn;
};

/** The result of a check and its text report. */
export type ExchangeCheckResult = { readonly kind: "passed" | "failed" | "inconclusive"; readonly report: string };

export type ExchangeChecker = (exchanges: readonly Exchange[]) => ExchangeCheckResult;

/**
 * Creates a function that checks exchanges as `contract check` checks recordings. It loads the spec on the first call.
 *
 * @throws {DocumentError} on the first call, if the spec cannot be used.
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
    const builder = createReportBuilder(contract);
    for (const exchange of exchanges) builder.add(exchange, contract.check(exchange));
    const report = builder.report();
    const outcome = computeOutcome(report, { failOn, allowPartial: false });
    return {
      kind: outcome.kind,
      report: formatTextReport({ report, outcome, source: createSourceReader(), hasFingerprints: false }),
    };
  };
}

/** Contracts by spec and options: loading a spec takes longer than checking an exchange. */
const contractCache = new Map<string, Contract>();

function loadCachedContract(spec: string, options: ContractOptions): Contract {
  const key = JSON.stringify([spec, options]);
  const contract = contractCache.get(key) ?? loadContract(spec, options);
  contractCache.set(key, contract);
  return contract;
}
