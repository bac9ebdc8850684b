import {
  decodeBody,
  decodeBodyText,
  type Exchange,
  getCombinedHeader,
  HAR_PART_POINTERS,
  type HeaderField,
  parseMediaType,
  type RecordedBody,
  UNPAIRED_REQUEST,
} from "../../exchange/index.js";
import { parseHead } from "../proxy/message-head.js";
import type { BatchedExchange, BatchedMessage, ExchangeBatch } from "./exchange-batch.js";

export type BatchContext = {
  /** The origin of the target, without a trailing slash. */
  readonly origin: string;
  /** The path of the recording. */
  readonly source: string;
};

/** Reads the exchanges of a batch, with bodies as bytes. `first` is the index of the first one in the recording. */
export function* readBatchExchanges(
  { bytes, items }: ExchangeBatch,
  context: BatchContext,
  first: number,
): Generator<Exchange> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const read = (
    message: BatchedMessage,
    incompleteReason: string,
  ): { readonly headers: readonly HeaderField[]; readonly body: RecordedBody } => {
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
      origin: createOrigin(item, context, first + index),
      durationMs: Math.round(item.durationMs * 1000) / 1000,
      ...(item.incomplete === undefined ? {} : { incomplete: explainIncomplete(item.incomplete) }),
    };
  }
}

/** The same text as of the HAR reader, so that live results equal those of the recording. */
function explainIncomplete(reason: string): string {
  return reason.startsWith(UNPAIRED_REQUEST) ? reason : `the recorder reported an error: ${reason}`;
}

const NO_RESPONSE = { status: 0, headers: [], body: { kind: "none" } } as const;

function buildUrl({ target }: BatchedExchange, { origin }: BatchContext): string {
  return `${origin}${target.startsWith("/") ? "" : "/"}${target}`;
}

function createOrigin({ startedAt }: BatchedExchange, { source }: BatchContext, index: number): Exchange["origin"] {
  const pointer = `/log/entries/${index}`;
  return { source, index, pointer, startedAt: formatTime(startedAt), parts: HAR_PART_POINTERS };
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
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}

/** Decodes text bodies of at most `maxBody` characters, so that the recording is readable. Other bodies stay as bytes. */
export function decodeTextBodies({ request, response, ...rest }: Exchange, maxBody: number): Exchange {
  const decode = ({
    body,
    headers,
  }: {
    readonly body: RecordedBody;
    readonly headers: readonly HeaderField[];
  }): RecordedBody => {
    const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
    const text = decodeBodyText(decodeBody(body, headers), charset);
    return text.kind === "text" && text.text.length <= maxBody ? text : body;
  };
  return { ...rest, request: { ...request, body: decode(request) }, response: { ...response, body: decode(response) } };
}
