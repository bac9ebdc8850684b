import {
  asObject,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import { hasExample, listBodyExamples, listSerializedExamples, makeParameterValue } from "../samples/example-values.js";
import { makeRealisticValue, replacePlaceholders } from "../samples/realistic-values.js";
import type { SampleContext } from "../samples/sample-context.js";
import { getSchemas, type MessageDirection } from "../schema/index.js";
import { listFiles } from "./sample-request.js";

/** Returns the spec with an example for each body and parameter that has none, so that all samples and forms have the same values. */
export function addExamples(document: Document): Document {
  const root = structuredClone(document.root) as JsonObject;
  const state: State = { root, schemas: getSchemas(document), known: new Map() };
  for (const operation of listOperations(document)) addToOperation(state, operation);
  return { ...document, root };
}

type State = SampleContext & {
  readonly root: JsonObject;
  /** The values of schemas that several bodies have. */
  readonly known: Map<string, unknown>;
};

function addToOperation(state: State, { kind, path, parameters, requestBody, responses }: Operation): void {
  for (const parameter of parameters) addToParameter(state, parameter, path);
  // The service sends the body of an event, so it has the read-only properties.
  const sent = kind === "webhook" ? "response" : "request";
  for (const media of requestBody?.content ?? []) addToMedia(state, media, sent);
  for (const { content } of responses)
    for (const media of content) addToMedia(state, media, sent === "response" ? "request" : "response");
}

function addToParameter(state: State, parameter: Parameter, path: string): void {
  const { root, schemas } = state;
  const { name, schema, pointer, content } = parameter;
  const holder = asObject(valueAt(root, pointer));
  if (holder === undefined || schema === undefined || content !== undefined || hasExample(state, parameter)) return;
  const made = makeParameterValue(state, parameter);
  if (made === undefined) return;
  // A path such as `/orders/{id}` names what the id belongs to.
  const [, owner = ""] = path.slice(0, path.indexOf(`/{${name}}`)).match(/([^/]*)$/) ?? [];
  Object.assign(holder, {
    example: replacePlaceholders(state, schemas.model.at([schema]), made.value, { name, owner }),
  });
}

function addToMedia(state: State, media: MediaTypeDefinition, direction: MessageDirection): void {
  const { pointer, schema, range } = media;
  const holder = asObject(valueAt(state.root, pointer));
  if (holder === undefined || schema === undefined || /xml|octet-stream/i.test(range)) return;
  if (listBodyExamples(state, media).length > 0 || listSerializedExamples(state, media).length > 0) return;
  const made = makeExample(state, schema, direction);
  if (made === undefined) return;
  const files = listFiles(state, media, made);
  const parts = asObject(made as Json) ?? {};
  const named = [...files].map(([name, file]) => [name, Array.isArray(parts[name]) ? [`@${file}`] : `@${file}`]);
  Object.assign(holder, {
    example: files.size > 0 && isObject(made) ? { ...made, ...Object.fromEntries(named) } : made,
  });
}

function makeExample(state: State, schema: Pointer, direction: MessageDirection): unknown {
  const key = `${direction} ${schema}`;
  if (state.known.has(key)) return state.known.get(key);
  const made = makeRealisticValue({ ...state, direction, isApproximate: true }, state.schemas.model.at([schema]));
  state.known.set(key, made?.value);
  return made?.value;
}
