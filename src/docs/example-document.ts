import {
  asObject,
  type Document,
  isObject,
  type JsonObject,
  joinPointer,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  resolveChildren,
  resolvePointer,
  tryParseJson,
  valueAt,
} from "../document/index.js";
import { createJsonCopy, parseJson } from "../document/values/parse-json.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { chooseSampleType } from "../generate/package/sample-value.js";
import { replaceValue } from "../generate/types/brands.js";
import {
  listBodyExamples,
  listParameterExamples,
  listSerializedExamples,
  makeParameterValue,
} from "../samples/example-values.js";
import { isValidAtPointer } from "../samples/make-value.js";
import { findPathValue } from "../samples/path-values.js";
import { makeRealisticValue, replacePlaceholders } from "../samples/realistic-values.js";
import type { SampleContext } from "../samples/sample-context.js";
import { getSchemas, type MessageDirection } from "../schema/index.js";
import { describeList } from "./list-descriptions.js";
import { summarizeMarkdown } from "./normalize-markdown.js";
import { isJsonRange, listFiles } from "./sample-request.js";
import { createFileName, isFileType } from "./shared-names.js";

/**
 * Returns the spec with an example for each body and parameter that has none, so that all samples and forms have the same values.
 * Its summaries are short enough for a title. Descriptions say what it states about lists.
 */
export function addExamples(document: Document): Document {
  const readable = { ...document, root: copyWithoutFiles(document.root) };
  const root = createJsonCopy(readable.root);
  const state: State = { root, schemas: getSchemas(readable), known: new Map() };
  const info = asObject(root.info) ?? {};
  // utoipa writes a license without a name, which would be a link without a text.
  if (asObject(info.license)?.name === "") Object.assign(info, { license: undefined });
  for (const operation of listOperations(readable)) {
    addToOperation(state, operation);
    describeList(root, state.schemas, operation);
  }
  return { ...document, root };
}

/**
 * A bundled spec still refers to files where OpenAPI allows no reference: as the value of an example, the source of a sample, or a
 * description. The reference would be shown as this value, and the page would request the file.
 */
function copyWithoutFiles(root: JsonObject): JsonObject {
  return parseJson(
    serializeExactJson(root, 0, (name, value) =>
      HOLDERS.has(name) && isObject(value) && /^[^#]/.test(String(value.$ref)) && Object.keys(value).join() === "$ref"
        ? undefined
        : value,
    ),
  ) as JsonObject;
}

const HOLDERS = new Set(["value", "example", "source", "description"]);

type State = SampleContext & {
  readonly root: JsonObject;
  /** The values of schemas that several bodies have. */
  readonly known: Map<string, unknown>;
};

function addToOperation(state: State, operation: Operation): void {
  const { kind, path, parameters, requestBody, responses } = operation;
  shortenSummary(state.root, operation);
  for (const parameter of parameters) addToParameter(state, parameter, path);
  // The service sends the body of an event, so it has the read-only properties.
  const sent = kind === "webhook" ? "response" : "request";
  for (const media of requestBody?.content ?? []) addToMedia(state, media, sent);
  for (const { content, status } of responses)
    for (const media of content) addToMedia(state, media, sent === "response" ? "request" : "response", Number(status));
}

/** Generators write the whole comment of a method as its summary. Its first sentence is a title, or else its id. */
function shortenSummary(root: JsonObject, { pointer, id }: Operation): void {
  const value = asObject(valueAt(root, pointer)) ?? {};
  const { summary, description = "" } = value;
  if (typeof summary !== "string" || summary.length <= MAX_TITLE) return;
  const sentence = summarizeMarkdown(summary);
  const title = sentence.length <= MAX_TITLE ? sentence : id;
  Object.assign(value, { summary: title, description: `${summary}\n\n${description}`.trimEnd() });
}

const MAX_TITLE = 100;

function addToParameter(state: State, parameter: Parameter, path: string): void {
  const { root, schemas } = state;
  const { name, schema, pointer, content } = parameter;
  const holder = asObject(valueAt(root, pointer));
  if (holder === undefined || schema === undefined || content !== undefined) return;
  if (listParameterExamples(state, parameter).length > 0) return;
  const stated = resolvePointer(schemas.document, schema)?.value;
  if (FORM_KEYWORDS.some((keyword) => stated?.[keyword] !== undefined)) return;
  const known = parameter.in === "path" ? findPathValue(schemas.document, path, parameter) : undefined;
  const made = makeParameterValue(state, parameter);
  if (made === undefined) return;
  // A path such as `/orders` names what the ids in its query belong to.
  const owner = path.split("/").findLast((it) => !it.includes("{")) ?? "";
  const example = known ?? replacePlaceholders(state, schemas.model.at([schema]), made.value, { name, owner });
  Object.assign(holder, { example });
}

/** From these, Scalar fills the form of a request. It reads no `allOf`. */
const FORM_KEYWORDS = ["example", "examples", "default", "enum"];

/**
 * Changes examples as Scalar reads them. It sends each parameter that has a value; of the optional ones, it then sends those that the
 * reader ticks. A text is for it a body as it is sent, which a JSON string is only in quotes.
 */
export function adaptExamples(context: SampleContext): void {
  const { document } = context.schemas;
  for (const { parameters, requestBody } of listOperations(document)) {
    // Scalar fills the form with the examples of one name.
    const holders = [...(requestBody?.content ?? []), ...parameters].map((it) => valueAt(document.root, it.pointer));
    const [name = "default"] = holders.flatMap((holder) => Object.keys(asObject(asObject(holder)?.examples) ?? {}));
    for (const parameter of parameters) if (!parameter.required) untick(context, parameter, name);
    for (const media of requestBody?.content ?? []) adaptBody(context, media);
  }
}

function adaptBody(context: SampleContext, media: MediaTypeDefinition): void {
  const { document } = context.schemas;
  const holder = asObject(valueAt(document.root, media.pointer));
  const type = chooseSampleType(context, media);
  if (holder === undefined) return;
  if (isFileType(type)) {
    Object.assign(holder, { example: `@${createFileName(type)}`, examples: undefined });
    // Scalar sends the name of the content as its type, which a range is not.
    const place = media.pointer.slice(0, media.pointer.lastIndexOf("/"));
    const content = asObject(valueAt(document.root, place));
    if (content?.[type] === undefined) replaceValue(document.root, place, { [type]: holder, ...content });
  } else if (type.startsWith("multipart/")) {
    const stated = resolveChildren(document, joinPointer(media.pointer, "examples"));
    const named = stated.map(({ key, value }) => [key, { ...value, value: nameFiles(context, media, value.value) }]);
    if (holder.example !== undefined) Object.assign(holder, { example: nameFiles(context, media, holder.example) });
    if (named.length > 0) Object.assign(holder, { examples: Object.fromEntries(named) });
  } else if (/json$/i.test(type) && typeof holder.example === "string" && tryParseJson(holder.example) === undefined)
    Object.assign(holder, { example: JSON.stringify(holder.example) });
}

/** Replaces the values of parts that are files by their names, as in `@photo.png`. */
function nameFiles(context: SampleContext, media: MediaTypeDefinition, value: unknown): unknown {
  if (!isObject(value)) return value;
  const files = [...listFiles(context, media, value)];
  const named = files.map(([name, file]) => [name, Array.isArray(value[name]) ? [`@${file}`] : `@${file}`]);
  return { ...value, ...Object.fromEntries(named) };
}

function untick(context: SampleContext, parameter: Parameter, name: string): void {
  const { document } = context.schemas;
  const pointer = parameter.content?.pointer ?? parameter.pointer;
  const holder = asObject(valueAt(document.root, pointer));
  if (holder === undefined) return;
  const stated = resolveChildren(document, joinPointer(pointer, "examples"));
  const value = holder.example ?? makeParameterValue(context, parameter)?.value;
  const examples = stated.length > 0 ? stated : [{ key: name, value: { value } }];
  const unticked = examples.map(({ key, value: example }) => [key, { ...example, "x-disabled": true }]);
  Object.assign(holder, { example: undefined, examples: Object.fromEntries(unticked) });
}

function addToMedia(state: State, media: MediaTypeDefinition, direction: MessageDirection, status?: number): void {
  const { pointer, schema, range } = media;
  const holder = asObject(valueAt(state.root, pointer));
  if (holder === undefined || schema === undefined || /xml/i.test(range)) return;
  if (isFileType(chooseSampleType(state, media))) return;
  if (listBodyExamples(state, media).length > 0 || listSerializedExamples(state, media).length > 0) return;
  const made = makeExample(state, schema, direction);
  // Of bodies that may be any JSON, most are objects.
  const isFree = isJsonRange(range) && ["", {}, []].every((it) => isValidAtPointer(state, schema, it));
  const example = isFree && typeof made === "string" ? {} : made;
  if (example !== undefined) Object.assign(holder, { example: nameFiles(state, media, showStatus(example, status)) });
}

/** The body of an error has the status of the response, instead of the number of a sample. */
function showStatus(made: unknown, status = 0): unknown {
  if (!isObject(made) || !(status >= 400)) return made;
  const isStatus = (name: string, it: unknown): boolean => /^status_?(code)?$/i.test(name) && it === 1;
  return Object.fromEntries(Object.entries(made).map(([name, it]) => [name, isStatus(name, it) ? status : it]));
}

function makeExample(state: State, schema: Pointer, direction: MessageDirection): unknown {
  const key = `${direction} ${schema}`;
  if (state.known.has(key)) return state.known.get(key);
  const made = makeRealisticValue({ ...state, direction, isApproximate: true }, state.schemas.model.at([schema]));
  state.known.set(key, made?.value);
  return made?.value;
}
