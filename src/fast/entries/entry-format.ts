import type { ReadResult } from "../../recording/exchange.js";
import { readHarEntry } from "../../recording/formats/har/har-entry.js";
import { readNdjsonLine } from "../../recording/formats/ndjson.js";
import type { EntryOrigin } from "../../recording/reader/recording-source.js";

/** How the entries of a recording format are read, and where they have the values that may vary. Paths are JSON Pointers. */
export type EntryFormat = {
  readonly read: (entry: unknown, origin: EntryOrigin, json: string) => ReadResult;
  readonly pointer: (index: number) => string;
  /** The name of the response body in the response. */
  readonly bodyName: Buffer;
  readonly started: string;
  readonly time: string;
  readonly requestBody: string;
  /** Captures the side and the index of a header. */
  readonly headerValue: RegExp;
  /** Values that are not read and usually vary, others that are not read, and sizes of which only the sign is. */
  readonly ignored: RegExp;
  readonly unread: RegExp;
  readonly sizes: RegExp;
};

export const HAR_ENTRIES: EntryFormat = {
  read: (entry, origin) => readHarEntry(entry, origin),
  pointer: (index) => `/log/entries/${index}`,
  bodyName: Buffer.from('"text":'),
  started: "/startedDateTime",
  time: "/time",
  requestBody: "/request/postData/text",
  headerValue: /^\/(request|response)\/headers\/(\d+)\/value$/,
  ignored: /^\/(serverIPAddress|connection|timings\/.*)$/,
  unread:
    /^\/(pageref|_(initiator|connectionId|priority|requestId)(\/.*)?|re(quest|sponse)\/headersSize|request\/queryString\/\d+\/(name|value)|response\/(_transferSize|content\/compression))$/,
  sizes: /^\/(re(quest|sponse)\/bodySize|response\/content\/size)$/,
};

export const NDJSON_LINES: EntryFormat = {
  read: (entry, origin, json) => readNdjsonLine(entry, { ...origin, bytes: Buffer.from(json) }),
  pointer: (index) => `/${index}`,
  bodyName: Buffer.from('"body":'),
  started: "/startedAt",
  time: "/durationMs",
  requestBody: "/request/body",
  headerValue: /^\/(request|response)\/headers\/(\d+)\/1$/,
  ignored: /$^/,
  unread: /$^/,
  sizes: /$^/,
};
