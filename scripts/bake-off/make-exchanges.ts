import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  type HeaderField,
  type RecordedBody,
} from "../../src/recording/index.js";
import { type Random, sample, seededRandom } from "../mutate/random.js";
import { breakExchange } from "./break-exchange.js";
import { makeValue, type ValueContext } from "./make-value.js";
import { isRecord, type Json, joinPointer, type PlainSpec } from "./plain-spec.js";

/** A body with the JSON Pointer of its schema. */
export type PlainBody = { readonly pointer: string; readonly value: unknown };

/** An exchange in parts, before it is written as an exchange of a recording. */
export type PlainExchange = {
  readonly method: string;
  readonly path: string;
  readonly base: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly requestBody?: PlainBody;
  readonly responseBody?: PlainBody;
  readonly responseType: string;
};

export type PlainParameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly pointer: string;
};

/** A clean exchange and broken ones, each one edit away, labelled by the edit. */
export type Made = {
  readonly clean: PlainExchange;
  readonly broken: readonly { readonly label: string; readonly exchange: PlainExchange }[];
};

/** Makes exchanges of the operations with JSON bodies. All clean values are valid according to Ajv. */
export function makeExchanges(
  spec: PlainSpec,
  seed: number,
  { operations, mutants }: { operations: number; mutants: number },
): readonly Made[] {
  const random = seededRandom(`bake-off ${seed}`);
  const all = Object.entries(spec.root.paths as Json).flatMap(([path, item]) =>
    Object.keys(spec.resolve(item))
      .filter((key) => METHOD.test(key))
      .map((method) => [path, method] as const),
  );
  return sample(random, all, operations).flatMap(([path, method]) => {
    const random = seededRandom(`${seed} ${method} ${path}`);
    const parameters = listParameters(spec, path, method);
    const clean = makeClean(spec, [path, method], parameters, random);
    return clean === undefined
      ? []
      : [{ clean, broken: breakExchange(spec, clean, parameters, { random, count: mutants }) }];
  });
}

function listParameters(spec: PlainSpec, path: string, method: string): readonly PlainParameter[] {
  const item = (spec.root.paths as Json)[path] as Json;
  const places = [joinPointer("paths", path, "parameters"), joinPointer("paths", path, method, "parameters")];
  const found = [item.parameters, (item[method] as Json).parameters].flatMap((list, level) =>
    (Array.isArray(list) ? list : []).map((parameter, index): PlainParameter => {
      const reference = isRecord(parameter) && typeof parameter.$ref === "string" ? parameter.$ref.slice(1) : undefined;
      const { name, in: location, required } = spec.resolve(parameter);
      const at = reference ?? `${places[level]}/${index}`;
      return { name: String(name), in: String(location), required: required === true, pointer: `${at}/schema` };
    }),
  );
  return [...new Map(found.map((it) => [`${it.in} ${it.name}`, it])).values()];
}

function makeClean(
  spec: PlainSpec,
  [path, method]: readonly [string, string],
  parameters: readonly PlainParameter[],
  random: Random,
): PlainExchange | undefined {
  const operation = ((spec.root.paths as Json)[path] as Json)[method] as Json;
  const values = { path: {}, query: {}, header: {}, cookie: {} } as Record<string, Record<string, string>>;
  for (const { name, in: location, required, pointer } of parameters) {
    if (!required && random.below(3) > 0) continue;
    const schema = spec.resolve({ $ref: `#${pointer}` });
    const value = makeValid({ spec, side: "request", random }, pointer, schema);
    const isScalar = ["string", "number", "boolean"].includes(typeof value);
    if (isScalar && location !== "cookie") Object.assign(values[location] ?? {}, { [name]: String(value) });
    else if (required) return undefined;
  }
  const at = joinPointer("paths", path, method);
  const [status, response] = Object.entries(operation.responses as Json).find(([code]) => /^2\d\d$/.test(code)) ?? [];
  if (status === undefined) return undefined;
  const requestBody = makeBody({ spec, side: "request", random }, operation.requestBody, `${at}/requestBody`);
  const responseBody = makeBody({ spec, side: "response", random }, response, `${at}/responses/${status}`);
  if (requestBody === "unsupported" || responseBody === "unsupported") return undefined;
  const { headers, query } = addCredentials(spec, operation, {
    headers: values.header ?? {},
    query: values.query ?? {},
  });
  return {
    ...{ method, path, base: getBase(spec), pathValues: values.path ?? {}, query, headers, status: Number(status) },
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(responseBody === undefined ? {} : { responseBody }),
    responseType: "application/json",
  };
}

function getBase({ root }: PlainSpec): string {
  const [server] = (root.servers as readonly Json[]) ?? [];
  const url = String(server?.url ?? "https://service.example");
  return url.replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(((server?.variables as Json)?.[name] as Json)?.default),
  );
}

/** Makes a JSON body; undefined if there is none. Bodies of other media types, and required headers, are not supported. */
function makeBody(context: ValueContext, owner: unknown, at: string): PlainBody | undefined | "unsupported" {
  const reference = isRecord(owner) && typeof owner.$ref === "string" ? owner.$ref.slice(1) : at;
  const { spec } = context;
  const { content, headers } = spec.resolve(owner);
  const isHeaderRequired = Object.values(isRecord(headers) ? headers : {}).some(
    (it) => spec.resolve(it).required === true,
  );
  if (isHeaderRequired) return "unsupported";
  if (!isRecord(content) || Object.keys(content).length === 0) return undefined;
  const media = content["application/json"];
  if (!isRecord(media) || media.schema === undefined) return "unsupported";
  const pointer = `${reference}${joinPointer("content", "application/json", "schema")}`;
  const value = makeValid(context, pointer, media.schema);
  return value === undefined ? "unsupported" : { pointer, value };
}

function makeValid(context: ValueContext, pointer: string, schema: unknown): unknown {
  const { spec, side } = context;
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const value = makeValue(context, schema);
    if (spec.accepts(side, pointer, value)) return value;
  }
  return undefined;
}

type Credentials = {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
};

function addCredentials({ root, resolve }: PlainSpec, operation: Json, { headers, query }: Credentials): Credentials {
  const [alternative] = (operation.security ?? root.security ?? []) as readonly Json[];
  const schemes = ((root.components as Json)?.securitySchemes ?? {}) as Json;
  const added = { headers: { ...headers }, query: { ...query } };
  for (const name of Object.keys(alternative ?? {})) {
    const { type, scheme, in: location, name: key } = resolve(schemes[name]);
    if (type === "apiKey" && location === "query") added.query[String(key)] = "k1";
    else if (type === "apiKey") added.headers[String(key)] = "k1";
    else added.headers.Authorization = String(scheme).toLowerCase() === "basic" ? "Basic YTpi" : "Bearer t1";
  }
  return added;
}

export function toExchange(
  { method, path, base, pathValues, query, headers, status, requestBody, responseBody, responseType }: PlainExchange,
  index: number,
): Exchange {
  const filled = path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? ""));
  const search = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const write = (body: PlainBody | undefined): RecordedBody =>
    body === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(body.value) };
  const type: HeaderField[] = requestBody === undefined ? [] : [["Content-Type", "application/json"]];
  return {
    request: {
      method: method.toUpperCase(),
      url: `${base.replace(/\/$/, "")}${filled}${search.length === 0 ? "" : `?${search.join("&")}`}`,
      headers: [...Object.entries(headers), ...type],
      body: write(requestBody),
    },
    response: {
      status,
      headers: responseBody === undefined ? [] : [["Content-Type", responseType]],
      body: write(responseBody),
    },
    origin: { source: "bake-off.har", index, pointer: `/log/entries/${index}`, parts: EXCHANGE_PART_POINTERS },
  };
}

const METHOD = /^(?:get|put|post|delete|patch)$/;
