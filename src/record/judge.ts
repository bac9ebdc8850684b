import { type Exchange, harEntry } from "../exchange/index.js";
import {
  type Contract,
  createTally,
  type Finding,
  type Judgement,
  type LevelRule,
  loadContract,
  type Report,
  type Tally,
  type Thresholds,
  type Verdict,
  withoutMarked,
} from "../gate/index.js";
import { createCleanReader } from "./clean.js";
import { growHar } from "./har-file.js";
import type { Parcel } from "./parcel.js";
import { exchangesOf, type Place } from "./passed-exchange.js";

/** What passes is judged by this: all of it is data, for another thread reads it. */
export type Rules = {
  /** The file of the description. */
  readonly spec: string;
  /** Base URLs that stand in for the description's servers. */
  readonly servers?: readonly string[];
  readonly levels?: readonly LevelRule[];
  /** Counts down to properties, values and branches; the thresholds may be none. */
  readonly coverage?: Thresholds;
};

/** What is told of an exchange as soon as it is judged. */
export type Seen = {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
  readonly verdict: Verdict;
  /** Those of which no like one was told before. */
  readonly findings: readonly Finding[];
  readonly reasons: readonly string[];
};

export type JudgeOptions = Place & {
  readonly rules: Rules;
  /** Where the first entry goes in the file that is the source. */
  readonly start: number;
};

/** Judges what has passed, and writes it without its secrets. */
export type Judge = {
  readonly judge: (parcel: Parcel) => readonly Seen[];
  /** With why something could not be judged or written, if so. */
  readonly end: () => Report;
};

/** @throws DocumentError when the description cannot be used, Error of the system when the file cannot be written. */
export function createJudge({ rules, start, ...place }: JudgeOptions): Judge {
  const { spec, servers = [], levels = [], coverage } = rules;
  const contract = loadContract(spec, { servers, levels });
  const tally = createTally(contract, coverage === undefined ? {} : { coverage });
  const file = growHar(place.source, start);
  const enter = createEntering(contract, coverage !== undefined);
  const tell = createTelling();
  let count = 0;
  return {
    judge: (parcel) => {
      const entries: string[] = [];
      const seen: Seen[] = [];
      for (const exchange of exchangesOf(parcel, place, count)) {
        const { entry, judgement } = enter(exchange, tally);
        entries.push(entry);
        if (judgement !== undefined) seen.push(tell(exchange, judgement));
      }
      count += parcel.items.length;
      try {
        file.add(entries);
      } catch (error) {
        tally.addTrouble(reasonOf(error));
      }
      return seen;
    },
    end: () => {
      file.close();
      return tally.report();
    },
  };
}

type Entered = { readonly entry: string; readonly judgement: Judgement | undefined };

function createEntering(contract: Contract, isCounted: boolean): (exchange: Exchange, tally: Tally) => Entered {
  // What is counted for coverage has to be read.
  const clean = isCounted ? undefined : createCleanReader(contract);
  return (exchange, tally) => {
    const options = { startedAt: exchange.origin.startedAt ?? "" };
    try {
      const found = clean?.read(exchange);
      const judgement = found?.judgement ?? contract.check(exchange);
      const written = found?.entry ?? harEntry(withoutMarked(contract, exchange, judgement), options);
      const entry = JSON.stringify(written);
      if (found === undefined) clean?.learn(exchange, judgement);
      tally.add(exchange, judgement);
      return { judgement, entry };
    } catch (error) {
      // What of it is secret, only a judgement tells.
      tally.addTrouble(reasonOf(error));
      return { judgement: undefined, entry: JSON.stringify(harEntry(bodyless(exchange), options)) };
    }
  };
}

/** Each finding is told of once. */
function createTelling(): (exchange: Exchange, judgement: Judgement) => Seen {
  const told = new Set<string>();
  const isNew = ({ fingerprint }: Finding): boolean => {
    if (told.size >= MOST_TOLD || told.has(fingerprint)) return false;
    told.add(fingerprint);
    return true;
  };
  return ({ request, response }, { verdict, findings, reasons }) => ({
    request: { method: request.method, url: request.url },
    response: { status: response.status },
    verdict,
    findings: findings.filter(isNew),
    reasons,
  });
}

function bodyless({ request, response, ...rest }: Exchange): Exchange {
  const body = { kind: "missing", reason: "the exchange could not be judged" } as const;
  return { ...rest, request: { ...request, body }, response: { ...response, body } };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** More kinds of findings than anybody reads as they pass; the report has them all. */
const MOST_TOLD = 1000;
