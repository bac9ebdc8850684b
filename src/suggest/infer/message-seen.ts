import {
  type Body,
  bodyBytes,
  bodyText,
  decodeBody,
  type Header,
  headerValues,
  type MediaType,
  parseMediaType,
} from "../../exchange/index.js";
import { isJson } from "../../match/index.js";
import { isJsonLines, parseJson, splitParts } from "../../schema/index.js";
import { type Noting, noShape, noteValue, type ValueShape } from "./value-shape.js";

/** The bodies that came in one place, by media type. */
export type BodiesSeen = {
  /** Messages, and how many of them had a body. */
  messages: number;
  present: number;
  readonly types: Map<string, BodySeen>;
};

/** `fields`: of text, by name; `items`: one value after the other. */
export type BodySeen = {
  readonly kind: "json" | "items" | "fields" | "text" | "opaque";
  readonly shape: ValueShape;
  /** Names of parts that are files. */
  readonly files: Set<string>;
};

export function noBodies(): BodiesSeen {
  return { messages: 0, present: 0, types: new Map() };
}

type Recorded = { readonly body: Body; readonly headers: readonly Header[] };

export function noteBody(seen: BodiesSeen, { body: recorded, headers }: Recorded, noting?: Noting): void {
  seen.messages += 1;
  const body = decodeBody(recorded, headers);
  if (body.kind === "none" || bodyBytes(body)?.length === 0) return;
  seen.present += 1;
  const type = parseMediaType(headerValues(headers, "content-type")[0] ?? "");
  if (type === undefined) return;
  const known = seen.types.get(type.essence) ?? { kind: kindOf(type), shape: noShape(), files: new Set() };
  seen.types.set(type.essence, known);
  if (known.kind === "opaque") return;
  const value = known.kind === "fields" ? fieldsOf(body, type, known.files) : textOf(body, type);
  if (value === undefined) return;
  if (typeof value !== "string" || known.kind === "text") noteValue(known.shape, value, noting);
  else for (const text of known.kind === "items" ? itemsOf(value, type) : [value]) noteJson(known.shape, text, noting);
}

function kindOf(type: MediaType): BodySeen["kind"] {
  if (isJson(type)) return "json";
  if (isJsonLines(type.essence) || type.essence === EVENTS) return "items";
  if (type.essence === FORM || type.essence === "multipart/form-data") return "fields";
  return type.type === "text" && type.subtype !== "xml" ? "text" : "opaque";
}

function noteJson(shape: ValueShape, text: string, noting?: Noting): void {
  try {
    noteValue(shape, parseJson(text), noting);
  } catch {
    // What is no JSON says nothing of what JSON there should be; the gate tells of it.
  }
}

function textOf(body: Body, type: MediaType): string | undefined {
  const text = bodyText(body, isJson(type) ? "utf-8" : type.parameters.charset);
  return text.kind === "text" ? text.text : undefined;
}

function itemsOf(text: string, { essence }: MediaType): readonly string[] {
  if (essence !== EVENTS) return text.split(text.includes("\u001e") ? "\u001e" : "\n").filter((it) => it.trim() !== "");
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = ""]) => data).filter((data) => data.startsWith("{"));
}

/** A field that comes several times is a list. */
function fieldsOf(body: Body, type: MediaType, files: Set<string>): object | undefined {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of type.essence === FORM ? formOf(body, type) : partsOf(body, type, files))
    fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function formOf(body: Body, type: MediaType): [string, unknown][] {
  return [...new URLSearchParams(textOf(body, type) ?? "")].map(([name, text]) => [name, scalarOf(text)]);
}

function partsOf(body: Body, { parameters }: MediaType, files: Set<string>): [string, unknown][] {
  const whole = body.kind === "text" ? body.text : Buffer.from(bodyBytes(body) ?? []).toString("latin1");
  return (splitParts(whole, parameters.boundary ?? "") ?? []).flatMap(({ name, headers, text }) => {
    if (name === undefined) return [];
    const type = parseMediaType(headers.get("content-type") ?? "");
    if (/;\s*filename/i.test(headers.get("content-disposition") ?? "")) files.add(name);
    else if (type !== undefined && isJson(type)) return [[name, jsonOr(text)] as [string, unknown]];
    return [[name, files.has(name) ? "" : scalarOf(text)] as [string, unknown]];
  });
}

function jsonOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** What a text in a URL, a header or a form reads as. */
export function scalarOf(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

const FORM = "application/x-www-form-urlencoded";
const EVENTS = "text/event-stream";
