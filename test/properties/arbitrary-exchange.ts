import fc, { type Arbitrary } from "fast-check";
import {
  asString,
  type Document,
  type MediaType,
  type Operation,
  type Parameter,
  type ResponseDefinition,
} from "../../src/document/index.js";
import { type Body, type Exchange, type Header, ownParts } from "../../src/exchange/index.js";
import { arbitraryValue, type Side } from "./arbitrary-value.js";
import { Ungeneratable } from "./ungeneratable.js";

/** Exchanges of an operation with one of its documented answers, or nothing where one of its parts cannot be made. */
export function arbitraryExchange(
  document: Document,
  operation: Operation,
  response: ResponseDefinition,
): Arbitrary<Exchange> {
  const parameters = fc.tuple(...operation.parameters.map((it) => parameterOf(document, it)));
  const sent = bodyOf(
    document,
    operation.requestBody?.content ?? [],
    "request",
    operation.requestBody?.required === true,
  );
  const hasBody = operation.method !== "HEAD" && ![204, 205, 304].includes(statusOf(response));
  const answered = hasBody ? bodyOf(document, response.content, "response", true) : fc.constant(NOTHING);
  const headers = fc.tuple(...response.headers.map((it) => headerOf(document, it)));
  return fc.record({ parameters, sent, answered, headers }).map((made) => assembled(operation, response, made));
}

type Written = { readonly parameter: Pick<Parameter, "in" | "name" | "style" | "explode">; readonly value: unknown };
type MadeBody = { readonly headers: readonly Header[]; readonly body: Body };
type Made = {
  readonly parameters: readonly (Written | undefined)[];
  readonly sent: MadeBody;
  readonly answered: MadeBody;
  readonly headers: readonly (Header | undefined)[];
};

const NOTHING: MadeBody = { headers: [], body: { kind: "none" } };

function statusOf({ status }: ResponseDefinition): number {
  if (status === "default") return 500;
  return Number(status.replace(/XX$/i, "00"));
}

function parameterOf(document: Document, parameter: Parameter): Arbitrary<Written | undefined> {
  const { schema, required } = parameter;
  if (schema === undefined) {
    if (required) throw new Ungeneratable("a required parameter with content");
    return fc.constant(undefined);
  }
  const value = only(arbitraryValue(document, schema, { side: "request" }), (it) => isWritable(parameter, it)).map(
    (it) => ({ parameter, value: it }),
  );
  return required ? value : fc.option(value, { nil: undefined });
}

/** A filter that never lets anything through would never end. */
function only(values: Arbitrary<unknown>, isGood: (value: unknown) => boolean): Arbitrary<unknown> {
  if (!fc.sample(values, { numRuns: 100, seed: 1 }).some(isGood))
    throw new Ungeneratable("no value that can be written");
  return values.filter(isGood);
}

/** What a header can carry without losing anything. */
const HEADER_TEXT = /^[!-~]([ -~]*[!-~])?$/;

/** What a style can carry so that it is read as what it was. */
function isWritable({ in: place, style, explode }: Parameter, value: unknown): boolean {
  if (typeof value === "string") {
    if (place === "path") return value !== "" && value !== "." && value !== "..";
    if (place === "header") return HEADER_TEXT.test(value);
    return place !== "cookie" || /^[!-~]+$/.test(value.replace(/[;,"\\\s]/g, "\n"));
  }
  if (Array.isArray(value))
    return place === "query" &&
      value.length > 0 &&
      value.every((it) => (typeof it === "string" && it !== "" && it !== "null") || typeof it === "number") &&
      (style === "form" || style === "deepObject")
      ? explode || value.every((it) => !String(it).includes(","))
      : false;
  return typeof value === "number" || typeof value === "boolean";
}

function headerOf(
  document: Document,
  { name, required, schema }: ResponseDefinition["headers"][number],
): Arbitrary<Header | undefined> {
  if (schema === undefined) {
    if (required) throw new Ungeneratable("a required header with content");
    return fc.constant(undefined);
  }
  const value = only(arbitraryValue(document, schema, { side: "response" }), (it) =>
    typeof it === "string" ? HEADER_TEXT.test(it) : typeof it === "number" || typeof it === "boolean",
  ).map((it): Header => [name, String(it)]);
  return required ? value : fc.option(value, { nil: undefined });
}

function bodyOf(
  document: Document,
  content: readonly MediaType[],
  side: Side,
  isRequired: boolean,
): Arbitrary<MadeBody> {
  if (content.length === 0) return fc.constant(NOTHING);
  const made = content.flatMap(({ range, schema }) => {
    if (schema === undefined) return [];
    if (/[/+]json$/.test(range))
      return [arbitraryValue(document, schema, { side }).map((value) => written(range, JSON.stringify(value)))];
    if (range === "application/x-www-form-urlencoded") return [formOf(document, schema, range)];
    return [];
  });
  if (made.length === 0) throw new Ungeneratable(`no body of ${content.map(({ range }) => range).join(", ")}`);
  return isRequired ? fc.oneof(...made) : fc.oneof(fc.constant(NOTHING), ...made);
}

function formOf(document: Document, schema: string, range: string): Arbitrary<MadeBody> {
  return arbitraryValue(document, schema, { side: "request" })
    .filter(
      (value) =>
        typeof value === "object" && value !== null && Object.values(value).every((it) => typeof it !== "object"),
    )
    .map((value) => {
      const fields = Object.entries(value as object).map(([name, field]): [string, string] => [name, String(field)]);
      return written(range, new URLSearchParams(fields).toString());
    })
    .filter(({ body }) => body.kind === "text" && body.text !== "");
}

function written(type: string, text: string): MadeBody {
  return { headers: [["Content-Type", type]], body: { kind: "text", text } };
}

function assembled(
  operation: Operation,
  response: ResponseDefinition,
  { parameters, sent, answered, headers }: Made,
): Exchange {
  const all = parameters.filter((it) => it !== undefined);
  const of = (place: Parameter["in"]): Written[] => all.filter(({ parameter }) => parameter.in === place);
  const path = of("path").reduce(
    (url, { parameter, value }) => url.replaceAll(`{${parameter.name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = of("query").flatMap(pairsOf);
  const cookies = of("cookie").map(({ parameter, value }) => `${parameter.name}=${String(value)}`);
  const credentials = credentialsOf(operation);
  return {
    request: {
      method: operation.method,
      url:
        addressOf(operation) +
        path +
        ([...query, ...credentials.query].length === 0 ? "" : `?${[...query, ...credentials.query].join("&")}`),
      headers: [
        ...sent.headers,
        ...of("header").map(({ parameter, value }): Header => [parameter.name, String(value)]),
        ...([...cookies, ...credentials.cookies].length === 0
          ? []
          : [["Cookie", [...cookies, ...credentials.cookies].join("; ")] as const]),
        ...credentials.headers,
      ],
      body: sent.body,
    },
    response: {
      status: statusOf(response),
      headers: [...answered.headers, ...headers.filter((it) => it !== undefined)],
      body: answered.body,
    },
    origin: { source: "made", index: 0, pointer: "", parts: ownParts },
  };
}

function pairsOf({ parameter: { name, explode }, value }: Written): string[] {
  const pair = (text: string): string => `${encodeURIComponent(name)}=${text}`;
  if (!Array.isArray(value)) return [pair(encodeURIComponent(String(value)))];
  const texts = value.map((it) => encodeURIComponent(String(it)));
  return explode ? texts.map(pair) : [pair(texts.join(","))];
}

function addressOf({ servers: [server] }: Operation): string {
  const url = (server?.url ?? "").replace(/\{([^}]*)\}/g, (_, name: string) => server?.variables[name]?.default ?? "");
  return (/^https?:/.test(url) ? url : `https://host.example${url}`).replace(/\/$/, "");
}

function credentialsOf({ security }: Operation): { headers: Header[]; query: string[]; cookies: string[] } {
  const found: { headers: Header[]; query: string[]; cookies: string[] } = { headers: [], query: [], cookies: [] };
  for (const { scheme } of security[0] ?? []) {
    const { type, in: place, scheme: http } = scheme?.value ?? {};
    const name = asString(scheme?.value.name) ?? "";
    if (type === "apiKey" && place === "query") found.query.push(`${name}=k`);
    else if (type === "apiKey" && place === "cookie") found.cookies.push(`${name}=k`);
    else if (type === "apiKey") found.headers.push([name, "k"]);
    else found.headers.push(["Authorization", `${asString(http) ?? "Bearer"} abc`]);
  }
  return found;
}
