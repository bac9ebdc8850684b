import {
  type Contract,
  type CoverageThresholds,
  createReportBuilder,
  type ExchangeResult,
  type Finding,
  type LevelRule,
  loadContracts,
  type ReportBuilder,
  redactExchange,
} from "../../check/index.js";
import {
  addConsumer,
  type ConsumerRule,
  createCapturedOrigin,
  decodeBody,
  decodeBodyText,
  type Exchange,
  explainRecorderError,
  getErrorMessage,
  getMediaType,
  HAR_PART_POINTERS,
  mapMessages,
  type RecordedBody,
  type RecordedMessage,
  redactConsumer,
  redactSecrets,
  toHarEntry,
  toRecordedBody,
} from "../../recording/index.js";
import { type FeedSettings, startApplicationFeed } from "../../stream/index.js";
import { parseHead } from "../proxy/message-head.js";
import type { BatchedExchange, BatchedMessage, ExchangeBatch } from "./exchange-batch.js";
import { appendToHarFile } from "./har-file.js";

/** Validation options. They contain only plain data, because they are passed to another thread. */
export type ProxyValidationOptions = {
  /** The path of the spec. */
  readonly spec: string;
  /** Base URLs besides the servers of the spec. */
  readonly servers?: readonly string[];
  readonly levels?: readonly LevelRule[];
  /** Enables coverage of properties, values and branches; the thresholds can be empty. */
  readonly coverage?: CoverageThresholds;
  /** Where requests name the program that sends them. */
  readonly consumers?: readonly ConsumerRule[];
};

/** The result of an exchange, reported as soon as it is checked. */
export type ValidatedExchange = Pick<ExchangeResult, "verdict" | "reasons"> & {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
  /** Findings that were not reported for earlier exchanges. */
  readonly findings: readonly Finding[];
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

/**
 * Checks exchanges, and writes them to the HAR file and to the stream with secrets redacted.
 *
 * @param onNotice called with problems of the file and of the feed, which go on
 * @throws DocumentError if the spec is invalid; a system error if the file cannot be written.
 */
export function createBatchValidator(
  { rules, maxBody, start, feed: settings, ...context }: BatchValidatorOptions,
  onNotice: (text: string) => void,
) {
  const { spec, servers = [], levels = [], coverage, consumers = [] } = rules;
  const contract = loadContracts([spec], { servers, levels });
  const builder = createReportBuilder(contract, coverage === undefined ? {} : { coverage });
  const file = start === undefined ? undefined : appendToHarFile(context.source, start);
  const feed = settings && startRecordingFeed(context.origin, settings, onNotice);
  const summarize = createExchangeSummarizer();
  let count = 0;
  const unwritten = { count: 0, reason: "" };
  return {
    validate: (batch: ExchangeBatch) => {
      const results: ValidatedExchange[] = [];
      for (const read of readBatchExchanges(batch, context, count)) {
        const exchange = addConsumer(read, consumers);
        const { redacted: checked, result } = recordExchange(contract, builder, exchange, maxBody);
        const redacted = redactConsumer(checked, consumers);
        const startedAt = exchange.origin.startedAt ?? "";
        try {
          file?.add(JSON.stringify(toHarEntry(redacted, { startedAt })));
        } catch (error) {
          unwritten.reason = `cannot write ${context.source}: ${getErrorMessage(error)}`;
          if (unwritten.count === 0) onNotice(`${unwritten.reason}; free space, or record to another disk`);
          unwritten.count += 1;
        }
        feed?.add(redacted);
        if (result !== undefined) results.push(summarize(exchange, result));
      }
      count += batch.items.length;
      return results;
    },
    /**
     * Closes the file, and publishes what waits for the stream. The run errors of the report list exchanges that could not be
     * checked, written or fed.
     */
    end: async () => {
      file?.close();
      if (unwritten.count > 0)
        builder.addRunError(`${unwritten.reason}; exchanges that are not recorded: ${unwritten.count}`);
      for (const error of feed === undefined ? [] : await feed.close()) builder.addRunError(error);
      return builder.report();
    },
  };
}

function recordExchange(contract: Contract, builder: ReportBuilder, received: Exchange, maxBody: number) {
  try {
    const exchange = decodeTextBodies(received, maxBody);
    const result = contract.check(exchange);
    const redacted = redactExchange(contract, exchange, result);
    builder.add(received, result);
    return { result, redacted };
  } catch (error) {
    // Without a result, it is unknown which values are sensitive, so the bodies are not written.
    builder.addRunError(getErrorMessage(error));
    const body = { kind: "missing", reason: "the exchange could not be checked" } as const;
    return { result: undefined, redacted: redactSecrets(mapMessages(received, () => ({ body }))) };
  }
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

/** Limits the findings that are reported live; the final report contains all of them. */
const MAX_REPORTED_FINDINGS = 1000;

type BatchContext = {
  /** The origin of the target, without a trailing slash. */
  readonly origin: string;
  /** The path of the recording. */
  readonly source: string;
};

/** Reads the exchanges of a batch, with bodies as bytes. `first` is the index of the first one in the recording. */
function* readBatchExchanges(
  { bytes, items }: ExchangeBatch,
  context: BatchContext,
  first: number,
): Generator<Exchange> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const read = (message: BatchedMessage, incompleteReason: string): RecordedMessage => {
    const head = block.subarray(at, at + message.head);
    const body = block.subarray(at + message.head, at + message.head + message.body);
    at += message.head + message.body;
    const headers = parseHead(head)?.headers ?? [];
    return { headers, body: createBody(message, body, incompleteReason) };
  };
  for (const [index, item] of items.entries()) {
    const request = read(item.request, "the response arrived before the whole body was sent");
    const response = item.response && read(item.response, "the response was interrupted");
    yield {
      request: { method: item.method, url: buildUrl(item, context), ...request },
      response: response === undefined ? NO_RESPONSE : { status: item.status, ...response },
      origin: {
        ...{ source: context.source, index: first + index, pointer: `/log/entries/${first + index}` },
        ...{ startedAt: formatTime(item.startedAt), parts: HAR_PART_POINTERS },
      },
      durationMs: Math.round(item.durationMs * 1000) / 1000,
      ...(item.incomplete === undefined ? {} : { incomplete: explainRecorderError(item.incomplete) }),
    };
  }
}

const NO_RESPONSE = { status: 0, headers: [], body: { kind: "none" } } as const;

function buildUrl({ target }: BatchedExchange, { origin }: BatchContext): string {
  return `${origin}${target.startsWith("/") ? "" : "/"}${target}`;
}

/** Formats a time with microseconds, so that equal exchanges of the same millisecond are not taken for one that was recorded twice. */
function formatTime(time: number): string {
  const microseconds = Math.floor((time % 1) * 1000);
  const text = new Date(time).toISOString();
  return microseconds === 0 ? text : text.replace("Z", `${String(microseconds).padStart(3, "0")}Z`);
}

function createBody(
  { isComplete, missingReason }: BatchedMessage,
  bytes: Buffer,
  incompleteReason: string,
): RecordedBody {
  const reason = isComplete ? missingReason : incompleteReason;
  if (reason !== undefined) return { kind: "missing", reason };
  return toRecordedBody(bytes);
}

/** Decodes text bodies of at most `maxBody` characters, so that the recording is readable. Other bodies stay as bytes. */
function decodeTextBodies(exchange: Exchange, maxBody: number): Exchange {
  return mapMessages(exchange, ({ body, headers }) => {
    const text = decodeBodyText(decodeBody(body, headers), getMediaType(headers)?.parameters.charset);
    return { body: text.kind === "text" && text.text.length <= maxBody ? text : body };
  });
}

/**
 * Feeds the redacted exchanges of a recording to a stream.
 *
 * @param onNotice called with problems of the stream, once each
 */
function startRecordingFeed(origin: string, settings: FeedSettings, onNotice: (text: string) => void) {
  let last = "";
  let count = 0;
  const live = startApplicationFeed(origin, settings, {
    redact: (exchange) => exchange,
    // The proxy does not wait for this thread, unless far more waits than a turn takes.
    exchangesPerTurn: Number.POSITIVE_INFINITY,
    onError: (error) => {
      const text = `feed: ${getErrorMessage(error)}`;
      if (text !== last) onNotice(text);
      last = text;
    },
  });
  return {
    add: (redacted: Exchange) => {
      const { startedAt = "" } = redacted.origin;
      live.add({ ...redacted, origin: { ...createCapturedOrigin(live.source, count), startedAt } });
      count += 1;
    },
    /** Publishes what waits, for some seconds. Returns what is lost. */
    close: async () => {
      const { waiting, lost } = await live.close();
      const { sampled, dropped } = live.countUnfed();
      if (waiting > 0)
        onNotice(`feed: chunks that wait in ${settings.bufferFolder} for the next recording: ${waiting}`);
      if (sampled > 0) onNotice(`feed: exchanges that the sample left out: ${sampled}`);
      if (dropped > 0) onNotice(`feed: exchanges that were dropped, because the buffer was full: ${dropped}`);
      return lost === 0 ? [] : [`the stream cannot be used, and no buffer is left: chunks that were not fed: ${lost}`];
    },
  };
}
