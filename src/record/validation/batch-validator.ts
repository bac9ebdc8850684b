import {
  addConsumer,
  type ConsumerRule,
  type Exchange,
  redactConsumer,
  redactSecrets,
  serializeHarEntry,
} from "../../exchange/index.js";
import { addEncodedBody, createFastRedactor, type FastRedactedExchange } from "../../fast/index.js";
import {
  type Contract,
  type CoverageThresholds,
  createReportBuilder,
  type ExchangeResult,
  type Finding,
  type LevelRule,
  loadContracts,
  type Report,
  type ReportBuilder,
  redactExchange,
  type Verdict,
} from "../../gate/index.js";
import type { FeedSettings } from "../../stream/index.js";
import { type BatchContext, decodeTextBodies, readBatchExchanges } from "./batch-exchanges.js";
import type { ExchangeBatch } from "./exchange-batch.js";
import { appendToHarFile } from "./har-file.js";
import { startRecordingFeed } from "./recording-feed.js";

/** Validation options. They contain only plain data, because they are passed to another thread. */
export type ProxyValidationOptions = {
  /** The path of the spec. */
  readonly spec: string;
  /** Base URLs that replace the servers of the spec. */
  readonly servers?: readonly string[];
  readonly levels?: readonly LevelRule[];
  /** Enables coverage of properties, values and branches; the thresholds can be empty. */
  readonly coverage?: CoverageThresholds;
  /** Where requests name the program that sends them. */
  readonly consumers?: readonly ConsumerRule[];
  /** Whether bodies may be checked and redacted in their bytes, with the same results; true by default. */
  readonly fast?: boolean;
};

/** The result of an exchange, reported as soon as it is checked. */
export type ValidatedExchange = {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
  readonly verdict: Verdict;
  /** Findings that were not reported for earlier exchanges. */
  readonly findings: readonly Finding[];
  readonly reasons: readonly string[];
};

export type BatchValidatorOptions = BatchContext & {
  readonly rules: ProxyValidationOptions;
  /** Maximum length of a recorded text body. */
  readonly maxBody: number;
  /** The byte offset of the first entry in the HAR file `source`; undefined without a file. */
  readonly start: number | undefined;
  /** Where exchanges are fed; undefined if they are not. */
  readonly feed: FeedSettings | undefined;
};

/** Checks exchanges, and writes them to the HAR file and to the stream with secrets redacted. */
export type BatchValidator = {
  readonly validate: (batch: ExchangeBatch) => readonly ValidatedExchange[];
  /**
   * Closes the file, and publishes what waits for the stream. The run errors of the report list exchanges that could not be
   * checked, written or fed.
   */
  readonly end: () => Promise<Report>;
};

/**
 * @param onNotice called with problems of the file and of the feed, which go on
 * @throws DocumentError if the spec is invalid; a system error if the file cannot be written.
 */
export function createBatchValidator(
  { rules, maxBody, start, feed: settings, ...context }: BatchValidatorOptions,
  onNotice: (text: string) => void,
): BatchValidator {
  const { spec, servers = [], levels = [], coverage, consumers = [], fast = true } = rules;
  const contract = loadContracts([spec], { servers, levels });
  const builder = createReportBuilder(contract, coverage === undefined ? {} : { coverage });
  const file = start === undefined ? undefined : appendToHarFile(context.source, start);
  const feed = settings && startRecordingFeed(context.origin, settings, onNotice);
  const recordExchange = createExchangeRecorder(contract, maxBody, fast && coverage === undefined);
  const summarize = createExchangeSummarizer();
  let count = 0;
  const unwritten = { count: 0, reason: "" };
  return {
    validate: (batch) => {
      const results: ValidatedExchange[] = [];
      for (const read of readBatchExchanges(batch, context, count)) {
        const exchange = addConsumer(read, consumers);
        const { redacted: checked, result, body } = recordExchange(exchange, builder);
        const redacted = redactConsumer(checked, consumers);
        const startedAt = exchange.origin.startedAt ?? "";
        try {
          file?.add(serializeHarEntry(redacted, { startedAt, secrets: "keep" }, body));
        } catch (error) {
          unwritten.reason = `cannot write ${context.source}: ${getErrorMessage(error)}`;
          if (unwritten.count === 0) onNotice(`${unwritten.reason}; free space, or record to another disk`);
          unwritten.count += 1;
        }
        feed?.add(addEncodedBody(redacted, body));
        if (result !== undefined) results.push(summarize(exchange, result));
      }
      count += batch.items.length;
      return results;
    },
    end: async () => {
      file?.close();
      if (unwritten.count > 0)
        builder.addRunError(`${unwritten.reason}; exchanges that are not recorded: ${unwritten.count}`);
      for (const error of feed === undefined ? [] : await feed.close()) builder.addRunError(error);
      return builder.report();
    },
  };
}

type RecordedResult = Omit<FastRedactedExchange, "result"> & { readonly result: ExchangeResult | undefined };

function createExchangeRecorder(
  contract: Contract,
  maxBody: number,
  isFast: boolean,
): (exchange: Exchange, builder: ReportBuilder) => RecordedResult {
  // Coverage needs the parsed values, which the fast path does not have.
  const fastRedactor = isFast ? createFastRedactor(contract, maxBody) : undefined;
  const check = (exchange: Exchange): Omit<FastRedactedExchange, "body"> => {
    const result = contract.check(exchange);
    const redacted = redactSecrets(redactExchange(contract, exchange, result));
    fastRedactor?.learn(exchange, result);
    return { result, redacted };
  };
  return (exchange, builder) => {
    try {
      const checked = fastRedactor?.check(exchange) ?? {
        ...check(decodeTextBodies(exchange, maxBody)),
        body: undefined,
      };
      builder.add(exchange, checked.result);
      return checked;
    } catch (error) {
      // Without a result, it is unknown which values are sensitive, so the bodies are not written.
      builder.addRunError(getErrorMessage(error));
      return { result: undefined, redacted: redactSecrets(dropBodies(exchange)), body: undefined };
    }
  };
}

/** Summarizes results; each finding is reported once. */
function createExchangeSummarizer(): (exchange: Exchange, result: ExchangeResult) => ValidatedExchange {
  const reported = new Set<string>();
  const isNew = ({ fingerprint }: Finding): boolean => {
    if (reported.size >= MAX_REPORTED_FINDINGS || reported.has(fingerprint)) return false;
    reported.add(fingerprint);
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
  const body = { kind: "missing", reason: "the exchange could not be checked" } as const;
  return { ...rest, request: { ...request, body }, response: { ...response, body } };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Limits the findings that are reported live; the final report contains all of them. */
const MAX_REPORTED_FINDINGS = 1000;
