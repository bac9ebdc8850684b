import {
  canHaveContent,
  createCapturedOrigin,
  type Exchange,
  getCombinedHeader,
  type HeaderField,
  restoreBody,
  toHeaderFields,
} from "../exchange/index.js";

/** The members of objects of many libraries, whose types are no dependencies. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the exchange of a response of axios, got, supertest, light-my-request, or a client with the same members. Returns
 * undefined if the value is no response, or if its request is not known.
 *
 * @param given the request, for a response that does not know it
 */
export function readClientResponse(response: unknown, given?: unknown): Exchange | undefined {
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
