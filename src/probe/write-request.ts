import type { Document, Operation, Parameter } from "../document/index.js";
import type { Header } from "../exchange/index.js";
import type { CaseRequest, ProbeCase } from "./case.js";
import { concreteType } from "./concrete-type.js";
import { writeBody } from "./write-body.js";
import { cookiePairs, headerText, pathText, queryPairs, type Written } from "./write-parameter.js";

/** What a client carries to be let in, ready to be sent. */
export type Credentials = {
  readonly headers: readonly Header[];
  readonly query: readonly Header[];
  readonly cookies: readonly Header[];
};

export const NO_CREDENTIALS: Credentials = { headers: [], query: [], cookies: [] };

export type Target = {
  /** The base URL that path templates are appended to. */
  readonly server: string;
  readonly credentials: Credentials;
};

/** A request as it goes over the wire. */
export type WrittenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
};

type Writable = Pick<ProbeCase, "operation" | "method" | "request" | "credentials">;

/**
 * Writes a case as its contract says: parameters by style, explode and type, bodies by media type and encoding. What is
 * written is read back as the same values by `src/schema`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function writeRequest(document: Document, it: Writable, { server, credentials }: Target): WrittenRequest {
  const { operation, request } = it;
  const carried = carriedCredentials(credentials, it.credentials);
  const query = [
    ...written(operation, request, "query").flatMap(([parameter, value]) => queryPairs(parameter, value)),
    ...carried.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  ];
  const cookies = [
    ...written(operation, request, "cookie").flatMap(([parameter, value]) => cookiePairs(parameter, value)),
    ...carried.cookies.map(([name, value]) => `${name}=${value}`),
  ];
  const media = operation.requestBody?.content.find(
    ({ range }) => concreteType(range) === request.body?.contentType || range === request.body?.contentType,
  );
  const body = request.body === undefined ? undefined : writeBody(document, media, request.body);
  const headers: Header[] = [
    ...carried.headers,
    ...written(operation, request, "header").map(([it, value]): Header => [it.name, headerText(it, value)]),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
    ...(body === undefined || body.contentType === "" ? [] : [["Content-Type", body.contentType] as const]),
  ];
  const path = pathOf(operation, request);
  return {
    method: it.method,
    url:
      server.replace(/\/$/, "") +
      path +
      (query.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.join("&")}`),
    headers,
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

function pathOf(operation: Operation, request: CaseRequest): string {
  const parameters = new Map(parametersIn(operation, "path").map((parameter) => [parameter.name, parameter]));
  return operation.path.replaceAll(/\{([^{}]*)\}/g, (template, name: string) => {
    const value = request.path[name];
    if (value === undefined) return template;
    return pathText(parameters.get(name) ?? { ...PLAIN, name, style: "simple" }, value);
  });
}

/** Values in the order of the contract, then those that it does not know. */
function written(operation: Operation, request: CaseRequest, place: Parameter["in"]): [Written, unknown][] {
  const values = request[place];
  const declared = parametersIn(operation, place);
  const names = new Set(declared.map(({ name }) => name));
  const others = Object.keys(values).filter((name) => !names.has(name));
  return [
    ...declared.map((parameter): [Written, unknown] => [parameter, values[parameter.name]]),
    ...others.map((name): [Written, unknown] => [{ ...PLAIN, name }, values[name]]),
  ].filter(([, value]) => value !== undefined);
}

const PLAIN = { style: "form", explode: true, allowReserved: false } as const;

function parametersIn({ parameters }: Operation, place: Parameter["in"]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

function carriedCredentials(credentials: Credentials, how: ProbeCase["credentials"]): Credentials {
  if (how === "none") return NO_CREDENTIALS;
  if (how !== "wrong") return credentials;
  const wrong = ([name, value]: Header): Header => [name, value.replace(/^([!-~]+ )?.*$/s, `$1${WRONG}`)];
  return {
    headers: credentials.headers.map(wrong),
    query: credentials.query.map(wrong),
    cookies: credentials.cookies.map(wrong),
  };
}

/** Of a form that every kind of credential could have. */
export const WRONG = "wrong-credentials";
