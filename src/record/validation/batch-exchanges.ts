import {
  decodeBody,
  decodeBodyText,
  type Exchange,
  getCombinedHeader,
  HAR_PART_POINTERS,
  type HeaderField,
  parseMediaType,
  type RecordedBody,
} from "../../exchange/index.js";
import { parseHead } from "../proxy/message-head.js";
import type { BatchedExchange, BatchedMessage, ExchangeBatch } from "./exchange-batch.js";

export type BatchContext = {
  /** Where the target stands, without a slash at its end. */
  readonly origin: string;
  /** The recording that the exchanges will stand in. */
  readonly source: string;
  /** How many bytes of a body are kept. */
  readonly maxBody: number;
};

/** The exchanges of a parcel, one after the other; the first has this number in the recording. */
export function* readBatchExchanges(
  { bytes, items }: ExchangeBatch,
  place: BatchContext,
  first: number,
): Generator<Exchange> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const read = (
    part: BatchedMessage,
    whyCut: string,
  ): { readonly headers: readonly HeaderField[]; readonly body: RecordedBody } => {
    const head = block.subarray(at, at + part.head);
    const body = block.subarray(at + part.head, at + part.head + part.body);
    at += part.head + part.body;
    const headers = parseHead(head)?.headers ?? [];
    return { headers, body: createBody(part, { body, headers, whyCut, maxBody: place.maxBody }) };
  };
  for (const [nth, item] of items.entries()) {
    const asked = read(item.request, "the answer came before all of the body was sent");
    const answered = item.response && read(item.response, "the answer was broken off");
    yield {
      request: { method: item.method, url: buildUrl(item, place), ...asked },
      response: answered === undefined ? NO_RESPONSE : { status: item.status, ...answered },
      origin: createOrigin(item, place, first + nth),
      // The words of the reader of such a recording.
      ...(item.incomplete === undefined ? {} : { incomplete: `the recorder noted a failure: ${item.incomplete}` }),
    };
  }
}

const NO_RESPONSE = { status: 0, headers: [], body: { kind: "none" } } as const;

function buildUrl({ target }: BatchedExchange, { origin }: BatchContext): string {
  return `${origin}${target.startsWith("/") ? "" : "/"}${target}`;
}

function createOrigin({ startedAt }: BatchedExchange, { source }: BatchContext, index: number): Exchange["origin"] {
  const pointer = `/log/entries/${index}`;
  return { source, index, pointer, startedAt: new Date(startedAt).toISOString(), parts: HAR_PART_POINTERS };
}

type ReceivedBody = {
  readonly body: Buffer;
  readonly headers: readonly HeaderField[];
  readonly whyCut: string;
  readonly maxBody: number;
};

/** As text where it is text, so that a recording can be read and holds each body once, unpacked. */
function createBody(
  { isComplete, missingReason }: BatchedMessage,
  { body, headers, whyCut, maxBody }: ReceivedBody,
): RecordedBody {
  if (!isComplete) return { kind: "missing", reason: whyCut };
  if (missingReason !== undefined) return { kind: "missing", reason: missingReason };
  if (body.length === 0) return { kind: "none" };
  const bytes: RecordedBody = { kind: "bytes", bytes: body };
  const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = decodeBodyText(decodeBody(bytes, headers), charset);
  return text.kind === "text" && text.text.length <= maxBody ? text : bytes;
}
