/**
 * Reads recordings of nock: what `nock.recorder` gives with `output_objects`, and the fixtures of `nock.back`.
 *
 * @see https://github.com/nock/nock#recording
 */

import type { Body, Gap, Header, Reading } from "./exchange.js";
import type { RecordingSource } from "./har/har.js";
import { type HeaderList, headersOfObject, headersOfTurns, noHeaders } from "./header-list.js";
import { headerValues } from "./headers.js";
import { essenceOf } from "./media-type.js";
import { base64Bytes, jsonBody, missing, noBody } from "./recorded-body.js";
import { type Found, methodOf, readingOf, record, statusOf, urlOf } from "./recorded-fields.js";
import { RecordingError } from "./recording-error.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";
import { parseWholeJson, readWhole } from "./whole-recording.js";

export async function* readNock(source: RecordingSource): AsyncGenerator<readonly Reading[], void, undefined> {
  const items = parseWholeJson(await readWhole(source));
  if (!Array.isArray(items)) throw new RecordingError("a nock recording is an array", { source: source.name });
  yield items.map((item: unknown, index) =>
    readingOf({ source: source.name, index, pointer: `/${index}` }, () =>
      found(record(item, "", "an object with scope, method, path, status and response")),
    ),
  );
}

function found(item: UnknownRecord): Found {
  const { scope, path, reqheaders, status } = item;
  if (typeof scope !== "string" || !/^https?:\/\//i.test(scope)) {
    throw new UnreadableEntry("/scope", scope, 'a base URL such as "https://host.example:443"');
  }
  if (typeof path !== "string") throw new UnreadableEntry("/path", path, "the path of a URL");
  const gaps: Gap[] = [];
  const asked = reqheaders === undefined ? noHeaders : headersAt(reqheaders, "/reqheaders");
  if (reqheaders === undefined) gaps.push(noRequestHeaders);
  const rawHeaders = item.rawHeaders ?? item.headers;
  const place = item.rawHeaders === undefined ? "/headers" : "/rawHeaders";
  const told = rawHeaders === undefined ? noHeaders : headersAt(rawHeaders, place);
  if (rawHeaders === undefined) gaps.push(noResponseHeaders);
  return {
    request: {
      method: methodOf(item.method, "/method"),
      url: urlOf(scope.replace(/\/+$/, "") + path, "/path"),
      headers: asked,
      body: bodyOf(item.body, asked.headers, false),
    },
    response: {
      status: statusOf(status, "/status"),
      headers: told,
      body: bodyOf(item.response, told.headers, item.responseIsBinary === true),
    },
    parts: {
      "request.method": "/method",
      "request.url": "/path",
      "request.headers": reqheaders === undefined ? "" : "/reqheaders",
      "request.body": "/body",
      "response.status": "/status",
      "response.headers": rawHeaders === undefined ? "" : place,
      "response.body": "/response",
    },
    gaps,
  };
}

function headersAt(headers: unknown, pointer: string): HeaderList {
  if (Array.isArray(headers)) return headersOfTurns(headers, pointer);
  if (isRecord(headers)) return headersOfObject(headers, pointer);
  throw new UnreadableEntry(pointer, headers, "an object of headers, or an array of names and values in turn");
}

/**
 * nock parses a body that is JSON, whatever its type says, keeps other text as it is, and writes bytes as hexadecimal
 * digits: in an array, a chunk an item, when they are encoded.
 */
function bodyOf(value: unknown, headers: readonly Header[], isBinary: boolean): Body {
  if (value === undefined || value === null || value === "") return noBody;
  const encoding = headerValues(headers, "content-encoding").join();
  if (Array.isArray(value) && encoding !== "" && value.every((item) => typeof item === "string")) return chunks(value);
  if (typeof value === "string" && (isBinary || (encoding !== "" && isHex(value)))) return chunks([value]);
  const type = headerValues(headers, "content-type")[0];
  const isJsonType = type === undefined ? undefined : /[/+]json$/.test(essenceOf(type));
  if (typeof value === "string") return textOf(value, isJsonType);
  if (isJsonType === false) return missing("nock parsed the body as JSON, and its text is not recorded");
  return jsonBody(value);
}

function textOf(text: string, isJsonType: boolean | undefined): Body {
  if (isJsonType === false) return { kind: "text", text };
  // Text that is JSON would have been parsed; that it stands here as text tells that it stood in quotes.
  if (isJson(text)) return jsonBody(text);
  if (isJsonType === undefined && /^[^\s{}[\]"=]+=/.test(text)) return { kind: "text", text };
  return missing("nock records a JSON string and broken JSON alike, so that nobody can tell which one this was");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function chunks(items: readonly string[]): Body {
  const areHex = items.every(isHex);
  const bytes = items.map((item) => (areHex ? Buffer.from(item, "hex") : base64Bytes(item)));
  const whole = bytes.filter((item) => item !== undefined);
  if (whole.length < bytes.length) return missing("the body is neither whole hexadecimal digits nor whole base64");
  return { kind: "bytes", bytes: Buffer.concat(whole) };
}

function isHex(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text);
}

const noRequestHeaders: Gap = {
  part: "request.headers",
  certainty: "possible",
  reason: "request headers are not recorded; nock does so with enable_reqheaders_recording",
};
const noResponseHeaders: Gap = {
  part: "response.headers",
  certainty: "possible",
  reason: "the headers of the answer are not recorded",
};
