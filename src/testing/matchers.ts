import { dropUndefined } from "../document/index.js";
import {
  canHaveContent,
  createCapturedOrigin,
  createFetchExchange,
  type Exchange,
  getCombinedHeader,
  type HeaderField,
  restoreBody,
  toHeaderFields,
} from "../recording/index.js";
import { exchangeOf } from "./checked-fetch.js";
import { createExchangeChecker, type ExchangeCheckerOptions } from "./exchange-checker.js";

/** The argument of `expect.extend` in Vitest, Jest and the `expect` package. */
export type ContractMatchers = {
  readonly toMatchSpec: (received: unknown) => MatcherResult | Promise<MatcherResult>;
};

export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/**
 * Creates a matcher that checks an exchange against the spec. It accepts a response of a checked fetch, of axios, got, supertest
 * or light-my-request, an `Exchange`, or `{ request, response }`. A pair of fetch is checked asynchronously: await the assertion.
 * Without `servers`, the host of the URL does not matter, only the base path.
 *
 * @example
 * expect.extend(createContractMatchers({ spec: "openapi.yaml" }));
 * expect(await checked.fetch(url)).toMatchSpec();
 *
 * The matcher throws a TypeError if the exchange cannot be checked, also with `not`.
 */
export function createContractMatchers(options: ExchangeCheckerOptions = {}): ContractMatchers {
  const check = createExchangeChecker({ ...options, isOwnService: options.servers === undefined });
  const checkOne = (exchange: Exchange): MatcherResult => {
    const { kind, report } = check([exchange]);
    if (kind === "inconclusive") throw new TypeError(`cannot check this exchange against the spec:\n\n${report}`);
    return { pass: kind === "passed", message: () => report };
  };
  return {
    toMatchSpec: (received) => {
      const { request, response, origin } = Object(received) as Partial<Exchange>;
      if (origin !== undefined && typeof request?.url === "string" && typeof response?.status === "number")
        return checkOne(received as Exchange);
      if (response instanceof Response) {
        const sent = toFetchRequest(request);
        const at = { source: new URL(sent.url).origin, index: 0 };
        return createFetchExchange(sent, response, at).then(checkOne);
      }
      const exchange =
        received instanceof Response
          ? exchangeOf(received)
          : (readClientResponse(received) ?? readClientResponse(response, request));
      if (exchange === undefined) throw new TypeError(ACCEPTED_VALUES_MESSAGE);
      return checkOne(exchange);
    },
  };
}

/** A path, such as that of `app.request()` of Hono, has no host. */
function toFetchRequest(request: unknown): Request {
  if (request instanceof Request) return request;
  const { url, method, headers, body } = Object(request) as { readonly url: string } & RequestInit;
  return new Request(new URL(url, "http://localhost"), {
    ...dropUndefined({ method, headers, body }),
  });
}

const ACCEPTED_VALUES_MESSAGE =
  "toMatchSpec() does not know the request of this response. It accepts a response of createCheckedFetch(), axios, got, supertest or light-my-request, and an Exchange. For others, pass { request: { method, url, headers, body }, response }.";

/** The members of objects of many libraries, whose types are no dependencies. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the exchange of a response of axios, got, supertest, light-my-request, or a client with the same members. Returns
 * undefined if the value is no response, or if its request is not known.
 *
 * @param given the request, for a response that does not know it
 */
function readClientResponse(response: unknown, given?: unknown): Exchange | undefined {
  const received = membersOf(response);
  const sent = given === undefined ? findRequest(received) : membersOf(given);
  const status = received.status ?? received.statusCode;
  if (typeof status !== "number" || typeof sent?.method !== "string") return undefined;
  const method = sent.method.toUpperCase();
  const sentHeaders = toHeaderFields(typeof sent.getHeaders === "function" ? sent.getHeaders() : sent.headers);
  const url = String(sent.url ?? `${sent.protocol}//${getCombinedHeader(sentHeaders, "host")}${sent.path}`);
  const sentBody = restoreBody(findSentBody(sent, received, sentHeaders), sentHeaders);
  const headers = toHeaderFields(received.headers);
  const content = [received.rawBody, received.rawPayload, received.text, received.data, received.body];
  const body = restoreBody(
    content.find((it) => it !== undefined && typeof it !== "function"),
    headers,
  );
  return {
    request: { method, url, headers: sentHeaders, body: sentBody },
    response: { status, headers, body: canHaveContent(method, status) ? body : { kind: "none" } },
    origin: createCapturedOrigin(/^[a-z]+:\/\/[^/]*/.exec(url)?.[0] ?? "", 0),
    // Clients do not keep streams that they have sent.
    ...(sentBody.kind === "missing" ? { notLogged: ["request.body"] } : {}),
  };
}

/** Finds the request: that of node:http in supertest, got and axios, of fetch in axios, or of light-my-request. */
function findRequest({ req, request, raw }: Members): Members | undefined {
  return [req, request, membersOf(raw).req].map(membersOf).find(({ method }) => typeof method === "string");
}

/** Finds what axios, superagent, got, light-my-request or the caller have sent. A stream is undefined. */
function findSentBody(sent: Members, { config, request }: Members, headers: readonly HeaderField[]): unknown {
  const { _data: data, options } = membersOf(request);
  const places = [membersOf(config).data, data, membersOf(options).body, membersOf(sent._lightMyRequest).payload];
  const body = [...places, sent.body].find((it) => it !== undefined && !(it instanceof ReadableStream));
  const isAnnounced = headers.some(([name]) => /^(content-(type|length)|transfer-encoding)$/i.test(name));
  return body ?? (isAnnounced ? undefined : "");
}

function membersOf(value: unknown): Members {
  return Object(value) as Members;
}
