import type { RecordedBody, RecordingGap } from "../../exchange.js";
import { escapePointerToken } from "../../json/escape-pointer-token.js";
import { EntryError, type UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector, type HeaderList, NO_HEADERS, readHeaderObject } from "../../reader/header-list.js";
import { type ParsedEntry, requireObject, requireStatus } from "../../reader/parsed-entry.js";
import {
  type AttachmentReader,
  createJsonBody,
  createMissingBody,
  createTextBody,
  decodeBase64Body,
  NO_BODY,
} from "../../reader/recorded-body.js";

export type StubResponse = {
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
