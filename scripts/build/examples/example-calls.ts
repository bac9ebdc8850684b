import { createContract } from "../../../src/check/index.js";
import {
  asArray,
  asObject,
  asString,
  buildServerUrl,
  type Document,
  isObject,
  type Json,
  joinPointer,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  resolveChildren,
  resolvePointer,
} from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type HeaderField } from "../../../src/recording/index.js";
import { getIdempotencyKey } from "../../../src/resources/index.js";

/** A request and a response of an operation, both built from the examples of the spec. */
export type ExampleCall = {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body?: string;
  readonly response: Pick<ExampleResponse, "status" | "type" | "name"> & { readonly body: string };
};

/**
 * Lists a call for every example of a response and of a request body, in the order of the spec. Each has an idempotency key of
 * its own.
 */
export function listExampleCalls(document: Document): readonly ExampleCall[] {
  const calls = listOperations(document)
    .filter(({ kind }) => kind === "path")
    .flatMap((operation) => listOperationCalls(document, operation));
  return calls.map((call, index) => {
    const key = getIdempotencyKey(document, call.operation)?.name;
    const end = index.toString(16).padStart(3, "0");
    const headers = call.headers.map(
      ([name, value]) => [name, name === key ? value.slice(0, -3) + end : value] as const,
    );
    return { ...call, headers };
  });
}

type Example = { readonly type: string; readonly name: string; readonly value: Json };
type ExampleResponse = Example & { readonly status: number };

function listOperationCalls(document: Document, operation: Operation): ExampleCall[] {
  const sent = listExamples(document, operation.requestBody?.content ?? []);
  const responses = operation.responses.flatMap(({ status, content }) =>
    listExamples(document, content).map((example): ExampleResponse => ({ ...example, status: Number(status) })),
  );
  // Every request body gets the first response. The first body gets the other responses too.
  return responses.flatMap((response, index) => {
    const bodies = sent.length === 0 ? [undefined] : sent.slice(0, index === 0 ? sent.length : 1);
    return bodies.map((body, position) => {
      const parts = { operation, response, ...(body && { sent: body }), isFirst: index + position === 0 };
      const call = createCall(document, parts);
      const excluding = listExcludingParameters(document, call);
      return excluding.size === 0 ? call : createCall(document, { ...parts, excluding });
    });
  });
}

/** The parameters that select other items than the response has. */
function listExcludingParameters(
  document: Document,
  { method, url, headers, response: { status, type, body: text } }: ExampleCall,
): ReadonlySet<string> {
  const response = { status, headers: [["Content-Type", type] as const], body: { kind: "text", text } as const };
  const request = { method, url, headers, body: { kind: "none" } as const };
  const origin = { source: "examples", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS };
  const { findings } = createContract(document).check({ request, response, origin });
  return new Set(findings.flatMap((it) => (it.code === "exchange.filter.ignored" ? [it.contract.pointer] : [])));
}

type CallParts = {
  readonly operation: Operation;
  readonly response: ExampleResponse;
  readonly sent?: Example;
  /** The first call of an operation also has the optional parameters. */
  readonly isFirst: boolean;
  /** Pointers of parameters that it does not have. */
  readonly excluding?: ReadonlySet<string>;
};

function createCall(document: Document, { operation, response, sent, isFirst, excluding }: CallParts): ExampleCall {
  const values = (location: Parameter["in"]): [string, string][] =>
    operation.parameters.flatMap((parameter) => {
      const isOmitted = !(parameter.required || isFirst) || excluding?.has(parameter.pointer);
      if (parameter.in !== location || isOmitted) return [];
      const value = getExample(document, parameter);
      return value === undefined ? [] : [[parameter.name, value]];
    });
  const query = new URLSearchParams(values("query")).toString();
  const ids = new Map([...values("path"), ...findIds(operation, sent?.value), ...findIds(operation, response.value)]);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids.get(name) ?? ""));
  return {
    operation,
    method: operation.method,
    url:
      operation.servers
        .slice(0, 1)
        .map((server) => buildServerUrl(server))
        .join("") +
      path +
      (query === "" ? "" : `?${query}`),
    headers: [
      ["Accept", "application/json"],
      ...values("header"),
      ...(isAuthorized(operation, sent) ? [["Authorization", `Bearer ${EXAMPLE_TOKEN}`] as const] : []),
      ...(sent === undefined ? [] : [["Content-Type", sent.type] as const]),
    ],
    ...(sent === undefined ? {} : { body: serializeBody(sent) }),
    response: { status: response.status, type: response.type, name: response.name, body: serializeBody(response) },
  };
}

/** Finds values for path parameters in a body. */
function* findIds({ path }: Operation, body: Json | undefined): Iterable<readonly [string, string]> {
  if (!isObject(body)) return;
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const id = asString(body[name]) ?? (path.endsWith(`{${name}}`) ? asString(body.id) : undefined);
    if (id !== undefined) yield [name, id];
  }
}

/** The token endpoint needs an access token only for the password grant. */
function isAuthorized({ id, security }: Operation, sent: Example | undefined): boolean {
  return id === "createToken" ? sent?.name === "password-grant" : security.length > 0;
}

function getExample(document: Document, { schema }: Parameter): string | undefined {
  const value = schema === undefined ? undefined : resolvePointer(document, schema)?.value;
  const example =
    value?.const ?? asArray(value?.examples)[0] ?? value?.default ?? asArray(value?.["x-extensible-enum"])[0];
  return example === undefined || typeof example === "object" ? undefined : String(example);
}

function listExamples(document: Document, content: readonly MediaTypeDefinition[]): Example[] {
  return content.flatMap(({ pointer, range }) =>
    resolveChildren(document, joinPointer(pointer, "examples")).flatMap(({ key, value }) =>
      value.value === undefined ? [] : [{ type: range, name: key, value: value.value }],
    ),
  );
}

function serializeBody({ type, value }: Example): string {
  if (type !== "application/x-www-form-urlencoded") return JSON.stringify(value);
  const fields = Object.entries(asObject(value) ?? {}).map(([name, field]): [string, string] => [name, String(field)]);
  return new URLSearchParams(fields).toString();
}

// It looks like a real token, so that a test notices if the redaction of a recording misses it. It is not signed.
const EXAMPLE_TOKEN = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";
