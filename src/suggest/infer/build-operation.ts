import { asArray, dropUndefined, type Json, type JsonObject, takeName } from "../../document/index.js";
import { type BodyObservations, EVENT_STREAM_TYPE, type ObservedBody } from "./body-observations.js";
import { inferSecurity } from "./infer-security.js";
import { toPascalCase } from "./naming.js";
import type { OperationObservations, RequestObservations, ResponseObservations } from "./operation-observations.js";
import { createSchemaFromShape, listObjectKeywords, type SchemaInferenceContext } from "./shape-schema.js";
import { getMethodSteps, OPERATION_METHODS, type UndocumentedPath } from "./undocumented-paths.js";
import { addPropertyNames, getShapeTypes, mergeShape, type ValueShape } from "./value-shape.js";

export type PathInferenceContext = SchemaInferenceContext & {
  /** The spec that the path is added to. */
  readonly root: JsonObject;
  /** The existing operationIds; undefined if the operations of the spec have none. */
  readonly ids: Set<string> | undefined;
};

/** Builds a Path Item Object for a new path. */
export function buildPathItem(
  { template, servers, operations }: UndocumentedPath,
  context: PathInferenceContext,
): JsonObject {
  const ownServers = [...servers.values()].flatMap((it) => asArray(it));
  const defaultServers = servers.has("null") ? asArray(context.root.servers) : [];
  const others = [...operations.keys()].filter((method) => !OPERATION_METHODS.includes(method)).sort();
  const additional: [string, JsonObject][] = [];
  const fixed: [string, JsonObject][] = [];
  for (const method of [...OPERATION_METHODS, ...others]) {
    const observations = operations.get(method);
    const [name, inner] = getMethodSteps(method, context.version) ?? [];
    if (observations === undefined || name === undefined) continue;
    const operation = buildIdentifiedOperation(observations, { method, template }, context);
    if (inner === undefined) fixed.push([name, operation]);
    else additional.push([inner, operation]);
  }
  return {
    ...(ownServers.length > 0 ? { servers: [...defaultServers, ...ownServers] } : {}),
    ...Object.fromEntries(fixed),
    ...(additional.length > 0 ? { additionalOperations: Object.fromEntries(additional) } : {}),
  };
}

/** Builds an Operation Object with its security and, if the spec uses operationIds, an `operationId`. */
export function buildIdentifiedOperation(
  observations: OperationObservations,
  { method, template }: { readonly method: string; readonly template: string },
  context: PathInferenceContext,
): JsonObject {
  const { security, ...credentials } = inferSecurity(
    context.root,
    observations.accepted.count > 0 ? observations.accepted : observations.rejected,
  );
  const id = context.ids && generateOperationId(method, template, context.ids);
  const operation = buildOperation(observations, { ...context, credentials });
  return { ...dropUndefined({ operationId: id, security }), ...operation };
}

/** Generates a unique operationId from method and path, without version segments: `getOrdersByOrderId`. Adds it to those that are taken. */
export function generateOperationId(method: string, template: string, taken: Set<string>): string {
  const words = template
    .split("/")
    .filter((segment) => !/^v\d+$/.test(segment))
    .map((segment) => segment.replace(/^\{(.*)\}/, "by-$1"))
    .map((segment) => toPascalCase(segment));
  return takeName(method.toLowerCase() + words.join(""), taken);
}

type OperationContext = SchemaInferenceContext & {
  /** Names of headers (in lower case) and query parameters that are credentials. They are not declared as parameters. */
  readonly credentials: { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> };
};

/** Builds an Operation Object, without `operationId` and `security`, that the observed exchanges conform to. */
export function buildOperation(observations: OperationObservations, context: OperationContext): JsonObject {
  const parameters = buildParameters(observations, context);
  const requestBody = buildRequestBody(observations, context);
  const statuses = observations.responses.size === 0 ? observations.redirects : observations.responses;
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses:
      statuses.size === 0
        ? { default: { description: "Not seen in traffic." } }
        : // An object has names that are integers in their order.
          Object.fromEntries([...statuses].map(([status, it]) => [status, buildResponse(it, context)])),
  };
}

export function buildResponse({ headers, bodies }: ResponseObservations, context: SchemaInferenceContext): JsonObject {
  const fields = [...headers.values()].map((it) => [it.name, { schema: createTextSchema(it.shape, context) }] as const);
  return dropUndefined({
    description: SEEN_DESCRIPTION,
    headers: fields.length === 0 ? undefined : (Object.fromEntries(fields) as JsonObject),
    content: buildContent(bodies, context),
  });
}

/** Builds a Media Type Object. It is empty for content that is not inspected. */
export function buildMediaType(
  type: string,
  { kind, shape, files, hasOtherData }: ObservedBody,
  context: SchemaInferenceContext,
): JsonObject {
  if (kind === "opaque") return {};
  if (kind === "fields") return { schema: createFieldsSchema(shape, files, context) };
  // Events without JSON objects as data are declared as text.
  if (kind === "items" && context.version === "3.2") {
    const item = shape.count === 0 ? undefined : createSchemaFromShape(shape, context);
    return {
      itemSchema: type === EVENT_STREAM_TYPE ? createEventSchema(hasOtherData ? undefined : item) : (item ?? {}),
    };
  }
  if (kind === "text" || (kind === "items" && shape.count === 0)) return { schema: { type: "string" } };
  // No body was valid JSON, for example because of a prefix against script inclusion, so that they are only bytes.
  if (shape.count === 0) return { schema: { ...FILE_SCHEMA, description: "Not valid JSON in traffic." } };
  return { schema: createSchemaFromShape(shape, context) };
}

/** Path parameters are always required; other parameters are required if all accepted requests have them. */
function buildParameters({ accepted, rejected }: OperationObservations, context: OperationContext): Json[] {
  const binding = accepted.count > 0 ? accepted : rejected;
  return (["path", "query", "headers"] as const).flatMap((location) => {
    // The last entry of a key counts, at the position of the first.
    const all = new Map([...accepted[location], ...rejected[location], ...accepted[location]]);
    const wanted = [...all].filter(([key]) => location === "path" || !context.credentials[location].has(key));
    return wanted.map(([key, text]) => {
      const isRequired = location === "path" || binding[location].get(key)?.messages === binding.count;
      const schema = createTextSchema(text.shape, context);
      return {
        name: text.name,
        in: location === "headers" ? "header" : location,
        ...(isRequired ? { required: true } : {}),
        // A repeated parameter is an array; the default serialization of OpenAPI (`form`, exploded) applies.
        schema: location === "query" && text.isRepeated ? { type: "array", items: schema } : schema,
      };
    });
  });
}

function buildRequestBody(
  { accepted, rejected }: OperationObservations,
  context: SchemaInferenceContext,
): JsonObject | undefined {
  const bodies = addRejectedNames(accepted.bodies, rejected);
  const content = buildContent(bodies, context);
  if (content === undefined) return undefined;
  return { ...(bodies.present === bodies.messages ? { required: true } : {}), content };
}

/** Uses rejected bodies only for property names, unless there are no accepted bodies. */
function addRejectedNames(accepted: BodyObservations, { bodies: rejected }: RequestObservations): BodyObservations {
  if (accepted.present === 0)
    return rejected.present === 0 ? accepted : { ...rejected, messages: rejected.messages + accepted.messages };
  for (const [type, { shape }] of rejected.types) {
    const body = accepted.types.get(type);
    if (body !== undefined) addPropertyNames(body.shape, shape);
  }
  return accepted;
}

export function buildContent(bodies: BodyObservations, context: SchemaInferenceContext): JsonObject | undefined {
  const { types, present } = bodies;
  // A body without a Content-Type can have any media type.
  if (types.size === 0) return present === 0 ? undefined : { "*/*": {} };
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([type, body]) => [type, buildMediaType(type, body, context)]));
}

/** A field that is repeated in any body is declared as an array; a file is declared as binary. */
function createFieldsSchema(shape: ValueShape, files: ReadonlySet<string>, context: SchemaInferenceContext): Json {
  const createField = (field: ValueShape, name = ""): Json => {
    if (field.items === undefined) return files.has(name) ? FILE_SCHEMA : createTextSchema(field, context);
    const items = mergeShape(mergeShape(undefined, { ...field, items: undefined }), field.items);
    return { type: "array", items: createField(items, name) };
  };
  return { type: "object", ...(shape.objects && listObjectKeywords(shape.objects, createField)) };
}

/** Text values of several types are declared as strings. */
function createTextSchema(shape: ValueShape, context: SchemaInferenceContext): Json {
  const types = getShapeTypes(shape);
  return types.length > 1 && !types.includes("object") ? { type: "string" } : createSchemaFromShape(shape, context);
}

/** @param data the schema of the JSON in the data of each event; undefined if some data is other text. */
function createEventSchema(data: Json | undefined): JsonObject {
  const json = data === undefined ? {} : { contentMediaType: "application/json", contentSchema: data };
  return {
    type: "object",
    required: ["data"],
    properties: { data: { type: "string", ...json }, event: { type: "string" }, id: { type: "string" } },
  };
}

const SEEN_DESCRIPTION = "Seen in traffic.";
const FILE_SCHEMA = { type: "string", format: "binary" };
