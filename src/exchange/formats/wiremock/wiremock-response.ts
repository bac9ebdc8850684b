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

/** The answer that a mapping gives. */
export function readStubResponse(response: UnknownRecord, attachments: AttachmentReader): StubResponse {
  const headers =
    response.headers === undefined
      ? NO_HEADERS
      : readHeaderObject(requireObject(response.headers, "/response/headers", "an object"), "/response/headers");
  const { list, gaps } = dropTemplateHeaders(headers);
  const { body, place } = readEntryBody(response, attachments);
  return {
    // Without a status WireMock answers with 200.
    message: { status: requireStatus(response.status ?? 200, "/response/status"), headers: list, body },
    bodyPointer: place,
    incomplete: explainNoResponse(response),
    gaps,
  };
}

function explainNoResponse({ fault, proxyBaseUrl }: UnknownRecord): string | undefined {
  if (fault !== undefined) return "the mapping answers with a fault";
  return proxyBaseUrl === undefined ? undefined : "the mapping passes the request on and holds no answer";
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
      const reason = `header "${name.slice(0, 40)}" of the answer is a template, which tells no value`;
      gaps.push({ part: "response.headers", certainty: "certain", reason });
    }
  }
  return { list, gaps };
}

function readEntryBody(response: UnknownRecord, attachments: AttachmentReader): { body: RecordedBody; place: string } {
  for (const [name, read] of Object.entries(BODY_FIELDS)) {
    const value = response[name];
    if (value === undefined || (name !== "jsonBody" && value === null)) continue;
    const place = `/response/${name}`;
    if (name === "jsonBody") return { body: rejectTemplate(createJsonBody(value)), place };
    if (typeof value !== "string") throw new EntryError(place, value, "a string");
    return { body: rejectTemplate(read(value, place, attachments)), place };
  }
  return { body: NO_BODY, place: "/response" };
}

function rejectTemplate(body: RecordedBody): RecordedBody {
  const text =
    body.kind === "bytes" ? Buffer.from(body.bytes).toString("latin1") : body.kind === "text" ? body.text : "";
  return isTemplate(text) ? createMissingBody("the body of the answer is a template") : body;
}

type BodyFieldReader = (value: string, place: string, attachments: AttachmentReader) => RecordedBody;

const BODY_FIELDS: Readonly<Record<string, BodyFieldReader>> = {
  body: (value) => createTextBody(value),
  jsonBody: (value) => createJsonBody(value),
  base64Body: (value, place) => decodeBase64Body(value, place),
  bodyFileName: (value, _, attachments) =>
    isTemplate(value) ? createMissingBody("the name of the body's file is a template") : attachments(value, "__files"),
};

/** Handlebars, as the transformer "response-template" fills it in; it can be switched on for all mappings from outside. */
function isTemplate(text: string): boolean {
  const start = text.indexOf("{{");
  return start !== -1 && text.includes("}}", start);
}
