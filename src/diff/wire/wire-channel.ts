import { readBody } from "../../check/exchange/read-body.js";
import { isJson } from "../../check/index.js";
import {
  type HeaderDefinition,
  isObject,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
} from "../../document/index.js";
import { isXmlType, parseMediaType } from "../../recording/index.js";
import { computeWithinLimits } from "../../samples/schema-limit-error.js";
import { serializeParameter, serializeRequestBody } from "../../samples/serialization/serialize-body.js";
import { serializeHeaderParameter } from "../../samples/serialization/serialize-parameter.js";
import { serializeXml } from "../../samples/serialization/serialize-xml.js";
import {
  canBeAbsent,
  isJsonLines,
  type MessageDirection,
  readParameter,
  readRequestParameter,
  splitLocation,
} from "../../schema/index.js";
import type { MergedSchema } from "../../schema/model/schema-model.js";
import type { VersionedDocument } from "../containment/schemas/versioned-document.js";

/** What a receiver reads from a text: a value, a refusal, or something that cannot be checked. */
type WireReading = { readonly kind: "accepted"; readonly value: unknown } | { readonly kind: "refused" | "unknown" };

/** A value as it travels; a body has its media type, which holds the boundary of its parts. */
export type WireText = { readonly text: string; readonly contentType?: string };

/** The result of sending a value as text. `unsendable`: the text does not conform to the spec of the sender. */
export type WireVerdict =
  | { readonly kind: "accepted"; readonly sent: WireText }
  | { readonly kind: "refused"; readonly sent: WireText }
  | { readonly kind: "reinterpreted"; readonly sent: WireText; readonly readAs: unknown }
  | { readonly kind: "unsendable" | "unknown" };

/** Writes and reads the values of a parameter, a header or a body that is not JSON as text, as one spec defines. */
export type WireCodec = {
  readonly spec: VersionedDocument;
  readonly schema: Pointer | undefined;
  /** Whether only objects have a text, as in forms. */
  readonly isForm?: boolean;
  /** Undefined if no text represents the value. */
  readonly serialize: (value: unknown) => WireText | undefined;
  /** Further texts of a value, such as parts with another of several content types. */
  readonly serializeOthers?: (value: unknown) => readonly WireText[];
  readonly read: (sent: WireText) => WireReading;
  /** A text that stands for no value, as `allowEmptyValue` permits. */
  readonly empty?: WireText;
};

/** A part whose values travel as text: serialized under one spec and read under the other. */
export type WireChannel = {
  /** The same for the same parts in both specs, so that results can be shared. */
  readonly key: string;
  readonly old: WireCodec;
  readonly new: WireCodec;
};

/** Serializes a value under the spec of the sender, and reads the text under both. */
export function sendValue(channel: WireChannel, sender: "old" | "new", value: unknown): WireVerdict {
  const sent = channel[sender].serialize(value);
  return sent === undefined ? { kind: "unsendable" } : sendText(channel, sender, sent, value);
}

/** Whether each item of a list, which may be a field, has a pair or a part of its own, so that no text is split into items. */
export function hasNameOfEachItem({ serialize }: WireCodec, [field, ...deeper]: readonly string[]): boolean {
  const [one, both] = [["a"], ["a", "b"]].map((items) => {
    const { text = "", contentType = "" } = serialize(field === undefined ? items : { [field]: items }) ?? {};
    const [, boundary] = /boundary="?([^";]+)/.exec(contentType) ?? [];
    return text.split(boundary === undefined ? "&" : `--${boundary}`).length;
  });
  return deeper.length === 0 && both === (one ?? 0) + 1;
}

/**
 * Reads a text of the sender under both specs.
 *
 * @param value what the text stands for, if the sender has written it: the spec of the sender can read another value from it
 */
export function sendText(channel: WireChannel, sender: "old" | "new", sent: WireText, value?: unknown): WireVerdict {
  const before = readText(channel[sender], sent);
  if (before.kind !== "accepted") return { kind: before.kind === "unknown" ? "unknown" : "unsendable" };
  const receiver = channel[sender === "old" ? "new" : "old"];
  const received = readText(receiver, sent);
  if (received.kind !== "accepted")
    return received.kind === "unknown" ? { kind: "unknown" } : { kind: "refused", sent };
  const known = { received: dropUnknown(receiver, received.value), before: dropUnknown(receiver, before.value) };
  const isRead = [known.before, ...(value === undefined ? [] : [dropUnknown(receiver, value)])].some(
    // A text that the receiver writes for the value too, such as an empty element of a nullable text, has several readings.
    (it) => isSameText(known.received, it) || receiver.serialize(it)?.text === sent.text,
  );
  if (isRead) return { kind: "accepted", sent };
  return { kind: "reinterpreted", sent, readAs: received.value };
}

/** A value without the properties that a spec no longer declares, which have a finding of their own and no known type. */
function dropUnknown({ spec, schema }: WireCodec, value: unknown): unknown {
  const { model } = spec.schemas;
  const drop = (node: MergedSchema | null, it: unknown): unknown => {
    if (node === null) return it;
    if (Array.isArray(it)) return it.map((item, index) => drop(model.item(node, index), item));
    if (!isObject(it) || node.constraints.propertyNames.length === 0) return it;
    const known = Object.entries(it).flatMap(([name, member]) => {
      const child = model.child(node, name);
      return child === null ? [] : [[name, drop(child, member)]];
    });
    return Object.fromEntries(known);
  };
  return schema === undefined ? value : drop(model.at([schema]), value);
}

/** Whether two values have the same members; `1`, `"1"` and a list of it are the same text. */
function isSameText(one: unknown, other: unknown): boolean {
  const format = (value: unknown): string =>
    JSON.stringify(value, (_, given: unknown) => {
      const it = Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given;
      return typeof it === "object" && !(it instanceof Number) ? it : String(it);
    });
  return format(one) === format(other);
}

/** A text that cannot be checked proves nothing. */
function readText({ read }: WireCodec, sent: WireText): WireReading {
  return computeWithinLimits(() => read(sent)) ?? { kind: "unknown" };
}

/** Creates the codec of a request parameter. An exploded object takes no names of other parameters. */
export function createParameterCodec(
  spec: VersionedDocument,
  parameter: Parameter,
  { parameters }: Pick<Operation, "parameters">,
): WireCodec {
  const place = parameter.in;
  const taken = new Set(parameters.flatMap((it) => (it.in === "query" && it !== parameter ? [it.name] : [])));
  const schema = parameter.content?.schema ?? parameter.schema;
  return {
    spec,
    schema,
    ...(parameter.allowEmptyValue && place === "query"
      ? { empty: { text: `${encodeURIComponent(parameter.name)}=` } }
      : {}),
    serialize: (value) => {
      const text = serializeParameter(spec.document, parameter, value);
      return isSendable(place, text) ? { text } : undefined;
    },
    read: ({ text }) => {
      const reading = readRequestParameter(spec.schemas, parameter, splitLocation(place, text, taken));
      return parameter.required && reading.kind === "absent" && !canBeAbsent(spec.schemas, parameter)
        ? { kind: "refused" }
        : checkReading(spec, schema, "request", reading);
    },
  };
}

/** Creates the codec of a header of a response or of a part. */
export function createHeaderCodec(
  spec: VersionedDocument,
  header: HeaderDefinition,
  direction: MessageDirection = "response",
): WireCodec {
  const schema = header.content?.schema ?? header.schema;
  return {
    spec,
    schema,
    serialize: (value) => {
      const text = serializeHeaderParameter(header, value);
      return isSendable("header", text) ? { text } : undefined;
    },
    read: ({ text }) =>
      checkReading(spec, schema, direction, readParameter(spec.schemas, header, { in: "header", text })),
  };
}

/** HTTP cannot carry some texts: an empty segment of a path, control characters, and spaces around a header. */
function isSendable(place: Parameter["in"], text: string): boolean {
  if (place === "path") return text !== "" && text !== "." && text !== "..";
  if (place === "header") return /^[\t -~]*$/.test(text) && text.trim() === text;
  if (place === "cookie") return /^[!-~]+(; [!-~]+)*$/.test(text) && !/[",\\]/.test(text);
  return true;
}

function checkReading(
  spec: VersionedDocument,
  schema: Pointer | undefined,
  direction: MessageDirection,
  reading: ReturnType<typeof readParameter>,
): WireReading {
  if (reading.kind === "malformed") return { kind: "refused" };
  if (reading.kind === "not-checked") return { kind: "unknown" };
  if (reading.kind !== "value") return { kind: "accepted", value: reading.kind === "empty" ? "" : undefined };
  const isValid = schema === undefined || spec.schemas.isValid(schema, direction, reading.value);
  return isValid ? { kind: "accepted", value: reading.value } : { kind: "refused" };
}

/** The media type that a body is sent with, and its direction. */
type BodyMessage = { readonly contentType: string; readonly direction: MessageDirection };

/** Whether bodies of a media type are a text other than JSON, so that the spec decides how values are written. */
export function hasOwnSerialization(range: string): boolean {
  const type = parseMediaType(range);
  return type !== undefined && !range.includes("*") && !isJson(type) && !isJsonLines(type.essence);
}

/** Creates the codec of a body that is not JSON: a form, multipart, XML or text. An `itemSchema` describes its only part. */
export function createBodyCodec(
  spec: VersionedDocument,
  media: MediaTypeDefinition,
  { contentType, direction }: BodyMessage,
): WireCodec {
  const { itemSchema, schema = itemSchema } = media;
  const isItem = media.schema === undefined && itemSchema !== undefined;
  const type = parseMediaType(contentType);
  const isXml = type !== undefined && isXmlType(type);
  const writeXmlPart = (name: string, value: unknown): string | undefined => {
    const field = schema === undefined || typeof value === "string" ? undefined : findFieldSchema(spec, schema, name);
    return field === undefined ? undefined : serializeXml(spec.schemas, field, value);
  };
  // An empty body is no body: the checker takes it for a missing one.
  const serializeAs = (given: unknown, partType: number): WireText | undefined => {
    const value = isItem ? [given] : given;
    const sent = serializeRequestBody(spec.document, media, { contentType, value, partType }, writeXmlPart);
    return sent.bytes.length === 0
      ? undefined
      : { text: Buffer.from(sent.bytes).toString("utf8"), contentType: sent.contentType };
  };
  return {
    spec,
    schema,
    isForm: type?.essence === "application/x-www-form-urlencoded" || type?.essence === "multipart/form-data",
    serialize: (given) => {
      const value = isItem ? [given] : given;
      if (!isXml || schema === undefined || typeof value === "string") return serializeAs(given, 0);
      const text = serializeXml(spec.schemas, schema, value);
      return text === undefined ? undefined : { text, contentType };
    },
    ...(type?.type === "multipart"
      ? { serializeOthers: (given: unknown) => OTHER_PART_TYPES.flatMap((index) => serializeAs(given, index) ?? []) }
      : {}),
    read: ({ text, contentType: sentType = contentType }) =>
      readContent(
        spec,
        { ...media, ...(schema === undefined ? {} : { schema }) },
        { contentType: sentType, direction },
        text,
      ),
  };
}

/** The schema of a field, or of its items, each of which is a part. */
function findFieldSchema(spec: VersionedDocument, object: Pointer, name: string): Pointer | undefined {
  const { model } = spec.schemas;
  const field = model.child(model.at([object]), name);
  return field === null ? undefined : (model.item(field, 0) ?? field).pointers[0];
}

/** The content types of parts that are tried, besides the first of those that an encoding lists. */
const OTHER_PART_TYPES = [1, 2, 3];

function readContent(
  spec: VersionedDocument,
  media: MediaTypeDefinition,
  { contentType, direction }: BodyMessage,
  text: string,
): WireReading {
  const content = readBody(spec.schemas, media, {
    direction,
    view: direction,
    body: { kind: "text", text },
    headers: [["Content-Type", contentType]],
    contentType,
  });
  if (content.kind === "malformed") return { kind: "refused" };
  if (content.kind === "unread") return { kind: "accepted", value: text };
  if (content.kind !== "value") return { kind: "unknown" };
  if ((content.violations ?? []).length > 0) return { kind: "refused" };
  const { schema } = media;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  if (schema !== undefined && !values.every((it) => spec.schemas.isValid(schema, direction, it)))
    return { kind: "refused" };
  return (content.xml?.undecided ?? []).length > 0 ? { kind: "unknown" } : { kind: "accepted", value: content.value };
}
