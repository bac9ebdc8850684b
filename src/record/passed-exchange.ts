import {
  type Body,
  bodyText,
  decodeBody,
  type Exchange,
  type Header,
  harParts,
  joinedHeader,
  parseMediaType,
} from "../exchange/index.js";
import { readHead } from "./head.js";
import type { Item, Parcel, Part } from "./parcel.js";

export type Place = {
  /** Where the target stands, without a slash at its end. */
  readonly origin: string;
  /** The recording that the exchanges will stand in. */
  readonly source: string;
  /** How many bytes of a body are kept. */
  readonly maxBody: number;
};

/** The exchanges of a parcel, one after the other; the first has this number in the recording. */
export function* exchangesOf({ bytes, items }: Parcel, place: Place, first: number): Generator<Exchange> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const read = (part: Part, whyCut: string): { readonly headers: readonly Header[]; readonly body: Body } => {
    const head = block.subarray(at, at + part.head);
    const body = block.subarray(at + part.head, at + part.head + part.body);
    at += part.head + part.body;
    const headers = readHead(head)?.headers ?? [];
    return { headers, body: bodyOf(part, { body, headers, whyCut, maxBody: place.maxBody }) };
  };
  for (const [nth, item] of items.entries()) {
    const asked = read(item.request, "the answer came before all of the body was sent");
    const answered = item.response && read(item.response, "the answer was broken off");
    yield {
      request: { method: item.method, url: urlOf(item, place), ...asked },
      response: answered === undefined ? NO_ANSWER : { status: item.status, ...answered },
      origin: originOf(item, place, first + nth),
      // The words of the reader of such a recording.
      ...(item.incomplete === undefined ? {} : { incomplete: `the recorder noted a failure: ${item.incomplete}` }),
    };
  }
}

const NO_ANSWER = { status: 0, headers: [], body: { kind: "none" } } as const;

function urlOf({ target }: Item, { origin }: Place): string {
  return `${origin}${target.startsWith("/") ? "" : "/"}${target}`;
}

function originOf({ startedAt }: Item, { source }: Place, index: number): Exchange["origin"] {
  const pointer = `/log/entries/${index}`;
  return { source, index, pointer, startedAt: new Date(startedAt).toISOString(), parts: harParts };
}

type Came = {
  readonly body: Buffer;
  readonly headers: readonly Header[];
  readonly whyCut: string;
  readonly maxBody: number;
};

/** As text where it is text, so that a recording can be read and holds each body once, unpacked. */
function bodyOf({ isWhole, whyMissing }: Part, { body, headers, whyCut, maxBody }: Came): Body {
  if (!isWhole) return { kind: "missing", reason: whyCut };
  if (whyMissing !== undefined) return { kind: "missing", reason: whyMissing };
  if (body.length === 0) return { kind: "none" };
  const bytes: Body = { kind: "bytes", bytes: body };
  const charset = parseMediaType(joinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = bodyText(decodeBody(bytes, headers), charset);
  return text.kind === "text" && text.text.length <= maxBody ? text : bytes;
}
