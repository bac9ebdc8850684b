import { pickMediaType } from "../../check/router/documented-parts.js";
import {
  asArray,
  asObject,
  type Document,
  joinPointer,
  type MediaTypeDefinition,
  type Operation,
  type Pointer,
  type RequestBody,
  resolvePointer,
} from "../../document/index.js";
import { getSchemaTypes, isSequentialType } from "../../schema/index.js";
import type { DiffCode } from "../codes.js";
import {
  type ChangeReporter,
  type Comparison,
  createReporter,
  type OperationPart,
  type Pair,
  type PartComparison,
  type SchemaPointers,
} from "../comparison.js";
import type { SchemaEquality } from "../containment/schemas/schema-equality.js";
import type { VersionedDocument } from "../containment/schemas/versioned-document.js";
import { KEEP, KEEP_ACCEPTING, KEEP_REQUIRED, MAKE_OPTIONAL } from "../finding.js";
import {
  type MessageFlow,
  REQUEST_FLOW,
  RESPONSE_FLOW,
  WEBHOOK_REQUEST_FLOW,
  WEBHOOK_RESPONSE_FLOW,
} from "../message-flow.js";
import { compareSchemas } from "../schemas.js";
import { compareSerialization } from "../serialization.js";
import { createBodyCodec, hasOwnSerialization } from "../wire/wire-channel.js";
import { comparePartHeaders, hasSameEncodings } from "./encodings.js";

/** Compares the request bodies of an operation, or the deliveries of a webhook. */
export function compareRequestBodies(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const part = { operation: next.id, part: "request body" };
  const pair = { old: old.requestBody, new: next.requestBody };
  const isWebhook = next.kind === "webhook";
  const report = createReporter(comparison, { old: pair.old ?? old, new: pair.new ?? next }, part);
  if (isWebhook) reportWebhookBody(pair, report);
  else reportRequestBody(pair, report);
  if (pair.old === undefined || pair.new === undefined) return;
  compareContents(comparison, isWebhook ? WEBHOOK_REQUEST_FLOW : REQUEST_FLOW, part, { old: pair.old, new: pair.new });
}

type RequestBodies = Pair<RequestBody | undefined>;

function reportRequestBody({ old, new: next }: RequestBodies, report: ChangeReporter): void {
  if (next === undefined) {
    if (old !== undefined) report("request.body.removed", "the request body was removed", { advice: KEEP_ACCEPTING });
  } else if (old === undefined) {
    if (next.required) report("request.body.required", "a required body was added", { advice: MAKE_OPTIONAL });
    else report("request.body.added", "an optional body was added");
  } else if (next.required && !old.required) {
    report("request.body.required", "the body is now required", { advice: MAKE_OPTIONAL });
  } else if (old.required && !next.required) {
    report("request.body.optional", "the body is now optional");
  }
}

function reportWebhookBody({ old, new: next }: RequestBodies, report: ChangeReporter): void {
  if (old === undefined) {
    if (next !== undefined) report("webhook.body.added", "a body was added to the delivery");
  } else if (next === undefined) report("webhook.body.removed", "the body was removed", { advice: KEEP });
  else if (old.required && !next.required)
    report("webhook.body.removed", "the body is now optional", { advice: KEEP_REQUIRED });
}

/** Compares the schemas per media type. The receiver must support each media type that the sender uses. */
export const compareContents: PartComparison<Pair<MediaTypeContent>> = (comparison, flow, part, contents) => {
  const receiver = flow.sender === "old" ? "new" : "old";
  const codes = MEDIA_TYPE_CODES[flow.name];
  const pair = reportReplacedType(comparison, flow, part, contents);
  for (const media of pair[flow.sender].content) {
    const understood = pickMediaType(pair[receiver].content, media.range);
    const affected = { ...part, part: `${part.part} ${media.range}` };
    if (understood === undefined) reportMediaType(comparison, flow, { media, code: codes.breaking, pair, affected });
    else
      compareContent(comparison, flow, affected, {
        media: flow.sender === "old" ? { old: media, new: understood } : { old: understood, new: media },
        contentType: media.range,
      });
  }
  for (const media of pair[receiver].content) {
    const covering = pickMediaType(pair[flow.sender].content, media.range);
    const affected = { ...part, part: `${part.part} ${media.range}` };
    const change = { media, code: codes.compatible, pair, affected };
    if (covering === undefined) reportUnusedMediaType(comparison, flow, change);
    else if (isOwnPart(pair[receiver].content, media, covering)) {
      // Any other type of the range may come instead.
      if (flow.name === "response" && !media.range.includes("*"))
        reportMediaType(comparison, { sender: receiver }, { ...change, replacements: [covering] });
      compareContent(comparison, flow, affected, {
        media: flow.sender === "old" ? { old: covering, new: media } : { old: media, new: covering },
        contentType: media.range,
      });
    }
  }
};

/** Reports a media type that was replaced: each spec has only one that the other has not. Returns the contents without both. */
function reportReplacedType(
  comparison: Comparison,
  flow: MessageFlow,
  part: OperationPart,
  pair: Pair<MediaTypeContent>,
): Pair<MediaTypeContent> {
  const listOwn = (own: MediaTypeContent, other: MediaTypeContent) =>
    own.content.filter(({ range }) => range.includes("*") || pickMediaType(other.content, range) === undefined);
  const [media, ...olds] = listOwn(pair.old, pair.new);
  const [replacement, ...news] = listOwn(pair.new, pair.old);
  if (media === undefined || replacement === undefined || olds.length + news.length > 0) return pair;
  if (`${media.range} ${replacement.range}`.includes("*")) return pair;
  const codes = MEDIA_TYPE_CODES[flow.name];
  // A client gets no type of a response that it knows.
  const code = flow.name === "response" ? codes.compatible : codes.breaking;
  const affected = { ...part, part: `${part.part} ${media.range}` };
  reportMediaType(comparison, { sender: "old" }, { media, code, pair, affected, replacements: [replacement] });
  const replaced = [media, replacement];
  const without = (it: MediaTypeContent) => ({ ...it, content: it.content.filter((own) => !replaced.includes(own)) });
  return { old: without(pair.old), new: without(pair.new) };
}

/** Whether the receiver describes a part of a range that the sender uses by itself, such as JSON beside any type. */
function isOwnPart(
  received: readonly MediaTypeDefinition[],
  media: MediaTypeDefinition,
  covering: MediaTypeDefinition,
): boolean {
  return covering.range.includes("*") && pickMediaType(received, covering.range) !== media;
}

type ComparedContent = { readonly media: Pair<MediaTypeDefinition>; readonly contentType: string };

/** Compares bodies of one media type: JSON by its values, and others as they travel. */
const compareContent: PartComparison<ComparedContent> = (comparison, flow, affected, { media, contentType }) => {
  const { old, new: next } = media;
  const hasItems = isSequentialType(contentType) && (old.itemSchema ?? next.itemSchema) !== undefined;
  if (hasItems) compareItems(comparison, flow, affected, { media, contentType });
  const hasOnlyItems = hasItems && (old.schema === undefined || next.schema === undefined);
  const schemas = { old: old.schema, new: next.schema };
  if (!hasOwnSerialization(contentType)) {
    if (!hasOnlyItems) compareSchemas(comparison, flow, affected, schemas);
    return;
  }
  if (FILE_TYPES.test(contentType) && !isSameOtherwise(comparison, schemas) && hasStructure(comparison, schemas)) {
    const change = `the schema of ${contentType} changed; no file has the structure that it describes`;
    createReporter(comparison, media, affected)("keyword.changed", change);
    return;
  }
  const message = { contentType, direction: flow.direction };
  const channel = {
    key: `${contentType} ${old.pointer} ${next.pointer}`,
    old: createBodyCodec(comparison.old, old, message),
    new: createBodyCodec(comparison.new, next, message),
  };
  const change = describeEncodingChange(comparison, { old, new: next }, contentType);
  const pointers = { old: old.pointer, new: next.pointer };
  const hasOtherChanges = change !== undefined && !isSameOtherwise(comparison, schemas);
  const part = { flow, affected, pointers, channel, change, hasOtherChanges, refusedCode: flow.serialization };
  const isRefused = compareSerialization(comparison, part);
  comparePartHeaders(comparison, flow, affected, pointers);
  if (!isRefused && !hasOnlyItems) compareSchemas(comparison, flow, affected, { ...schemas, channel });
};

/** Media types of bytes, which are no values of a schema other than of texts. */
const FILE_TYPES = /^(image|audio|video|font)\/[^+]+$|^application\/(octet-stream|pdf|zip)$/i;

function hasStructure(comparison: Comparison, { old, new: next }: SchemaPointers): boolean {
  const types = [getSchemaTypes(comparison.old.schemas, old), getSchemaTypes(comparison.new.schemas, next)];
  return types.some((it) => [...it].some((type) => type !== "string"));
}

/** Compares what each item of a stream is, also if one spec says it by `itemSchema` and the other by `schema`. */
const compareItems: PartComparison<ComparedContent> = (comparison, flow, affected, { media, contentType }) => {
  const items = { old: findItemSchema(comparison.old, media.old), new: findItemSchema(comparison.new, media.new) };
  compareSchemas(comparison, flow, { ...affected, part: `${affected.part}, each item` }, items);
  if (!contentType.startsWith("text/event-stream")) return;
  compareEventData(comparison, flow, affected, items);
};

function findItemSchema({ document }: VersionedDocument, { schema, itemSchema }: MediaTypeDefinition) {
  if (itemSchema !== undefined || schema === undefined) return itemSchema;
  const found = resolvePointer(document, schema);
  if (found?.value.type !== "array") return schema;
  return found.value.items === undefined ? undefined : joinPointer(found.pointer, "items");
}

function isSameOtherwise(comparison: Comparison, schemas: SchemaPointers): boolean {
  return isSame(comparison, comparison.isSameWithAnnotations, schemas);
}

function isSame(comparison: Comparison, same: SchemaEquality, { old, new: next }: SchemaPointers): boolean {
  if (old === undefined || next === undefined) return true;
  return same({ spec: comparison.old, pointer: old }, { spec: comparison.new, pointer: next });
}

function describeEncodingChange(
  comparison: Comparison,
  { old, new: next }: Pair<MediaTypeDefinition>,
  contentType: string,
): string | undefined {
  if (!hasSameEncodings(comparison, { old: old.pointer, new: next.pointer }))
    return `the encoding of ${contentType} changed`;
  const isXml = /[/+]xml\b/i.test(contentType);
  if (!isXml || isSame(comparison, comparison.isSameXml, { old: old.schema, new: next.schema })) return undefined;
  return `the names, attributes or wrappers of ${contentType} changed`;
}

/** Compares the response bodies of one status. */
export function compareResponseBodies(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<MediaTypeContent>,
  isWebhook: boolean,
): void {
  const [before, after] = [pair.old.content.length > 0, pair.new.content.length > 0];
  const report = createReporter(comparison, pair, part);
  if (isWebhook) {
    if (after && before) compareContents(comparison, WEBHOOK_RESPONSE_FLOW, part, pair);
  } else if (before && !after) report("response.body.removed", "the response body was removed", { advice: KEEP });
  else if (after && !before) report("response.body.added", "a response body was added");
  else compareContents(comparison, RESPONSE_FLOW, part, pair);
}

/** Compares the JSON in the data of server-sent events: for each name of an event that both specs describe. */
const compareEventData: PartComparison<SchemaPointers> = (comparison, flow, affected, items) => {
  const found: Pair<DataSchemas> = {
    old: listDataSchemas(comparison.old.document, items.old),
    new: listDataSchemas(comparison.new.document, items.new),
  };
  for (const name of new Set([...found.old.keys(), ...found.new.keys()])) {
    const schemas = { old: found.old.get(name), new: found.new.get(name) };
    // An event without a name of its own applies to all others.
    if (name !== "" && (schemas.old === undefined || schemas.new === undefined)) continue;
    const part = name === "" ? "the data of each event" : `the data of the event ${name}`;
    compareSchemas(comparison, flow, { ...affected, part: `${affected.part}, ${part}` }, schemas);
  }
};

/** The `contentSchema` of `data`, by the name of the event; an empty name stands for every event. */
type DataSchemas = ReadonlyMap<string, Pointer>;

const MAX_DEPTH = 8;

function listDataSchemas(document: Document, item: Pointer | undefined, outer = "", depth = 0): DataSchemas {
  const event = item === undefined || depth > MAX_DEPTH ? undefined : resolvePointer(document, item);
  const found = new Map<string, Pointer>();
  if (event === undefined) return found;
  const name = readEventName(document, event.pointer) ?? outer;
  const data = resolvePointer(document, joinPointer(event.pointer, "properties", "data"));
  if (data?.value.contentSchema !== undefined) found.set(name, joinPointer(data.pointer, "contentSchema"));
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const index of asArray(event.value[keyword]).keys()) {
      const branch = joinPointer(event.pointer, keyword, index);
      for (const [key, schema] of listDataSchemas(document, branch, name, depth + 1))
        if (!found.has(key)) found.set(key, schema);
    }
  return found;
}

/** The only name that a schema allows for its events. */
function readEventName(document: Document, event: Pointer): string | undefined {
  const property = asObject(resolvePointer(document, joinPointer(event, "properties", "event"))?.value);
  const values = property?.const === undefined ? asArray(property?.enum) : [property.const];
  return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
}

type MediaTypeContent = { readonly pointer: Pointer; readonly content: readonly MediaTypeDefinition[] };

type MediaTypeCodes = { readonly breaking: DiffCode; readonly compatible: DiffCode };

const MEDIA_TYPE_CODES: Readonly<Record<MessageFlow["name"], MediaTypeCodes>> = {
  request: { breaking: "request.media-type.removed", compatible: "request.media-type.added" },
  response: { breaking: "response.media-type.added", compatible: "response.media-type.removed" },
  webhook: { breaking: "webhook.media-type.added", compatible: "webhook.media-type.removed" },
  "webhook-response": { breaking: "webhook.response.narrowed", compatible: "webhook.response.widened" },
};

type MediaTypeChange = {
  readonly media: MediaTypeDefinition;
  readonly code: DiffCode;
  readonly pair: Pair<MediaTypeContent>;
  readonly affected: OperationPart;
  /** The media types that the other spec has instead. */
  readonly replacements?: readonly MediaTypeDefinition[];
};

/** Reports a media type that only the receiver has. A range of which the sender uses some types is narrower. */
function reportUnusedMediaType(comparison: Comparison, flow: MessageFlow, change: MediaTypeChange): void {
  const { media, pair } = change;
  const sender = flow.sender === "old" ? "new" : "old";
  const isInRange = ({ range }: MediaTypeDefinition): boolean => pickMediaType([media], range) !== undefined;
  const replacements = media.range.includes("*") ? pair[flow.sender].content.filter(isInRange) : [];
  // A client may send any type of a range that was added.
  if (replacements.length === 0 || flow.sender === "old") reportMediaType(comparison, { sender }, change);
  else reportMediaType(comparison, { sender }, { ...change, code: flow.compatible, replacements });
}

/** Reports a media type that only one spec has. */
function reportMediaType(
  { report }: Comparison,
  { sender: holder }: Pick<MessageFlow, "sender">,
  { media, code, pair, affected, replacements = [] }: MediaTypeChange,
): void {
  const other = holder === "old" ? "new" : "old";
  const [replacement, ...others] = replacements;
  const instead = replacement !== undefined && others.length === 0 ? replacement.pointer : pair[other].pointer;
  const pointers = { old: "", new: "", [holder]: media.pointer, [other]: instead };
  const change =
    replacements.length > 0
      ? `was replaced by ${replacements.map(({ range }) => range).join(", ")}`
      : `was ${holder === "old" ? "removed" : "added"}`;
  report({ code, change: `the media type ${media.range} ${change}`, ...pointers, subject: media.range, affected });
}
