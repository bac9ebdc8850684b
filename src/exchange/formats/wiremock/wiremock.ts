/**
 * Reads WireMock stub mappings: one mapping, or `{ "mappings": [ ... ] }`.
 *
 * A mapping is a rule, not a recording. An exact value becomes a value of the exchange. A matcher for several values gives
 * no value, and parts that are not matched can have any value; both are listed as `RecordingGap`.
 *
 * @see https://wiremock.org/docs/stubbing/
 */
import type { ReadResult, RecordedBody, RecordingGap } from "../../exchange.js";
import { escapePointerToken } from "../../json/escape-pointer-token.js";
import { parseRecordingJson, readEntireRecording } from "../../reader/entire-recording.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector, type HeaderList, NO_HEADERS, readHeaderObject } from "../../reader/header-list.js";
import { type ParsedEntry, readEntry, requireObject, requireStatus } from "../../reader/parsed-entry.js";
import {
  type AttachmentReader,
  createJsonBody,
  createMissingBody,
  createTextBody,
  decodeBase64Body,
  NO_ATTACHMENTS,
  NO_BODY,
} from "../../reader/recorded-body.js";
import { RecordingError } from "../../reader/recording-error.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { readStubRequest } from "./wiremock-request.js";

export async function* readWireMock(
  source: RecordingSource,
  { baseUrl }: RecordingOptions = {},
): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const root = parseRecordingJson(await readEntireRecording(source));
  const list = isPlainObject(root) ? root.mappings : undefined;
  if (list !== undefined && !Array.isArray(list)) {
    throw new RecordingError("mappings is not an array; expected a WireMock mapping or { mappings: [ ... ] }", {
      source: source.name,
      pointer: "/mappings",
    });
  }
  const items: readonly unknown[] = list ?? [root];
  const attachments = source.attachments ?? NO_ATTACHMENTS;
  const readings = items.map((item, index) =>
    readEntry({ source: source.name, index, pointer: list === undefined ? "" : `/mappings/${index}` }, () =>
      parseStub(requireObject(item, "", "an object with request and response"), baseUrl, attachments),
    ),
  );
  if (readings.length > 0) yield readings;
}

function parseStub(mapping: UnknownRecord, baseUrl: string | undefined, attachments: AttachmentReader): ParsedEntry {
  const request = readStubRequest(
    requireObject(mapping.request, "/request", "an object with method and url or urlPath"),
    baseUrl,
  );
  const response = readStubResponse(requireObject(mapping.response, "/response", "an object with status"), attachments);
  return {
    request: request.message,
    response: response.message,
    parts: {
      "request.method": "/request/method",
      "request.url": request.urlPointer,
      "request.headers": request.headersPointer,
      "request.body": request.bodyPointer,
      "response.status": "/response/status",
      "response.headers": "/response/headers",
      "response.body": response.bodyPointer,
    },
    incomplete: request.incomplete ?? response.incomplete,
    gaps: [...request.gaps, ...response.gaps],
  };
}

type StubResponse = {
  readonly message: ParsedEntry["response"];
  readonly bodyPointer: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly RecordingGap[];
};

/** Reads the response of a mapping. */
export function readStubResponse(response: UnknownRecord, attachments: AttachmentReader): StubResponse {
  const headers =
    response.headers === undefined
      ? NO_HEADERS
      : readHeaderObject(requireObject(response.headers, "/response/headers", "an object"), "/response/headers");
  const { list, gaps } = dropTemplateHeaders(headers);
  const { body, pointer } = readEntryBody(response, attachments);
  return {
    // The default status of WireMock is 200.
    message: { status: requireStatus(response.status ?? 200, "/response/status"), headers: list, body },
    bodyPointer: pointer,
    incomplete: explainNoResponse(response),
    gaps,
  };
}

function explainNoResponse({ fault, proxyBaseUrl }: UnknownRecord): string | undefined {
  if (fault !== undefined) return "the mapping simulates a fault";
  return proxyBaseUrl === undefined ? undefined : "the mapping proxies the request and contains no response";
}

function dropTemplateHeaders({ headers, pointers = [] }: HeaderList): {
  list: HeaderList;
  gaps: readonly RecordingGap[];
} {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  for (const [index, [name, value]] of headers.entries()) {
    if (!isTemplate(value)) list.add(name, value, pointers[index] ?? `/${escapePointerToken(name)}`);
    else {
      const reason = `response header "${name.slice(0, 40)}" is a template, which gives no exact value`;
      gaps.push({ part: "response.headers", certainty: "certain", reason });
    }
  }
  return { list, gaps };
}

function readEntryBody(
  response: UnknownRecord,
  attachments: AttachmentReader,
): { body: RecordedBody; pointer: string } {
  for (const [name, read] of Object.entries(BODY_FIELDS)) {
    const value = response[name];
    if (value === undefined || (name !== "jsonBody" && value === null)) continue;
    const pointer = `/response/${name}`;
    if (name === "jsonBody") return { body: rejectTemplate(createJsonBody(value)), pointer };
    if (typeof value !== "string") throw new EntryError(pointer, value, "a string");
    return { body: rejectTemplate(read(value, pointer, attachments)), pointer };
  }
  return { body: NO_BODY, pointer: "/response" };
}

function rejectTemplate(body: RecordedBody): RecordedBody {
  const text =
    body.kind === "bytes" ? Buffer.from(body.bytes).toString("latin1") : body.kind === "text" ? body.text : "";
  return isTemplate(text) ? createMissingBody("the response body is a template") : body;
}

type BodyFieldReader = (value: string, pointer: string, attachments: AttachmentReader) => RecordedBody;

const BODY_FIELDS: Readonly<Record<string, BodyFieldReader>> = {
  body: (value) => createTextBody(value),
  jsonBody: (value) => createJsonBody(value),
  base64Body: (value, pointer) => decodeBase64Body(value, pointer),
  bodyFileName: (value, _, attachments) =>
    isTemplate(value) ? createMissingBody("the name of the body file is a template") : attachments(value, "__files"),
};

/**
 * Whether a text is a Handlebars template. The transformer "response-template" can be enabled globally, so the mapping does
 * not show whether it applies.
 */
function isTemplate(text: string): boolean {
  const start = text.indexOf("{{");
  return start !== -1 && text.includes("}}", start);
}
