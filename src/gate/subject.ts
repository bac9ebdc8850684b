import type { BodySubject, ReadParameter, Subject } from "../checks/index.js";
import type { MediaType, Operation, Parameter } from "../document/index.js";
import { type Exchange, type Header, headerValues, joinedHeader } from "../exchange/index.js";
import { nearestMediaType, pickMediaType, pickResponse, rawQuery } from "../match/index.js";
import {
  type Observer,
  type ParameterReading,
  type RawPair,
  readParameter,
  type Schemas,
  splitPairs,
} from "../schema/index.js";
import { readBody } from "./body.js";

export type Matched = {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** Raw values of the path's template expressions. */
  readonly path: ReadonlyMap<string, string>;
  /** Operations that the request may belong to as well. */
  readonly rivals?: readonly Operation[];
};

/** Turns a recorded body into what it holds. */
export type ReadBody = typeof readBody;

/** Lays an exchange beside its operation: everything that the checks ask about it. */
export function createSubject(
  schemas: Schemas,
  observe: Observer,
  { exchange, operation, path, rivals = [] }: Matched,
  readAny: ReadBody = readBody,
): Subject {
  const isLog = exchange.unlogged !== undefined;
  const read: Read = (media, recorded) =>
    isLog && recorded.body.kind === "missing" ? UNLOGGED : readAny(schemas, media, recorded);
  const { request } = exchange;
  const query = splitPairs(rawQuery(request.url));
  const cookies = headerValues(request.headers, "cookie").flatMap(splitCookies);
  const response = pickResponse(operation.responses, exchange.response.status);
  const taken = new Set(operation.parameters.flatMap((it) => (it.in === "query" ? [it.name] : [])));
  const readOne = (parameter: Parameter): ReadParameter => {
    const { in: location, name } = parameter;
    if (location === "query" || location === "cookie") {
      const pairs = location === "query" ? query : cookies;
      return { parameter, reading: readParameter(schemas, parameter, { in: location, pairs, taken }) };
    }
    const text = location === "path" ? path.get(name) : joinedHeader(request.headers, name);
    const reading: ParameterReading =
      text === undefined ? { kind: "absent" } : readParameter(schemas, parameter, { in: location, text });
    return { parameter, reading };
  };
  return {
    exchange,
    operation,
    rivals,
    response,
    parameters: operation.parameters.map(readOne),
    queryNames: [...new Set(query.map(({ name }) => name))],
    cookieNames: [...new Set(cookies.map(({ name }) => name))],
    bodies: {
      request: requestBody(exchange, operation, read),
      response: responseBody(exchange, response, operation, read),
    },
    schemas,
    observe,
  };
}

function requestBody({ request }: Exchange, { requestBody: definition, pointer }: Operation, read: Read): BodySubject {
  const contentType = contentTypeOf(request.headers);
  const documented = definition?.content ?? [];
  const picked = pick(documented, contentType);
  const { media } = picked;
  return {
    side: "request",
    contentType,
    documented,
    pointer: definition?.pointer ?? pointer,
    required: definition?.required ?? false,
    ...picked,
    content: read(media, { side: "request", body: request.body, headers: request.headers, contentType }),
  };
}

type Read = (...given: Parameters<ReadBody> extends [unknown, ...infer Rest] ? Rest : never) => BodySubject["content"];

function responseBody(
  { request, response }: Exchange,
  definition: Subject["response"],
  operation: Operation,
  read: Read,
): BodySubject {
  const contentType = contentTypeOf(response.headers);
  const bodiless = request.method === "HEAD" || [204, 205, 304].includes(response.status) || response.status < 200;
  // What a HEAD documents is what a GET would have carried.
  const documented = request.method === "HEAD" ? definition && [] : definition?.content;
  const picked = pick(documented ?? [], contentType);
  const { media } = picked;
  return {
    side: "response",
    contentType,
    documented,
    pointer: definition?.pointer ?? operation.pointer,
    required: !bodiless && (documented?.length ?? 0) > 0,
    ...picked,
    content: read(media, {
      side: "response",
      body: response.body,
      headers: response.headers,
      contentType,
    }),
  };
}

/** That logs hold no bodies is said of each exchange, and once: see unlogged.ts. */
const UNLOGGED: BodySubject["content"] = { kind: "unread" };

/** A header that is written twice with the same value says it once. */
function contentTypeOf(headers: readonly Header[]): string | undefined {
  const values = new Set(headerValues(headers, "content-type"));
  return values.size === 0 ? undefined : [...values].join(", ");
}

/** Without a Content-Type the only documented one is taken for it; that the header is missing is said elsewhere. */
function pick(
  documented: readonly MediaType[],
  contentType: string | undefined,
): Pick<BodySubject, "media" | "isNearest"> {
  if (contentType === undefined) return { media: documented.length === 1 ? documented[0] : undefined };
  const media = pickMediaType(documented, contentType);
  if (media !== undefined) return { media };
  const near = nearestMediaType(documented, contentType);
  return near === undefined ? { media } : { media: near, isNearest: true };
}

function splitCookies(header: string): RawPair[] {
  return header.split(/;\s*/).flatMap((part) => {
    const at = part.indexOf("=");
    return at === -1 ? [] : [{ name: part.slice(0, at).trim(), raw: part.slice(at + 1).trim() }];
  });
}
