import {
  asArray,
  asObject,
  asString,
  children,
  type Document,
  isObject,
  type Json,
  joinPointer,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  resolve,
  serverUrl,
} from "../src/document/index.js";
import type { Header } from "../src/exchange/index.js";

/** A call that the contract allows, and an answer that it shows, both made of its examples. */
export type Call = {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string;
  readonly answer: Pick<Answer, "status" | "type" | "name"> & { readonly body: string };
};

/** A call for every example of an answer and for every example of a request body, in the order of the contract. */
export function exampleCalls(document: Document): readonly Call[] {
  return listOperations(document)
    .filter(({ kind }) => kind === "path")
    .flatMap((operation) => callsOf(document, operation));
}

type Example = { readonly type: string; readonly name: string; readonly value: Json };
type Answer = Example & { readonly status: number };

function callsOf(document: Document, operation: Operation): Call[] {
  const sent = examplesIn(document, operation.requestBody?.content ?? []);
  const answers = operation.responses.flatMap(({ status, content }) =>
    examplesIn(document, content).map((example): Answer => ({ ...example, status: Number(status) })),
  );
  // The first answer is given to every body that can be sent, the others to the first of these.
  return answers.flatMap((answer, index) => {
    const bodies = sent.length === 0 ? [undefined] : sent.slice(0, index === 0 ? sent.length : 1);
    return bodies.map((body, position) =>
      call(document, { operation, answer, ...(body && { sent: body }), isFirst: index + position === 0 }),
    );
  });
}

type CallParts = {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly sent?: Example;
  /** The first call of an operation uses everything that may be left out, too. */
  readonly isFirst: boolean;
};

function call(document: Document, { operation, answer, sent, isFirst }: CallParts): Call {
  const values = (place: Parameter["in"]): [string, string][] =>
    operation.parameters.flatMap((parameter) => {
      if (parameter.in !== place || !(parameter.required || isFirst)) return [];
      const value = exampleOf(document, parameter);
      return value === undefined ? [] : [[parameter.name, value]];
    });
  const query = new URLSearchParams(values("query")).toString();
  const ids = new Map([...values("path"), ...idsOf(operation, sent?.value), ...idsOf(operation, answer.value)]);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids.get(name) ?? ""));
  return {
    operation,
    method: operation.method,
    url:
      operation.servers
        .slice(0, 1)
        .map((server) => serverUrl(server))
        .join("") +
      path +
      (query === "" ? "" : `?${query}`),
    headers: [
      ["Accept", "application/json"],
      ...values("header"),
      ...(isAuthorized(operation, sent) ? [["Authorization", `Bearer ${token}`] as const] : []),
      ...(sent === undefined ? [] : [["Content-Type", sent.type] as const]),
    ],
    ...(sent === undefined ? {} : { body: written(sent) }),
    answer: { status: answer.status, type: answer.type, name: answer.name, body: written(answer) },
  };
}

/** A body names the resource it is about, and those around it. */
function* idsOf({ path }: Operation, body: Json | undefined): Iterable<readonly [string, string]> {
  if (!isObject(body)) return;
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const id = asString(body[name]) ?? (path.endsWith(`{${name}}`) ? asString(body.id) : undefined);
    if (id !== undefined) yield [name, id];
  }
}

/** The token endpoint asks for a token of the client's own with one of its grants only. */
function isAuthorized({ id, security }: Operation, sent: Example | undefined): boolean {
  return id === "createToken" ? sent?.name === "password-grant" : security.length > 0;
}

function exampleOf(document: Document, { schema }: Parameter): string | undefined {
  const value = schema === undefined ? undefined : resolve(document, schema)?.value;
  const example =
    value?.const ?? asArray(value?.examples)[0] ?? value?.default ?? asArray(value?.["x-extensible-enum"])[0];
  return example === undefined || typeof example === "object" ? undefined : String(example);
}

function examplesIn(document: Document, content: readonly MediaType[]): Example[] {
  return content.flatMap(({ pointer, range }) =>
    children(document, joinPointer(pointer, "examples")).flatMap(({ key, value }) =>
      value.value === undefined ? [] : [{ type: range, name: key, value: value.value }],
    ),
  );
}

function written({ type, value }: Example): string {
  if (type !== "application/x-www-form-urlencoded") return JSON.stringify(value);
  const fields = Object.entries(asObject(value) ?? {}).map(([name, field]): [string, string] => [name, String(field)]);
  return new URLSearchParams(fields).toString();
}

// Signed by nobody, and it looks like a token, so that a recording which lets it through shows it.
const token = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";
