import { getEssence, isJsonType, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { parseJsonOrKeepText, tryParseExactJson } from "../../document/values/parse-json.js";
import type { ApplicableSchema } from "../model/applicable-schema.js";
import { resolveBranches } from "../model/resolve-branches.js";
import { findPropertyPointers } from "../model/schema-model.js";
import { coerce, getSchemaTypes, type Malformed } from "../parameters/decoding.js";
import type { Schemas } from "../validation/schemas.js";

export type StreamReading =
  /** `each`: whether the schema describes one item instead of the list of items. */
  | {
      readonly kind: "value";
      readonly value: Json;
      readonly each: boolean;
      /** The JSON in the data of events, whose `contentSchema` applies to it. */
      readonly inner?: readonly ContentValue[];
    }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/** A value that a text contains, its schema, and the pointers of the text in the body, with and without indexes. */
export type ContentValue = {
  readonly schema: Pointer;
  readonly prefix: Pointer;
  readonly property: string;
  readonly value: Json;
};

/** Whether a media type, without parameters, holds a sequence of JSON values. */
export function isJsonLines(essence: string): boolean {
  return JSON_LINES.test(essence);
}

/** Whether a media type or range holds a sequence of items, to which an `itemSchema` applies (OpenAPI 3.2, section 4.14.3). */
export function isSequentialType(range: string): boolean {
  const essence = getEssence(range);
  return isJsonLines(essence) || /^(text\/event-stream|multipart\/.+)$/.test(essence);
}

const JSON_LINES =
  /^application\/(x-)?(ndjson|jsonl|json-lines|jsonlines|json-seq|stream\+json)$|\+(json-seq|ndjson|jsonl)$/;

/**
 * Reads one JSON value per line. In a JSON text sequence, values start with a record separator and may span lines. An
 * `itemSchema` describes one value. A `schema` of type array describes the list of values, one of type string the text of the
 * stream, and any other schema one value.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7464
 */
export function readJsonLinesBody(
  schemas: Schemas,
  { schema, isItem, essence }: StreamSchema & { readonly essence: string },
  text: string,
): StreamReading {
  const types = getSchemaTypes(schemas, schema);
  if (!isItem && types.size === 1 && types.has("string")) return { kind: "value", value: text, each: false };
  const items: Json[] = [];
  const isSequence = essence.endsWith("json-seq");
  if (isSequence && text.trim() !== "" && !text.startsWith("\u001e"))
    return { kind: "malformed", mode: "record separator", reason: "does not start with a record separator (U+001E)" };
  for (const [index, item] of text.split(isSequence ? "\u001e" : "\n").entries()) {
    if (item.trim() === "") continue;
    const value = tryParseExactJson(item);
    if (value === undefined)
      return {
        kind: "malformed",
        mode: "JSON of an item",
        reason: `is not valid JSON in ${isSequence ? `item ${index}` : `line ${index + 1}`}`,
      };
    items.push(value);
  }
  return { kind: "value", value: items, each: isItem || !types.has("array") };
}

/** The schema of a stream. `isItem`: it is an `itemSchema`. */
export type StreamSchema = { readonly schema: Pointer; readonly isItem: boolean };

/**
 * Reads server-sent events. An `itemSchema` describes the event. Otherwise a schema with a property `data` describes the event,
 * any other object or array schema the JSON in the data of an event, and a string schema the text of the stream.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function readServerSentEvents(schemas: Schemas, { schema, isItem }: StreamSchema, text: string): StreamReading {
  const types = getSchemaTypes(schemas, schema);
  if (isItem || types.has("object") || types.has("array")) {
    // Clients ignore other lines, so that they would see no event at all.
    if (text.trim() !== "" && !EVENT_LINE.test(text))
      return {
        kind: "malformed",
        mode: "no event",
        reason: "has no line of server-sent events: data, event, id, retry or a comment",
      };
  }
  if (isItem) return readEventItems(schemas, schema, text);
  if (types.size > 0 && !types.has("object") && !types.has("array")) return { kind: "value", value: text, each: false };
  if (types.size === 0)
    return {
      kind: "not-checked",
      reason: "the schema has no type, so it is unclear whether it describes events or their data",
    };
  const events = parseEvents(text);
  const applicable = schemas.model.possible(types.has("array") ? joinPointer(schema, "items") : schema);
  const isEvent = findPropertyPointers(applicable, "data");
  const each = !types.has("array");
  if (isEvent !== undefined && isEvent.length > 0)
    return { kind: "value", value: events.flatMap((event) => coerceEvent(schemas, applicable, event)), each };
  const items: Json[] = [];
  for (const { data } of events) {
    if (data === DONE_MARKER) continue;
    const value = tryParseExactJson(data);
    if (value === undefined)
      return { kind: "not-checked", reason: 'the data of an event is not JSON, and the schema has no property "data"' };
    items.push(value);
  }
  return { kind: "value", value: items, each };
}

/**
 * Reads events as OpenAPI 3.2 says: `retry` is an integer, and the other fields are strings. A `contentSchema` of `data` applies
 * to the JSON in it.
 */
function readEventItems(schemas: Schemas, schema: Pointer, text: string): StreamReading {
  const inner: ContentValue[] = [];
  const items: Json[] = [];
  for (const [index, event] of parseEvents(text).entries()) {
    const { retry, ...fields } = event;
    const item: JsonObject = { ...fields, ...(retry === undefined ? {} : { retry: Number(retry) }) };
    items.push(item);
    for (const { pointer, type } of findContentSchemas(schemas, schema, item)) {
      if (!isJsonType(type)) continue;
      const value = parseJsonOrKeepText(event.data);
      if (value === event.data)
        return {
          kind: "malformed",
          mode: "JSON of an event",
          reason: `has an event ${index} whose data is not valid JSON, as its schema requires`,
        };
      inner.push({ schema: pointer, prefix: `/${index}/data`, property: "/*/data", value });
    }
  }
  return { kind: "value", value: items, each: true, inner };
}

/** Converts the fields of an event to the types of the schema. Data is JSON unless the schema allows a string. */
function coerceEvent(schemas: Schemas, applicable: readonly ApplicableSchema[], event: ServerEvent): Json[] {
  const [data] = findPropertyPointers(applicable, "data") ?? [];
  const isText = getSchemaTypes(schemas, data).size === 0 || getSchemaTypes(schemas, data).has("string");
  if (!isText && event.data === DONE_MARKER) return [];
  const entries = Object.entries(event).map(([name, text]): [string, Json] => {
    if (name === "data" && !isText) return [name, parseJsonOrKeepText(text)];
    return [name, name === "data" ? text : coerce(schemas, findPropertyPointers(applicable, name)?.[0], text)];
  });
  return [Object.fromEntries(entries)];
}

/** A line that is a field with a meaning, or a comment. */
const EVENT_LINE = /(?:^\uFEFF?|[\r\n])(?:(?:data|event|id|retry)(?:[:\r\n]|$)|:)/;

/** Data that several services send as the last event of a stream. */
const DONE_MARKER = "[DONE]";

type ServerEvent = { readonly data: string; readonly [field: string]: string };

/** Parses the events of a stream; an incomplete last event is discarded, as the specification requires. */
function parseEvents(text: string): ServerEvent[] {
  const lines = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const blocks = lines.split("\n\n").slice(0, -1);
  return blocks.flatMap((block) => {
    const data: string[] = [];
    const fields: [string, string][] = [];
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === "data") data.push(value);
      else if (
        name === "event" ||
        (name === "id" && !value.includes("\0")) ||
        (name === "retry" && /^\d+$/.test(value))
      )
        fields.push([name, value]);
    }
    return data.length === 0 ? [] : [{ ...Object.fromEntries(fields), data: data.join("\n") }];
  });
}

/** A `contentSchema`, and the media type of the text that it describes. */
type ContentSchema = { readonly pointer: Pointer; readonly type: string };

/**
 * Finds each `contentSchema` of the property `data` of an event, in the branches that the event matches. The media type is JSON
 * unless `contentMediaType` says otherwise.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#special-considerations-for-server-sent-events
 */
function findContentSchemas(schemas: Schemas, schema: Pointer, event: JsonObject): ContentSchema[] {
  const { model } = schemas;
  const isMatch = (branch: Pointer): boolean => schemas.isValid(branch, "response", event);
  const { branches } = resolveBranches(model, model.at([schema]), event, isMatch);
  const matching = model.at([schema, ...branches]).applicableSchemas;
  const texts = (findPropertyPointers(matching, "data") ?? []).flatMap((data) => model.possible(data));
  const found = texts.flatMap(({ pointer, schema: text }): [Pointer, ContentSchema][] => {
    if (text.contentSchema === undefined) return [];
    const type = typeof text.contentMediaType === "string" ? text.contentMediaType : "application/json";
    return [[pointer, { pointer: joinPointer(pointer, "contentSchema"), type }]];
  });
  return [...new Map(found).values()];
}
