/**
 * Reads WireMock stub mappings: one mapping, or `{ "mappings": [ ... ] }`.
 *
 * A mapping is a rule, not a recording. An exact value becomes a value of the exchange. A matcher for several values gives
 * no value, and parts that are not matched can have any value; both are listed as `RecordingGap`.
 *
 * @see https://wiremock.org/docs/stubbing/
 */
import type { ReadResult } from "../../exchange.js";
import { parseRecordingJson, readEntireRecording } from "../../reader/entire-recording.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type ParsedEntry, readEntry, requireObject } from "../../reader/parsed-entry.js";
import { type AttachmentReader, NO_ATTACHMENTS } from "../../reader/recorded-body.js";
import { RecordingError } from "../../reader/recording-error.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { readStubRequest } from "./wiremock-request.js";
import { readStubResponse } from "./wiremock-response.js";

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
