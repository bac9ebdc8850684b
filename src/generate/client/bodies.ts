import {
  asString,
  type Document,
  getEssence,
  isJsonType,
  type MediaTypeDefinition,
  type Operation,
  type ResolvedObject,
  readHeaderDefinitions,
  resolvePointer,
} from "../../document/index.js";
import { getSchemas, getSchemaTypes, isBinarySchema } from "../../schema/index.js";
import { type CodeValue, formatCallOf, formatReference } from "../code.js";
import { describeEncoding, listEncodings, readPartType } from "./encoding.js";
import { listConstants } from "./parameters.js";

/** How the bodies of an operation are written and read, without the default: JSON. */
export function describeBodies(document: Document, operation: Operation) {
  const content = operation.requestBody?.content ?? [];
  const media = chooseMedia(content);
  const body = media && toContentType(media.range);
  const isStream = !isWithoutBody(operation) && content.some(({ range }) => canBeStream(range));
  return {
    body: body === undefined || body === "application/json" ? undefined : body,
    write: describeWriters(document, operation),
    send: isStream ? formatReference("sendStreams") : undefined,
    read: describeReaders(document, operation),
    errors: describeErrors(document, operation),
    empty: mayBeEmpty(operation) ? true : undefined,
  };
}

/** Whether a body of this type can be a stream: all but JSON and forms. */
function canBeStream(range: string): boolean {
  return !/[/+]json$|\/x-www-form-urlencoded$|^multipart\/form-data$/.test(getEssence(range));
}

/** Fetch sends no body with these methods, though a spec can describe one. */
export function isWithoutBody({ method }: Pick<Operation, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** The responses of a success; of a spec without them, the default response. */
function listSuccesses({ responses }: Operation): Operation["responses"] {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === "default");
}

/** One writer, or several by the content types that a request can have. */
function describeWriters(document: Document, { requestBody, ...operation }: Operation): CodeValue | undefined {
  const { content = [] } = requestBody ?? {};
  const writers = content.flatMap((media) => {
    const writer = isWithoutBody(operation) ? formatReference("refuseBody") : createWriter(document, media);
    return writer === undefined ? [] : [{ media, writer }];
  });
  if (content.length === 1) return writers[0]?.writer;
  const rows = writers.flatMap(({ media: { range }, writer }) =>
    [range, toContentType(range)].map((type) => [type, writer] as const),
  );
  return rows.length === 0 ? undefined : formatCallOf("createWriter", Object.fromEntries(rows));
}

function mayBeEmpty(operation: Operation): boolean {
  const successes = listSuccesses(operation);
  return operation.method === "HEAD" || successes.length === 0 || successes.some(({ content }) => content.length === 0);
}

function describeReaders(document: Document, operation: Operation): CodeValue | undefined {
  const successes = listSuccesses(operation);
  const content = successes.flatMap((it) => it.content);
  // A body that the spec does not describe is no error.
  if (content.length === 0 && successes.some(({ status }) => !/^20[45]$/.test(status)))
    return formatReference("readAny");
  const types = content.map(({ range }) => getEssence(range));
  // Beside arbitrary bytes only, even JSON is the content of a file.
  const isFile = types.includes("application/octet-stream") && !types.some((it) => isJsonType(it) || isOpenRange(it));
  const readers = new Map<string, string | undefined>(isFile ? [["*/*", "readBlob"]] : []);
  for (const media of content) {
    const type = getEssence(media.range);
    const reader = chooseReader(document, media);
    readers.set(type, readers.has(type) && readers.get(type) !== reader ? "readAny" : reader);
  }
  const rows = [...readers].flatMap(([type, reader]) => (reader ? [[type, formatReference(reader)] as const] : []));
  return rows.length === 0 ? undefined : formatCallOf("createReader", Object.fromEntries(rows));
}

/** The function of the runtime that reads a body; undefined for JSON. A body of any type is read as its schema says. */
function chooseReader(document: Document, { range, schema }: MediaTypeDefinition): string | undefined {
  const type = getEssence(range);
  if (isOpenRange(type)) {
    const schemas = getSchemas(document);
    if (isBinarySchema(schemas, schema)) return "readBlob";
    const types = getSchemaTypes(schemas, schema);
    return types.size === 0 ? "readAny" : types.has("string") ? "readJsonOrText" : undefined;
  }
  if (type === "text/event-stream") return "readEvents";
  if (/^application\/(x-)?(ndjson|jsonl|jsonlines|json-stream|json-seq)$|\+json-seq$|stream\+json$/.test(type))
    return "readJsonLines";
  if (isJsonType(type)) return undefined;
  return /^text\/|[/+]xml$/.test(type) ? "readTextBody" : "readBlob";
}

/** The media types of a response that are asked for: no XML and no text beside JSON, as in the types. Events are no text. */
function listRequested(content: readonly MediaTypeDefinition[]): readonly MediaTypeDefinition[] {
  const isAsked = ({ range }: MediaTypeDefinition): boolean => {
    const type = getEssence(range);
    return isJsonType(type) || type === "text/event-stream" || !/^text\/|[/+]xml$/.test(type);
  };
  return content.some(({ range }) => isJsonType(range)) ? content.filter(isAsked) : content;
}

/** The header `Accept` of an operation whose responses have XML or text beside JSON. */
export function chooseAccept({ responses }: Operation): string | undefined {
  const requested = responses.map(({ content }) => listRequested(content));
  if (responses.every(({ content }, at) => content.length === requested[at]?.length)) return undefined;
  return [...new Set(requested.flat().map(({ range }) => getEssence(range)))].join(", ");
}

/** Whether a range of types has JSON among others. */
const isOpenRange = (range: string): boolean => range === "*/*" || range === "application/*";

/** Whether the bodies of errors are JSON. If they are described, the types of those without a body have none. */
function describeErrors(document: Document, { responses }: Operation): CodeValue | undefined {
  const rows = responses.flatMap(({ status, content }) => {
    const isJson =
      content.length > 0 && listRequested(content).every((media) => chooseReader(document, media) === undefined);
    return /^[12]/.test(status) ? [] : [[status, isJson] as const];
  });
  if (rows.every(([, isJson]) => isJson)) return undefined;
  if (rows.every(([, isJson]) => !isJson)) return false;
  return formatCallOf("selectErrors", Object.fromEntries(rows));
}

/** The media type that a request has unless its caller chooses another: JSON if possible. */
export function chooseMedia(content: readonly MediaTypeDefinition[]): MediaTypeDefinition | undefined {
  const find = (type: RegExp) => content.find(({ range }) => type.test(toContentType(range)));
  // What is more specific than JSON, such as a patch format, must be sent explicitly.
  return (
    find(/\+json$/i) ?? find(/[/+]json\b/i) ?? find(/\/x-www-form-urlencoded/i) ?? find(/^multipart\//i) ?? content[0]
  );
}

function createWriter(document: Document, media: MediaTypeDefinition): CodeValue | undefined {
  const type = getEssence(media.range);
  if (isJsonType(type)) return undefined;
  if (isOpenRange(type)) return formatReference("writeAny");
  const nested = type.startsWith("multipart/") ? describeNestedEncoding(document, media, type) : undefined;
  if (nested !== undefined) return formatCallOf("createEncodedWriter", nested);
  if (type === "application/x-www-form-urlencoded" || type === "multipart/form-data") {
    const name = type === "multipart/form-data" ? "Multipart" : "Form";
    const encoding = describeEncoding(document, media);
    return encoding === undefined ? formatReference(`write${name}`) : formatCallOf(`create${name}Writer`, encoding);
  }
  if (/^application\/(x-)?(ndjson|jsonl)$/.test(type)) return formatReference("writeJsonLines");
  if (/[/+]json-seq$/.test(type)) return formatReference("writeJsonSequence");
  return formatReference(type.includes("*") ? "writeOpenType" : "writeRaw");
}

/** The header of a request. A range stands for any type, so bytes are sent without a known type. */
function toContentType(range: string): string {
  if (isOpenRange(getEssence(range))) return "application/json";
  if (range === "text/*") return "text/plain";
  return range.includes("*") ? "application/octet-stream" : range;
}

function toTable(entries: readonly (readonly [string, CodeValue])[]): CodeValue | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * How the parts of a multipart body are written. Undefined for forms whose parts have no headers, no parts of their own, and no names
 * in a list: their writers are smaller.
 */
function describeNestedEncoding(document: Document, media: MediaTypeDefinition, type: string): CodeValue | undefined {
  const owner = resolvePointer(document, media.pointer);
  if (owner === undefined) return undefined;
  const schema = resolvePointer(document, media.schema)?.value;
  const isNeeded = type !== "multipart/form-data" || schema?.type === "array" || hasNestedEncoding(document, owner);
  return isNeeded ? describeNested(document, owner) : undefined;
}

function hasNestedEncoding(document: Document, owner: ResolvedObject): boolean {
  const { names, prefix, item } = listEncodings(document, owner);
  return [...names, ...prefix, item].some(
    (encoding) =>
      encoding !== undefined &&
      (readHeaderDefinitions(document, encoding.pointer).length > 0 ||
        /^multipart\//i.test(asString(encoding.value.contentType) ?? "") ||
        hasNestedEncoding(document, encoding)),
  );
}

function describeNested(document: Document, owner: ResolvedObject): Readonly<Record<string, CodeValue | undefined>> {
  const { names, prefix, item } = listEncodings(document, owner);
  const describe = (encoding: ResolvedObject | undefined): CodeValue => {
    if (encoding === undefined) return {};
    const headers = toTable(listConstants(document, readHeaderDefinitions(document, encoding.pointer)));
    return { type: readPartType(encoding), headers, ...describeNested(document, encoding) };
  };
  return {
    names: toTable(names.map((it) => [it.key, describe(it)])),
    prefix: prefix.length === 0 ? undefined : prefix.map(describe),
    item: item && describe(item),
  };
}
