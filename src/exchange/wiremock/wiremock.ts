/**
 * Reads stub mappings of WireMock: one mapping, or `{ "mappings": [ ... ] }`.
 *
 * A mapping is a rule and no recording. Where it asks for one exact value, that value is the exchange's; where it takes
 * several, there is none, and what it does not speak of may have been there all the same (see `Gap`).
 *
 * @see https://wiremock.org/docs/stubbing/
 */
import type { Reading } from "../exchange.js";
import type { RecordingSource } from "../har/har.js";
import { type Attachments, noAttachments } from "../recorded-body.js";
import { type Found, readingOf, record } from "../recorded-fields.js";
import type { RecordingOptions } from "../recording.js";
import { RecordingError } from "../recording-error.js";
import { isRecord, type UnknownRecord } from "../unreadable-entry.js";
import { parseWholeJson, readWhole } from "../whole-recording.js";
import { stubRequest } from "./wiremock-request.js";
import { stubResponse } from "./wiremock-response.js";

export async function* readWireMock(
  source: RecordingSource,
  { baseUrl }: RecordingOptions = {},
): AsyncGenerator<readonly Reading[], void, undefined> {
  const root = parseWholeJson(await readWhole(source));
  const list = isRecord(root) ? root.mappings : undefined;
  if (list !== undefined && !Array.isArray(list)) {
    throw new RecordingError("mappings is no array; accepted is a WireMock mapping, or { mappings: [ ... ] }", {
      source: source.name,
      pointer: "/mappings",
    });
  }
  const items: readonly unknown[] = list ?? [root];
  const attachments = source.attachments ?? noAttachments;
  const readings = items.map((item, index) =>
    readingOf({ source: source.name, index, pointer: list === undefined ? "" : `/mappings/${index}` }, () =>
      found(record(item, "", "an object with request and response"), baseUrl, attachments),
    ),
  );
  if (readings.length > 0) yield readings;
}

function found(mapping: UnknownRecord, baseUrl: string | undefined, attachments: Attachments): Found {
  const request = stubRequest(record(mapping.request, "/request", "an object with method and url or urlPath"), baseUrl);
  const response = stubResponse(record(mapping.response, "/response", "an object with status"), attachments);
  return {
    request: request.message,
    response: response.message,
    parts: {
      "request.method": "/request/method",
      "request.url": request.urlPlace,
      "request.headers": request.headersPlace,
      "request.body": request.bodyPlace,
      "response.status": "/response/status",
      "response.headers": "/response/headers",
      "response.body": response.bodyPlace,
    },
    incomplete: request.incomplete ?? response.incomplete,
    gaps: [...request.gaps, ...response.gaps],
  };
}
