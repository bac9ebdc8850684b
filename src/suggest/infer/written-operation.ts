import type { Json, JsonObject } from "../../document/index.js";
import type { BodiesSeen, BodySeen } from "./message-seen.js";
import type { OperationSeen, RequestSeen, ResponseSeen, TextSeen } from "./operation-seen.js";
import { type SchemaMeans, schemaOfShape } from "./shape-schema.js";
import { addNames, mergeShape, noShape, typesOf, type ValueShape } from "./value-shape.js";

/** The names of headers, in lower case, and of the query that are credentials, and no parameters. */
export type Credentials = { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> };

/** An Operation Object, without its `operationId` and `security`, that the exchanges of an operation keep. */
export function writtenOperation(seen: OperationSeen, means: SchemaMeans, credentials: Credentials): JsonObject {
  const parameters = parametersOf(seen, means, credentials);
  const requestBody = requestBodyOf(seen, means);
  const responses = [...seen.responses].sort(([a], [b]) => a - b);
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses:
      responses.length === 0
        ? { default: { description: SEEN } }
        : Object.fromEntries(responses.map(([status, it]) => [String(status), writtenResponse(it, means)])),
  };
}

export function writtenResponse({ headers, bodies }: ResponseSeen, means: SchemaMeans): JsonObject {
  const content = contentOf(bodies, means);
  return {
    description: SEEN,
    ...(headers.size === 0
      ? {}
      : {
          headers: Object.fromEntries([...headers.values()].map((it) => [it.name, { schema: textSchema(it, means) }])),
        }),
    ...(content === undefined ? {} : { content }),
  };
}

/** A Media Type Object; one whose bodies nobody looks into says no more than that there are some. */
export function writtenMedia({ kind, shape, files }: BodySeen, means: SchemaMeans): JsonObject {
  if (kind === "opaque") return {};
  if (kind === "fields") return { schema: fieldsSchema(shape, files, means) };
  // Events whose data is no object are a text.
  if (kind === "text" || (kind === "items" && shape.count === 0)) return { schema: { type: "string" } };
  return shape.count === 0 ? {} : { schema: schemaOfShape(shape, means) };
}

/** What the path holds is always there; what else every good request had, is required. */
function parametersOf({ taken, refused }: OperationSeen, means: SchemaMeans, credentials: Credentials): Json[] {
  const of = (place: "path" | "query" | "headers"): [string, TextSeen, boolean][] => {
    const binding = taken.count > 0 ? taken : refused;
    const all = new Map([...refused[place], ...taken[place]]);
    const order = [...taken[place].keys(), ...[...refused[place].keys()].filter((key) => !taken[place].has(key))];
    return order.flatMap((key) => {
      const text = all.get(key);
      const isCredential = place !== "path" && credentials[place].has(key);
      return text === undefined || isCredential
        ? []
        : [[key, text, binding[place].get(key)?.messages === binding.count]];
    });
  };
  return [
    ...of("path").map(([name, text]) => ({ name, in: "path", required: true, schema: textSchema(text, means) })),
    ...of("query").map(([name, text, required]) => ({
      name,
      in: "query",
      ...requiredIf(required),
      ...queryOf(text, means),
    })),
    ...of("headers").map(([, text, required]) => ({
      name: text.name,
      in: "header",
      ...requiredIf(required),
      schema: textSchema(text, means),
    })),
  ];
}

function requiredIf(required: boolean): { readonly required?: true } {
  return required ? { required } : {};
}

/** Without a word about it, what is repeated is a list: `form`, exploded. */
function queryOf(text: TextSeen, means: SchemaMeans): JsonObject {
  const schema = textSchema(text, means);
  return { schema: text.isRepeated ? { type: "array", items: schema } : schema };
}

/** Of texts that read as several types, all are texts. */
function textSchema({ shape }: TextSeen, means: SchemaMeans): Json {
  const types = typesOf(shape);
  return types.length > 1 ? { type: "string" } : schemaOfShape(shape, means);
}

function requestBodyOf({ taken, refused }: OperationSeen, means: SchemaMeans): JsonObject | undefined {
  const bodies = withNames(taken.bodies, refused);
  const content = contentOf(bodies, means);
  if (content === undefined) return undefined;
  return { ...(bodies.present === bodies.messages ? { required: true } : {}), content };
}

function withNames(taken: BodiesSeen, { bodies: refused }: RequestSeen): BodiesSeen {
  if (taken.present === 0)
    return refused.present === 0 ? taken : { ...refused, messages: refused.messages + taken.messages };
  for (const [type, { shape }] of refused.types) {
    const known = taken.types.get(type);
    if (known !== undefined) addNames(known.shape, shape);
  }
  return taken;
}

function contentOf({ types, present }: BodiesSeen, means: SchemaMeans): JsonObject | undefined {
  // A body that does not say what it is may be anything.
  if (types.size === 0) return present === 0 ? undefined : { "*/*": {} };
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([type, body]) => [type, writtenMedia(body, means)]));
}

/** A field that came several times in one body is a list in all of them; a file is bytes. */
function fieldsSchema(shape: ValueShape, files: ReadonlySet<string>, means: SchemaMeans): Json {
  const { objects } = shape;
  if (objects === undefined) return { type: "object" };
  const fields = [...objects.properties].map(([name, field]): [string, Json] => {
    if (field.items === undefined) return [name, files.has(name) ? FILE : fieldSchema(field, means)];
    const items = noShape();
    mergeShape(items, { ...field, items: undefined });
    mergeShape(items, field.items);
    return [name, { type: "array", items: files.has(name) ? FILE : fieldSchema(items, means) }];
  });
  const required = [...objects.properties].filter(([, { count }]) => count === objects.count).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
    ...(objects.others === undefined ? {} : { additionalProperties: fieldSchema(objects.others, means) }),
  };
}

function fieldSchema(shape: ValueShape, means: SchemaMeans): Json {
  const types = typesOf(shape);
  return types.length > 1 && !types.includes("object") ? { type: "string" } : schemaOfShape(shape, means);
}

const SEEN = "Seen in traffic.";
const FILE = { type: "string", format: "binary" };
