import { type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { ApplicableSchema } from "../analysis/applicable-schema.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findPropertyPointers } from "../analysis/merged-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { parseJson } from "../values/parse-json.js";

export type StreamReading =
  /** `each`: the schema describes one item; otherwise it describes the list of them. */
  | { readonly kind: "value"; readonly value: Json; readonly each: boolean }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "not-checked"; readonly reason: string };

/** Media types that hold one JSON value after the other. */
export function isJsonLines(essence: string): boolean {
  return JSON_LINES.test(essence);
}

const JSON_LINES =
  /^application\/(x-)?(ndjson|jsonl|json-lines|jsonlines|json-seq|stream\+json)$|\+(json-seq|ndjson|jsonl)$/;

/**
 * Reads JSON values, one a line; those of a sequence begin with a separator of their own, and may have lines in them. A
 * schema of type array is the whole; any other is taken for that of an item.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464
 */
export function readJsonLinesBody(schemas: Schemas, schema: Pointer, text: string): StreamReading {
  const items: Json[] = [];
  const isSequence = text.includes("\u001e");
  for (const [index, item] of text.split(isSequence ? "\u001e" : "\n").entries()) {
    if (item.trim() === "") continue;
    try {
      items.push(parseJson(item));
    } catch {
      return { kind: "malformed", reason: `is not JSON in its ${isSequence ? `item ${index}` : `line ${index + 1}`}` };
    }
  }
  return { kind: "value", value: items, each: !getSchemaTypes(schemas, schema).has("array") };
}

/**
 * Reads server-sent events. A schema with a property `data` describes the event; one of another object or list describes
 * the JSON in the data of each; one of strings describes the text.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function readServerSentEvents(schemas: Schemas, schema: Pointer, text: string): StreamReading {
  const types = getSchemaTypes(schemas, schema);
  if (types.size > 0 && !types.has("object") && !types.has("array")) return { kind: "value", value: text, each: false };
  if (types.size === 0)
    return { kind: "not-checked", reason: "the schema does not say whether it is about events or their data" };
  const events = parseEvents(text);
  const shapes = getApplicableSchemas(schemas, types.has("array") ? joinPointer(schema, "items") : schema);
  const isEvent = findPropertyPointers(shapes, "data");
  const each = !types.has("array");
  if (isEvent !== undefined && isEvent.length > 0)
    return { kind: "value", value: events.flatMap((event) => coerceEvent(schemas, shapes, event)), each };
  const items: Json[] = [];
  for (const { data } of events) {
    if (data === DONE_MARKER) continue;
    try {
      items.push(parseJson(data));
    } catch {
      return { kind: "not-checked", reason: "the data of an event is not JSON, and the schema has no property data" };
    }
  }
  return { kind: "value", value: items, each };
}

/** Fields of text by the types of the schema. Data that cannot be a text to the schema is JSON to it. */
function coerceEvent(schemas: Schemas, shapes: readonly ApplicableSchema[], event: ServerEvent): Json[] {
  const [data] = findPropertyPointers(shapes, "data") ?? [];
  const isText = getSchemaTypes(schemas, data).size === 0 || getSchemaTypes(schemas, data).has("string");
  if (!isText && event.data === DONE_MARKER) return [];
  const entries = Object.entries(event).map(([name, text]): [string, Json] => {
    if (name === "data" && !isText) return [name, parseJsonOrKeepText(text)];
    return [name, name === "data" ? text : coerce(schemas, findPropertyPointers(shapes, name)?.[0], text)];
  });
  return [Object.fromEntries(entries)];
}

function parseJsonOrKeepText(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** How several services say that there is no more. */
const DONE_MARKER = "[DONE]";

type ServerEvent = { readonly data: string; readonly [field: string]: string };

/** An event that the end of the stream cuts off is none. */
function parseEvents(text: string): ServerEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n\r\n|\n\n|\r\r/)
    .slice(0, -1);
  return blocks.flatMap((block) => {
    const data: string[] = [];
    const fields: [string, string][] = [];
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === "data") data.push(value);
      else if (name === "event" || name === "id" || name === "retry") fields.push([name, value]);
    }
    return data.length === 0 ? [] : [{ ...Object.fromEntries(fields), data: data.join("\n") }];
  });
}
