import type { Json, JsonObject } from "../../document/index.js";
import type { BodyObservations, ObservedBody } from "./body-observations.js";
import type {
  OperationObservations,
  RequestObservations,
  ResponseObservations,
  TextObservations,
} from "./operation-observations.js";
import { createSchemaFromShape, type SchemaInferenceContext } from "./shape-schema.js";
import { addPropertyNames, createShape, getShapeTypes, mergeShape, type ValueShape } from "./value-shape.js";

/** The names of headers, in lower case, and of the query that are credentials, and no parameters. */
export type CredentialNames = { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> };

/** An Operation Object, without its `operationId` and `security`, that the exchanges of an operation keep. */
export function buildOperation(
  seen: OperationObservations,
  means: SchemaInferenceContext,
  credentials: CredentialNames,
): JsonObject {
  const parameters = buildParameters(seen, means, credentials);
  const requestBody = buildRequestBody(seen, means);
  const responses = [...seen.responses].sort(([a], [b]) => a - b);
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses:
      responses.length === 0
        ? { default: { description: SEEN_DESCRIPTION } }
        : Object.fromEntries(responses.map(([status, it]) => [String(status), buildResponse(it, means)])),
  };
}

export function buildResponse({ headers, bodies }: ResponseObservations, means: SchemaInferenceContext): JsonObject {
  const content = buildContent(bodies, means);
  return {
    description: SEEN_DESCRIPTION,
    ...(headers.size === 0
      ? {}
      : {
          headers: Object.fromEntries(
            [...headers.values()].map((it) => [it.name, { schema: createTextSchema(it, means) }]),
          ),
        }),
    ...(content === undefined ? {} : { content }),
  };
}

/** A Media Type Object; one whose bodies nobody looks into says no more than that there are some. */
export function buildMediaType({ kind, shape, files }: ObservedBody, means: SchemaInferenceContext): JsonObject {
  if (kind === "opaque") return {};
  if (kind === "fields") return { schema: createFieldsSchema(shape, files, means) };
  // Events whose data is no object are a text.
  if (kind === "text" || (kind === "items" && shape.count === 0)) return { schema: { type: "string" } };
  return shape.count === 0 ? {} : { schema: createSchemaFromShape(shape, means) };
}

/** What the path holds is always there; what else every good request had, is required. */
function buildParameters(
  { accepted, rejected }: OperationObservations,
  means: SchemaInferenceContext,
  credentials: CredentialNames,
): Json[] {
  const of = (place: "path" | "query" | "headers"): [string, TextObservations, boolean][] => {
    const binding = accepted.count > 0 ? accepted : rejected;
    const all = new Map([...rejected[place], ...accepted[place]]);
    const order = [
      ...accepted[place].keys(),
      ...[...rejected[place].keys()].filter((key) => !accepted[place].has(key)),
    ];
    return order.flatMap((key) => {
      const text = all.get(key);
      const isCredential = place !== "path" && credentials[place].has(key);
      return text === undefined || isCredential
        ? []
        : [[key, text, binding[place].get(key)?.messages === binding.count]];
    });
  };
  return [
    ...of("path").map(([name, text]) => ({ name, in: "path", required: true, schema: createTextSchema(text, means) })),
    ...of("query").map(([name, text, required]) => ({
      name,
      in: "query",
      ...requiredIf(required),
      ...buildQuerySchema(text, means),
    })),
    ...of("headers").map(([, text, required]) => ({
      name: text.name,
      in: "header",
      ...requiredIf(required),
      schema: createTextSchema(text, means),
    })),
  ];
}

function requiredIf(required: boolean): { readonly required?: true } {
  return required ? { required } : {};
}

/** Without a word about it, what is repeated is a list: `form`, exploded. */
function buildQuerySchema(text: TextObservations, means: SchemaInferenceContext): JsonObject {
  const schema = createTextSchema(text, means);
  return { schema: text.isRepeated ? { type: "array", items: schema } : schema };
}

/** Of texts that read as several types, all are texts. */
function createTextSchema({ shape }: TextObservations, means: SchemaInferenceContext): Json {
  const types = getShapeTypes(shape);
  return types.length > 1 ? { type: "string" } : createSchemaFromShape(shape, means);
}

function buildRequestBody(
  { accepted, rejected }: OperationObservations,
  means: SchemaInferenceContext,
): JsonObject | undefined {
  const bodies = addRejectedNames(accepted.bodies, rejected);
  const content = buildContent(bodies, means);
  if (content === undefined) return undefined;
  return { ...(bodies.present === bodies.messages ? { required: true } : {}), content };
}

function addRejectedNames(taken: BodyObservations, { bodies: refused }: RequestObservations): BodyObservations {
  if (taken.present === 0)
    return refused.present === 0 ? taken : { ...refused, messages: refused.messages + taken.messages };
  for (const [type, { shape }] of refused.types) {
    const known = taken.types.get(type);
    if (known !== undefined) addPropertyNames(known.shape, shape);
  }
  return taken;
}

function buildContent({ types, present }: BodyObservations, means: SchemaInferenceContext): JsonObject | undefined {
  // A body that does not say what it is may be anything.
  if (types.size === 0) return present === 0 ? undefined : { "*/*": {} };
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([type, body]) => [type, buildMediaType(body, means)]));
}

/** A field that came several times in one body is a list in all of them; a file is bytes. */
function createFieldsSchema(shape: ValueShape, files: ReadonlySet<string>, means: SchemaInferenceContext): Json {
  const { objects } = shape;
  if (objects === undefined) return { type: "object" };
  const fields = [...objects.properties].map(([name, field]): [string, Json] => {
    if (field.items === undefined) return [name, files.has(name) ? FILE_SCHEMA : createFieldSchema(field, means)];
    const items = createShape();
    mergeShape(items, { ...field, items: undefined });
    mergeShape(items, field.items);
    return [name, { type: "array", items: files.has(name) ? FILE_SCHEMA : createFieldSchema(items, means) }];
  });
  const required = [...objects.properties].filter(([, { count }]) => count === objects.count).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
    ...(objects.others === undefined ? {} : { additionalProperties: createFieldSchema(objects.others, means) }),
  };
}

function createFieldSchema(shape: ValueShape, means: SchemaInferenceContext): Json {
  const types = getShapeTypes(shape);
  return types.length > 1 && !types.includes("object") ? { type: "string" } : createSchemaFromShape(shape, means);
}

const SEEN_DESCRIPTION = "Seen in traffic.";
const FILE_SCHEMA = { type: "string", format: "binary" };
