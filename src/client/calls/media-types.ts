/** The types of bodies, by their media types. */

/** Chooses by a content type: the type as it stands, or without case and parameters, its range such as `image/*`, or any type. */
export function chooseByType<Value>(
  table: Readonly<Record<string, Value>>,
  contentType: string | null,
): Value | undefined {
  const find = (wanted: string) => Object.keys(table).find((range) => getMediaType(range) === wanted);
  const type = getMediaType(`${contentType}`);
  return table[`${contentType}`] ?? table[`${find(type) ?? find(type.replace(/\/.*/, "/*")) ?? find("*/*")}`];
}

function getMediaType(range: string): string {
  return range.toLowerCase().replace(/\s*;.*/, "");
}

/** The value of a response body with the given `content`, as a condition, so that editors show no name. XML and text are not asked for beside JSON. */
export type ResponseBodyOf<Content> = Content extends unknown
  ? {
      [Range in keyof Content]: ReadBody<MediaTypeIn<Range>, Content[Range]>;
    }[Extract<MediaTypeIn<keyof Content>, JsonType> extends never ? keyof Content : AskedBesideJson<keyof Content>]
  : never;

type AskedBesideJson<Range> = Range extends unknown
  ? MediaTypeIn<Range> extends infer Type extends XmlType | `text/${string}`
    ? Extract<Type, JsonType | "text/event-stream"> extends never
      ? never
      : Range
    : Range
  : never;

/** A media type without its parameters, in lower case. */
export type MediaTypeIn<Range> = Lowercase<Range extends `${infer Type};${string}` ? Type : Range & string>;

/** The value of a request body with the given `content`. */
export type RequestBodyOf<Content> = {
  [Range in keyof Content]: WrittenBody<MediaTypeIn<Range>, Content[Range]>;
}[keyof Content];

/** An event of a stream of the type `text/event-stream` (HTML Standard, section 9.2). */
export type ServerSentEvent<Data = unknown> = {
  /** Its type; `message` without one. */
  readonly event: string;
  /** Parsed if it is JSON, otherwise the text. */
  readonly data: Data;
  readonly id: string;
};

/** What fetch sends as bytes. */
export type BinaryBody = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

type ReadBody<Range, Value> = Range extends "text/event-stream"
  ? AsyncIterable<ServerSentEvent<ItemOfStream<Value>>>
  : Range extends StreamType
    ? AsyncIterable<ItemOfStream<Value>>
    : Range extends JsonType | OpenRange
      ? Value
      : Range extends XmlType | `text/${string}`
        ? unknown extends Value
          ? string
          : Value extends string
            ? Value
            : string
        : Blob;

type WrittenBody<Range, Value> = Range extends JsonType | FormType
  ? Value
  : Range extends OpenRange
    ? Value | BinaryBody
    : Range extends XmlType | `text/${string}`
      ? string | Blob
      : Range extends StreamType | `multipart/${string}`
        ? BinaryBody | (Value extends readonly unknown[] ? Value : never)
        : BinaryBody;

/** A schema describes an item or the list of all items; some specs describe text instead. */
type ItemOfStream<Value> = [Value] extends [string]
  ? unknown
  : [Value] extends [readonly (infer Item)[]]
    ? Item
    : Value;

type FormType = "multipart/form-data" | "multipart/mixed" | "application/x-www-form-urlencoded";

export type JsonType = `${string}json`;

/** A range that has JSON among others. Its bodies are read as the schema says: as JSON, text or a Blob. */
export type OpenRange = "*/*" | "application/*";

type XmlType = `${string}xml`;

type StreamType =
  | "application/x-ndjson"
  | "application/ndjson"
  | "application/jsonl"
  | "application/x-jsonl"
  | "application/json-seq"
  | "application/geo+json-seq"
  | "application/jsonlines"
  | "application/x-json-stream"
  | "application/stream+json";
