/** The types of bodies, by their media types. */

/** The value of a response body with the given `content`. XML and text are not asked for where the spec has JSON. */
export type ResponseBodyOf<Content> = {
  [Range in keyof Content]: ReadBody<Range, Content[Range]>;
}[[Extract<keyof Content, JsonType>] extends [never] ? keyof Content : AskedBesideJson<keyof Content>];

type AskedBesideJson<Range> = Range extends JsonType | "text/event-stream"
  ? Range
  : Range extends XmlType | `text/${string}`
    ? never
    : Range;

/** The value of a request body with the given `content`. */
export type RequestBodyOf<Content> = { [Range in keyof Content]: WrittenBody<Range, Content[Range]> }[keyof Content];

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
    : Range extends JsonType
      ? Value
      : Range extends "*/*"
        ? Value | string | Blob
        : Range extends XmlType | `text/${string}`
          ? unknown extends Value
            ? string
            : Value extends string
              ? Value
              : string
          : Blob;

type WrittenBody<Range, Value> = Range extends JsonType | FormType
  ? Value
  : Range extends "*/*"
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

export type JsonType = `${string}json` | `${string}json;${string}` | `${string}json; ${string}`;

type XmlType = `${string}xml` | `${string}xml;${string}`;

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
