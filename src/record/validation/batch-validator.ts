import { type Exchange, toHarEntry } from "../../exchange/index.js";
import {
  type Contract,
  type CoverageThresholds,
  createReportBuilder,
  type ExchangeResult,
  type Finding,
  type LevelRule,
  loadContract,
  type Report,
  type ReportBuilder,
  redactExchange,
  type Verdict,
} from "../../gate/index.js";
import { type BatchContext, readBatchExchanges } from "./batch-exchanges.js";
import type { ExchangeBatch } from "./exchange-batch.js";
import { createFastExchangeValidator } from "./fast-exchange-validator.js";
import { appendToHarFile } from "./har-file.js";

/** What passes is judged by this: all of it is data, for another thread reads it. */
export type ProxyValidationOptions = {
  /** The file of the description. */
  readonly spec: string;
  /** Base URLs that stand in for the description's servers. */
  readonly servers?: readonly string[];
  readonly levels?: readonly LevelRule[];
  /** Counts down to properties, values and branches; the thresholds may be none. */
  readonly coverage?: CoverageThresholds;
};

/** What is told of an exchange as soon as it is judged. */
export type ValidatedExchange = {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
  readonly verdict: Verdict;
  /** Those of which no like one was told before. */
  readonly findings: readonly Finding[];
  readonly reasons: readonly string[];
};

export type BatchValidatorOptions = BatchContext & {
  readonly rules: ProxyValidationOptions;
  /** Where the first entry goes in the file that is the source. */
  readonly start: number;
};

/** Judges what has passed, and writes it without its secrets. */
export type BatchValidator = {
  readonly validate: (parcel: ExchangeBatch) => readonly ValidatedExchange[];
  /** With why something could not be judged or written, if so. */
  readonly end: () => Report;
};

/** @throws DocumentError when the description cannot be used, Error of the system when the file cannot be written. */
export function createBatchValidator({ rules, start, ...place }: BatchValidatorOptions): BatchValidator {
  const { spec, servers = [], levels = [], coverage } = rules;
  const contract = loadContract(spec, { servers, levels });
  const tally = createReportBuilder(contract, coverage === undefined ? {} : { coverage });
  const file = appendToHarFile(place.source, start);
  const enter = createEntryRecorder(contract, coverage !== undefined);
  const tell = createExchangeSummarizer();
  let count = 0;
  return {
    validate: (parcel) => {
      const entries: string[] = [];
      const seen: ValidatedExchange[] = [];
      for (const exchange of readBatchExchanges(parcel, place, count)) {
        const { entry, result } = enter(exchange, tally);
        entries.push(entry);
        if (result !== undefined) seen.push(tell(exchange, result));
      }
      count += parcel.items.length;
      try {
        file.add(entries);
      } catch (error) {
        tally.addRunError(getErrorMessage(error));
      }
      return seen;
    },
    end: () => {
      file.close();
      return tally.report();
    },
  };
}

type RecordedEntry = { readonly entry: string; readonly result: ExchangeResult | undefined };

function createEntryRecorder(
  contract: Contract,
  isCounted: boolean,
): (exchange: Exchange, tally: ReportBuilder) => RecordedEntry {
  // What is counted for coverage has to be read.
  const clean = isCounted ? undefined : createFastExchangeValidator(contract);
  return (exchange, tally) => {
    const options = { startedAt: exchange.origin.startedAt ?? "" };
    try {
      const found = clean?.validate(exchange);
      const result = found?.result ?? contract.check(exchange);
      const written = found?.entry ?? toHarEntry(redactExchange(contract, exchange, result), options);
      const entry = JSON.stringify(written);
      if (found === undefined) clean?.learn(exchange, result);
      tally.add(exchange, result);
      return { result, entry };
    } catch (error) {
      // What of it is secret, only a judgement tells.
      tally.addRunError(getErrorMessage(error));
      return { result: undefined, entry: JSON.stringify(toHarEntry(dropBodies(exchange), options)) };
    }
  };
}

/** Each finding is told of once. */
function createExchangeSummarizer(): (exchange: Exchange, judgement: ExchangeResult) => ValidatedExchange {
  const told = new Set<string>();
  const isNew = ({ fingerprint }: Finding): boolean => {
    if (told.size >= MAX_REPORTED_FINDINGS || told.has(fingerprint)) return false;
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

function dropBodies({ request, response, ...rest }: Exchange): Exchange {
  const body = { kind: "missing", reason: "the exchange could not be judged" } as const;
  return { ...rest, request: { ...request, body }, response: { ...response, body } };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** More kinds of findings than anybody reads as they pass; the report has them all. */
const MAX_REPORTED_FINDINGS = 1000;
