import {
  asString,
  type Document,
  getParameterLocation,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../document/index.js";
import { listBodyExamples, makeParameterValue } from "../../samples/example-values.js";
import { makeValue } from "../../samples/make-value.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { createMergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { createSchemas } from "../../schema/index.js";
import { chooseMedia } from "../client/bodies.js";
import type { ModelledCall } from "../client/client-model.js";
import { Code, type CodeValue } from "../code.js";
import { formatLiteral } from "../literal.js";

/** What sample values are made from. */
export type CallSampleContext = SampleContext & { readonly document: Document };

export function createCallSampleContext(document: Document): CallSampleContext {
  const schemas = createSchemas(document);
  return { document, schemas, nodes: createMergedSchemaCache(schemas.root) };
}

/** A call of an operation with its required parameters and its body, as source text: `client.getNote({ … })`. */
export function formatSampleCall(context: CallSampleContext, { name, operation, traits }: ModelledCall): string {
  const places = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const required = operation.parameters.filter(
      (it) =>
        getParameterLocation(it) === place && it.required && !(place === "header" && traits.filled?.includes(it.name)),
    );
    const values = required.map((it) => [it.name, sampleParameter(context, it)] as const);
    return values.length === 0 ? [] : [[place, Object.fromEntries(values)] as const];
  });
  const body = operation.requestBody === undefined ? undefined : sampleBody(context, operation);
  const options = {
    ...(places.length === 0 ? {} : { params: Object.fromEntries(places) }),
    ...(body === undefined ? {} : { body }),
  };
  return `client.${name}(${Object.keys(options).length === 0 ? "" : formatLiteral(options, "", name.length + 30)})`;
}

function sampleParameter(context: CallSampleContext, parameter: Parameter): CodeValue {
  const value = toCode(makeParameterValue(context, parameter)?.value ?? parameter.name);
  const brand = asString(getSchema(context.document, parameter.schema)?.["x-brand"]);
  return brand === undefined ? value : new Code(`${formatLiteral(value)} as ${brand}`);
}

function sampleBody(context: CallSampleContext, { requestBody }: Operation): CodeValue | undefined {
  const media = chooseMedia(requestBody?.content ?? []);
  if (media === undefined) return undefined;
  if (!/json|x-www-form-urlencoded|multipart\//i.test(media.range)) return "text";
  const value = makeBodyValue(context, media);
  return value === undefined ? {} : replaceFiles(context.document, media, toCode(value));
}

/** The first example of a body, or a value that is made from its schema; undefined if neither exists. */
export function makeBodyValue(context: CallSampleContext, media: MediaTypeDefinition): unknown {
  const [example] = listBodyExamples(context, media);
  if (example !== undefined) return example.value;
  return media.schema === undefined ? undefined : makeValue(context, context.nodes.at([media.schema]))?.value;
}

/** A file in a form is a Blob. */
function replaceFiles(document: Document, { schema }: MediaTypeDefinition, value: CodeValue): CodeValue {
  const properties = schema === undefined ? undefined : resolvePointer(document, schema)?.pointer;
  if (properties === undefined || typeof value !== "object" || value === null || value instanceof Code) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, CodeValue>>).map(([name, item]) => {
      const isFile = getSchema(document, joinPointer(properties, "properties", name))?.format === "binary";
      return [name, isFile ? new Code('new Blob(["content"])') : item];
    }),
  );
}

function getSchema(document: Document, pointer: string | undefined): JsonObject | undefined {
  return pointer === undefined ? undefined : resolvePointer(document, pointer)?.value;
}

/** A value of the spec as a literal. Numbers beyond a double are objects, whose text is the number. */
function toCode(value: unknown): CodeValue {
  return JSON.parse(JSON.stringify(value) ?? "null") as CodeValue;
}
