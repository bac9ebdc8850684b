import { linesOf } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import {
  type Contract,
  type ContractOptions,
  createTally,
  type FailOn,
  type LevelRule,
  loadContract,
  outcomeOf,
} from "../gate/index.js";
import { textReport } from "../report/index.js";
import { ownDescription } from "./description-files.js";

export type JudgeOptions = {
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
export type Judged = { readonly kind: "holds" | "broken" | "unjudged"; readonly report: string };

export type Judge = (exchanges: readonly Exchange[]) => Judged;

/**
 * Judges exchanges as `contract check` judges recordings of them. The description is read when the first are judged.
 *
 * @throws {DocumentError} when the description cannot be used.
 */
export function createJudge({
  spec = ownDescription(),
  servers = [],
  levels = [],
  failOn = "error",
}: JudgeOptions): Judge {
  let contract = typeof spec === "string" ? undefined : spec;
  return (exchanges) => {
    contract ??= read(String(spec), { servers, levels });
    const tally = createTally(contract);
    for (const exchange of exchanges) tally.add(exchange, contract.check(exchange));
    const report = tally.report();
    const outcome = outcomeOf(report, { failOn, allowPartial: false });
    return { kind: outcome.kind, report: textReport(report, outcome, { source: linesOf }) };
  };
}

/** A description is read once in a process for all that ask for it alike: reading takes longer than judging. */
const known = new Map<string, Contract>();

function read(spec: string, options: ContractOptions): Contract {
  const key = JSON.stringify([spec, options]);
  const contract = known.get(key) ?? loadContract(spec, options);
  known.set(key, contract);
  return contract;
}
