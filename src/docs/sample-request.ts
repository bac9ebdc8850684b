import {
  asObject,
  asString,
  isObject,
  joinPointer,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { chooseSampleSchemes } from "../generate/client/security.js";
import { getSampleUrl } from "../generate/client/server-table.js";
import { formatFence } from "../generate/package/readme.js";
import { chooseSampleType, createPartFileName } from "../generate/package/sample-value.js";
import { formatBinaryPart } from "../generate/types/value-types.js";
import { listBodyExamples, listSerializedExamples, makeParameterValue } from "../samples/example-values.js";
import { makeValue } from "../samples/make-value.js";
import type { SampleContext } from "../samples/sample-context.js";
import { serializeParameter, serializeRequestBody } from "../samples/serialization/serialize-body.js";
import { serializeXml } from "../samples/serialization/serialize-xml.js";
import { isJsonLines, type MessageDirection } from "../schema/index.js";
import { createFileName, isFileType } from "./shared-names.js";

/** A request of an operation with its required parts, from the examples of the spec. */
export type SampleRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: SampleBody;
};

export type SampleBody = {
  readonly type: string;
  readonly value: unknown;
  /** The files that are sent, by the name of the part. */
  readonly files: ReadonlyMap<string, string>;
  /** The media types that the spec states for parts, by their names. */
  readonly partTypes: ReadonlyMap<string, string>;
};

/** Stands for the name of a part if the whole body is a file. */
export const WHOLE_BODY = "";

/** Stands for a credential in a sample. Samples read it from the environment. */
export const CREDENTIAL = "$TOKEN";

export function createSampleRequest(context: SampleContext, operation: Operation): SampleRequest {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const list = (location: Parameter["in"]): (readonly [name: string, text: string])[] =>
    required
      .filter((parameter) => parameter.in === location)
      .map((parameter) => {
        const value = makeParameterValue(context, parameter)?.value ?? parameter.name;
        return [parameter.name, serializeParameter(context.schemas.document, parameter, value)];
      });
  const listPairs = (location: Parameter["in"]): string[] =>
    list(location).flatMap(([, pairs]) => (pairs === "" ? [] : [pairs]));
  const credentials = listCredentials(operation);
  const query = [
    ...listPairs("querystring"),
    ...listPairs("query"),
    ...credentials.filter(({ place }) => place === "query").map(({ name, value }) => `${name}=${value}`),
  ];
  const cookies = listPairs("cookie");
  const body = createSampleBody(context, operation);
  const [server] = operation.servers;
  const filled = list("path").reduce((path, [name, text]) => path.replaceAll(`{${name}}`, text), operation.path);
  // A path may have a fragment to differ from others, which no request sends.
  const [target = ""] = filled.split("#");
  return {
    method: operation.method,
    url: `${server === undefined ? "" : getSampleUrl(server)}${target}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers: [
      ...credentials.filter(({ place }) => place === "header").map(({ name, value }) => [name, value] as const),
      ...list("header"),
      ...(cookies.length > 0 ? [["Cookie", cookies.join("; ")] as const] : []),
      // curl writes the boundary of a form into the type itself.
      ...(body === undefined || /^multipart\/form-data/i.test(body.type) ? [] : [["Content-Type", body.type] as const]),
    ],
    ...(body === undefined ? {} : { body }),
  };
}

function createSampleBody(context: SampleContext, { kind, requestBody }: Operation): SampleBody | undefined {
  const content = requestBody?.content ?? [];
  const media = content.find(({ range }) => isJsonRange(range)) ?? content[0];
  if (media === undefined) return undefined;
  // The service sends the body of an event, so it has the read-only properties.
  const example = findExample(context, media, kind === "webhook" ? "response" : "request");
  const type = chooseSampleType(context, media);
  const none = /json|form/i.test(type) ? {} : "text";
  return {
    type,
    value: example === undefined ? none : formatLines(context, type, example.value),
    files: listFiles(context, { ...media, range: type }, example?.value),
    partTypes: listPartTypes(context, media),
  };
}

/** The text of JSON lines; any other value as it is. */
function formatLines({ schemas }: SampleContext, contentType: string, value: unknown): unknown {
  if (!isJsonLines(contentType) || typeof value === "string") return value;
  const { bytes } = serializeRequestBody(schemas.document, undefined, { contentType, value });
  return new TextDecoder().decode(bytes).trimEnd();
}

function listPartTypes({ schemas }: SampleContext, { pointer }: MediaTypeDefinition): Map<string, string> {
  const encodings = asObject(valueAt(schemas.document.root, joinPointer(pointer, "encoding"))) ?? {};
  return new Map(
    Object.entries(encodings).flatMap(([name, encoding]): [string, string][] => {
      const [type = ""] = (asString(asObject(encoding)?.contentType) ?? "").split(",");
      return type === "" || type.includes("*") ? [] : [[name, type.trim()]];
    }),
  );
}

/** Finds the parts of a body that are files, and names these. */
export function listFiles(
  context: SampleContext,
  { range, schema, pointer }: MediaTypeDefinition,
  value: unknown,
): Map<string, string> {
  const { model } = context.schemas;
  if (isFileType(range)) return new Map([[WHOLE_BODY, createFileName(range)]]);
  if (!range.startsWith("multipart/") || schema === undefined || !isObject(value)) return new Map();
  return new Map(
    Object.keys(value).flatMap((name): [string, string][] => {
      const child = model.child(model.at([schema]), name);
      const parts = child === null ? [] : [child, model.item(child, 0)].filter((it) => it !== null);
      const file = parts.find((it) => formatBinaryPart(it) !== undefined);
      if (file === undefined) return [];
      return [[name, createPartFileName(context, joinPointer(pointer, "encoding", name), file)]];
    }),
  );
}

type Credential = { readonly place: "header" | "query"; readonly name: string; readonly value: string };

export function listCredentials(operation: Operation): Credential[] {
  const all = chooseSampleSchemes(operation).flatMap(({ scheme }): Credential[] => {
    const value = asObject(scheme?.value) ?? {};
    const name = asString(value.name) ?? "";
    if (value.type === "apiKey" && value.in === "query") return [{ place: "query", name, value: CREDENTIAL }];
    if (value.type === "apiKey" && value.in === "header") return [{ place: "header", name, value: CREDENTIAL }];
    if (value.type === "apiKey") return [{ place: "header", name: "Cookie", value: `${name}=${CREDENTIAL}` }];
    const stated = asString(value.scheme) ?? "Bearer";
    const word = ["Basic", "Bearer", "Digest"].find((it) => it.toLowerCase() === stated.toLowerCase()) ?? stated;
    return [{ place: "header", name: "Authorization", value: `${word} ${CREDENTIAL}` }];
  });
  // Two schemes may need the same header, which a request has once.
  return all.filter((one, index) => all.findIndex((it) => it.name === one.name && it.value === one.value) === index);
}

/** The first example of a body in the spec, otherwise one made from the schema. */
export function findExample(
  context: SampleContext,
  media: MediaTypeDefinition,
  direction: MessageDirection,
): { readonly value: unknown } | undefined {
  const [text] = isJsonRange(media.range) ? [] : listSerializedExamples(context, media);
  const [written] = listBodyExamples(context, media);
  const schema = media.schema ?? media.itemSchema;
  if (text !== undefined || schema === undefined) return text ?? written;
  if (/[/+]xml\b/i.test(media.range)) return makeXmlExample({ ...context, direction }, schema, written);
  if (written !== undefined) return written;
  const made = makeValue({ ...context, direction, isComplete: true }, context.schemas.model.at([schema]));
  return made !== undefined && media.schema === undefined ? { value: [made.value] } : made;
}

/** An example as XML, unless it is XML, or no XML has its value. */
function makeXmlExample(
  context: SampleContext,
  schema: Pointer,
  written: { readonly value: unknown } | undefined,
): { readonly value: unknown } | undefined {
  const example = written ?? makeValue({ ...context, isComplete: true }, context.schemas.model.at([schema]));
  const text = typeof example?.value === "object" ? serializeXml(context.schemas, schema, example.value) : undefined;
  return text === undefined ? example : { value: text };
}

/** Formats an example as JSON or text. */
export function formatExample(value: unknown, range: string): string {
  const isText = typeof value === "string" && !isJsonRange(range);
  return formatFence(isText ? "text" : "json", isText ? value : serializeExactJson(value, 2));
}

export function isJsonRange(range: string): boolean {
  return /[/+]json\b|^\*\/\*$/i.test(range);
}
