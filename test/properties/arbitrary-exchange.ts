import fc, { type Arbitrary } from "fast-check";
import { asString, type Document, type Operation, type ResponseDefinition } from "../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../src/recording/index.js";
import { arbitraryBody, type MadeBody, NO_BODY } from "./arbitrary-body.js";
import { arbitraryHeader, arbitraryParameter, type Written } from "./arbitrary-parameter.js";

/**
 * Generates exchanges of an operation with one of its documented responses.
 *
 * @throws Ungeneratable if a part of the exchange cannot be generated.
 */
export function arbitraryExchange(
  document: Document,
  operation: Operation,
  response: ResponseDefinition,
): Arbitrary<Exchange> {
  const parameters = fc.tuple(...operation.parameters.map((it) => arbitraryParameter(document, it)));
  const { content = [], required = false } = operation.requestBody ?? {};
  const sent = arbitraryBody(document, content, { side: "request", isRequired: required });
  const hasBody = operation.method !== "HEAD" && ![204, 205, 304].includes(statusOf(response, operation));
  const responded = hasBody
    ? arbitraryBody(document, response.content, { side: "response", isRequired: true })
    : fc.constant(NO_BODY);
  const headers = fc.tuple(...response.headers.map((it) => arbitraryHeader(document, it)));
  return fc.record({ parameters, sent, responded, headers }).map((made) => assembled(operation, response, made));
}

type Made = {
  readonly parameters: readonly (Written | undefined)[];
  readonly sent: MadeBody;
  readonly responded: MadeBody;
  readonly headers: readonly (HeaderField | undefined)[];
};

/** Chooses a concrete status for `default` and for ranges such as `5XX`. */
function statusOf({ status }: ResponseDefinition, { responses }: Operation): number {
  const documented = responses.map((it) => it.status.replace(/^5XX$/i, "500"));
  if (status === "default") return [500, 501, 502, 400, 200].find((it) => !documented.includes(String(it))) ?? 503;
  return Number(status.replace(/XX$/i, "00"));
}

function assembled(
  operation: Operation,
  response: ResponseDefinition,
  { parameters, sent, responded, headers }: Made,
): Exchange {
  const all = parameters.filter((it) => it !== undefined);
  const of = (place: Written["parameter"]["in"]): Written[] => all.filter(({ parameter }) => parameter.in === place);
  const path = of("path").reduce(
    (url, { parameter, texts }) => url.replaceAll(`{${parameter.name}}`, texts.join("")),
    operation.path,
  );
  const query = of("query").flatMap(({ texts }) => texts);
  const cookies = of("cookie").map(({ parameter, texts }) => `${parameter.name}=${texts.join("")}`);
  const credentials = credentialsOf(operation);
  const pairs = [...query, ...credentials.query];
  return {
    request: {
      method: operation.method,
      url:
        addressOf(operation) + path + (pairs.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${pairs.join("&")}`),
      headers: [
        ...sent.headers,
        ...of("header").map(({ parameter, texts }): HeaderField => [parameter.name, texts.join("")]),
        ...([...cookies, ...credentials.cookies].length === 0
          ? []
          : [["Cookie", [...cookies, ...credentials.cookies].join("; ")] as const]),
        ...credentials.headers,
      ],
      body: sent.body,
    },
    response: {
      status: statusOf(response, operation),
      headers: [...responded.headers, ...headers.filter((it) => it !== undefined)],
      body: responded.body,
    },
    origin: { source: "made", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
}

/** Builds the base URL. A server variable with an empty default is different for each user and is replaced by `x`. */
function addressOf({ servers: [server] }: Operation): string {
  const url = (server?.url ?? "").replace(/\{([^}]*)\}/g, (_, name: string) => server?.variables[name]?.default || "x");
  return (/^https?:/.test(url) ? url : `https://host.example${url}`).replace(/\/$/, "");
}

function credentialsOf({ security }: Operation): { headers: HeaderField[]; query: string[]; cookies: string[] } {
  const found: { headers: HeaderField[]; query: string[]; cookies: string[] } = { headers: [], query: [], cookies: [] };
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
