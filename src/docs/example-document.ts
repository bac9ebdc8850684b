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
  parsePointer,
  resolveChildren,
  resolvePointer,
  tryParseJson,
  valueAt,
} from "../document/index.js";
import { createJsonCopy, parseJson } from "../document/values/parse-json.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { chooseSampleType } from "../generate/package/sample-value.js";
import { replaceValue } from "../generate/types/brands.js";
import { getListFacts, getSelections, type ListFacts, listBodyFields, type Selection } from "../resources/index.js";
import type { ListStyle } from "../resources/list-facts.js";
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
import { getSchemas, type MessageDirection, type Schemas } from "../schema/index.js";
import { formatCode, summarizeMarkdown } from "./normalize-markdown.js";
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

/**
 * Adds what the spec states with `x-list` and `x-selects` to the descriptions of an operation, of its query parameters, and of the fields of its
 * body. What names suggest is not added.
 *
 * @param root a copy of the document, which is changed
 */
function describeList(root: JsonObject, { document }: Schemas, operation: Operation): void {
  const list = getListFacts(document, operation);
  const selections = getSelections(document, operation);
  for (const parameter of [...operation.parameters, ...listBodyFields(document, operation)]) {
    const stated = selections.filter((it) => it.parameter?.pointer === parameter.pointer && parameter.in !== "path");
    const roles = Object.entries(ROLES).filter(([field]) => list?.[field as keyof ListFacts] === parameter.name);
    const sentences = [...roles.map(([, sentence]) => sentence), ...stated.map(describeSelection)];
    addSentences(asObject(valueAt(root, parameter.pointer)), sentences);
  }
  const next = list && describeNext(list);
  addSentences(asObject(valueAt(root, operation.pointer)), next === undefined ? [] : [next]);
}

/** Parameters and schemas can belong to several operations. */
function addSentences(holder: JsonObject | undefined, sentences: readonly string[]): void {
  if (holder === undefined || holder.$ref !== undefined) return;
  const { description = "" } = holder;
  const text = String(description);
  const added = sentences.filter((it) => !text.includes(it));
  if (added.length > 0) Object.assign(holder, { description: `${text}\n\n${added.join(" ")}`.trimStart() });
}

const ROLES: Partial<Record<keyof ListFacts, string>> = {
  start: "Where the page starts.",
  size: "Number of items on the page.",
  before: "The item or cursor that the page ends before.",
};

function describeSelection({ properties, by, unless, values }: Selection): string {
  const names = properties.map(formatLocation).join(" or ");
  const what = values === undefined ? (RELATIONS[by] ?? "fits the value") : "fits the value";
  const others = unless.map((it: Parameter["name"]) => formatCode(it)).join(" or ");
  const ignored = others === "" ? "" : ` It is ignored beside ${others}.`;
  if (by === "presence") return `Without ${names} in the response if it is \`false\`.${ignored}`;
  return `Selects by ${names}, which ${what}.${ignored}`;
}

const RELATIONS: Readonly<Record<string, string>> = {
  equal: "is the value",
  "one-of": "is one of the values",
  prefix: "starts with the value",
  suffix: "ends with the value",
  contains: "contains the value",
  from: "is not below the value",
  until: "is not above the value",
  range: "is in the range",
};

/** How the list continues; undefined if a response has the whole list. */
function describeNext({ style, start = "start", next = "", id = "/id" }: ListFacts): string | undefined {
  const [from, at, last] = [formatCode(start), formatLocation(next), formatLocation(id)];
  const ways: Partial<Record<ListStyle, string>> = {
    links: "the link `next` of a page leads to the next one",
    header: `the header ${formatCode(next || "Link")} of a page leads to the next one`,
    url: `${at} is the URL of the next one`,
    cursor: `${at} is the ${from} of the next one`,
    after: `${last} of the last item is the ${from} of the next one`,
  };
  return style && `Pages: ${ways[style] ?? `${from} is where the next one starts`}.`;
}

function formatLocation(pointer: string): string {
  return formatCode(parsePointer(pointer).join("."));
}
