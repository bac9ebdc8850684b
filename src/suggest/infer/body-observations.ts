import { isJson } from "../../check/index.js";
import { getOrCreate, groupBy } from "../../document/index.js";
import {
  decodeBody,
  decodeBodyText,
  getBodyBytes,
  getHeaderValues,
  type HeaderField,
  type ParsedMediaType,
  parseMediaType,
  type RecordedBody,
} from "../../recording/index.js";
import { isJsonLines, parseJsonOrKeepText, splitMultipart, tryParseExactJson } from "../../schema/index.js";
import { type ComponentContext, createShape, recordValue, type ValueShape } from "./value-shape.js";

/** The observed bodies of one request or response, by media type. */
export type BodyObservations = {
  /** Number of messages. */
  messages: number;
  /** Number of messages with a body. */
  present: number;
  readonly types: Map<string, ObservedBody>;
};

/** `fields`: form fields by name; `items`: a sequence of JSON values; `opaque`: content that is not inspected. */
export type ObservedBody = {
  readonly kind: "json" | "items" | "fields" | "text" | "opaque";
  readonly shape: ValueShape;
  /** Names of file parts. */
  readonly files: Set<string>;
  /** Whether an event has data other than a JSON object. */
  hasOtherData: boolean;
};

export function createBodyObservations(): BodyObservations {
  return { messages: 0, present: 0, types: new Map() };
}

type ObservedMessage = { readonly body: RecordedBody; readonly headers: readonly HeaderField[] };

export function recordBodyObservation(
  observations: BodyObservations,
  { body: recorded, headers }: ObservedMessage,
  context?: ComponentContext,
): void {
  observations.messages += 1;
  const body = decodeBody(recorded, headers);
  if (body.kind === "none" || getBodyBytes(body)?.length === 0) return;
  observations.present += 1;
  const type = parseMediaType(getHeaderValues(headers, "content-type")[0] ?? "");
  if (type === undefined) return;
  const { types } = observations;
  const observed = getOrCreate(types, type.essence, () => createObservedBody(type));
  if (observed.kind === "opaque") return;
  const value = observed.kind === "fields" ? readFields(body, type, observed.files) : decodeText(body, type);
  if (value === undefined) return;
  if (typeof value !== "string" || observed.kind === "text") recordValue(observed.shape, value, context);
  else {
    if (type.essence === EVENT_STREAM_TYPE && /^data:(?! ?\{)/m.test(value)) observed.hasOtherData = true;
    const texts = observed.kind === "items" ? splitItems(value, type) : [value];
    // Invalid JSON has no shape; `contract check` reports it, unless no body of the media type is valid.
    const parsed = texts.map(tryParseExactJson).filter((it) => it !== undefined);
    for (const it of parsed) recordValue(observed.shape, it, context);
  }
}

function createObservedBody(type: ParsedMediaType): ObservedBody {
  return { kind: getBodyKind(type), shape: createShape(), files: new Set(), hasOtherData: false };
}

function getBodyKind(type: ParsedMediaType): ObservedBody["kind"] {
  if (isJson(type)) return "json";
  if (isJsonLines(type.essence) || type.essence === EVENT_STREAM_TYPE) return "items";
  if (type.essence === FORM_TYPE || type.essence === "multipart/form-data") return "fields";
  return type.type === "text" && type.subtype !== "xml" ? "text" : "opaque";
}

function decodeText(body: RecordedBody, type: ParsedMediaType): string | undefined {
  const text = decodeBodyText(body, isJson(type) ? "utf-8" : type.parameters.charset);
  return text.kind === "text" ? text.text : undefined;
}

function splitItems(text: string, { essence }: ParsedMediaType): readonly string[] {
  if (essence !== EVENT_STREAM_TYPE)
    return text.split(text.includes("\u001e") ? "\u001e" : "\n").filter((it) => it.trim() !== "");
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = ""]) => data).filter((data) => data.startsWith("{"));
}

/** Reads form fields by name. A repeated field becomes an array. */
function readFields(body: RecordedBody, type: ParsedMediaType, files: Set<string>): object | undefined {
  const fields = type.essence === FORM_TYPE ? parseFormFields(body, type) : readParts(body, type, files);
  const byName = [...groupBy(fields, ([name]) => name)].map(
    ([name, all]) => [name, all.map(([, value]) => value)] as const,
  );
  return Object.fromEntries(byName.map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function parseFormFields(body: RecordedBody, type: ParsedMediaType): [string, unknown][] {
  return [...new URLSearchParams(decodeText(body, type) ?? "")].map(([name, text]) => [name, parseScalar(text)]);
}

function readParts(body: RecordedBody, { parameters }: ParsedMediaType, files: Set<string>): [string, unknown][] {
  const multipart = body.kind === "text" ? body.text : Buffer.from(getBodyBytes(body) ?? []).toString("latin1");
  return (splitMultipart(multipart, parameters.boundary ?? "") ?? []).flatMap(({ name, headers, text }) => {
    if (name === undefined) return [];
    const type = parseMediaType(headers.get("content-type") ?? "");
    if (/;\s*filename/i.test(headers.get("content-disposition") ?? "")) files.add(name);
    else if (type !== undefined && isJson(type)) return [[name, parseJsonOrKeepText(text)] as [string, unknown]];
    return [[name, files.has(name) ? "" : parseScalar(text)] as [string, unknown]];
  });
}

/** Detects the type of a text value from a URL, header or form: boolean, number or string. */
export function parseScalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
export const EVENT_STREAM_TYPE = "text/event-stream";
