/** `commerce-contract/openapi-fetch`: sign-in, retries, idempotency keys, validation and lists for clients of openapi-fetch. */

import { CallError } from "./call-error.js";
import type { CallValidator } from "./calls/call-context.js";
import type { CredentialPlacement } from "./calls/call-description.js";
import type { CallParams, RetryLimits } from "./calls/call-settings.js";
import type { AnyResult, ReceivedResponse } from "./calls/result.js";
import { iterateItems, iteratePages, type PageSource } from "./paging/iterate-pages.js";
import type { PageReader } from "./paging/page-readers.js";
import { parseBody } from "./response/read-response.js";
import { type Clock, realClock } from "./retries/real-clock.js";
import { type ClientRuntime, findInvalidLimit, sendWithRetries } from "./retries/send-with-retries.js";
import { placeBearer } from "./sign-in/credentials.js";
import { assertCredentials, type Credentials, createTokenSource, type TokenSource } from "./sign-in/token-source.js";

export {
  createAfterLastReader,
  createCursorReader,
  createLinkedReader,
  createNextUrlReader,
  createOffsetReader,
  createPageNumberReader,
} from "./paging/page-readers.js";

export type OpenapiFetchOptions = RetryLimits & {
  /** How requests get their credential: a sign-in method, a token, or a function that provides one. */
  readonly signIn?: Credentials | undefined;
  /** Adds the credential to a request, as a bearer token by default: `createHeaderPlacement("X-Key")` of the runtime. */
  readonly place?: CredentialPlacement;
  /** The header with an idempotency key. With it, requests of every method are retried, all attempts with one key. */
  readonly idempotencyKey?: string;
  /** Validates requests and responses: `validateCalls(…)` of `commerce-contract/validate`. Needs `operations`. */
  readonly validate?: CallValidator | false;
  /** The table of the generated `operations.ts`, which names the operations that `validate` knows. */
  readonly operations?: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
  /** Time and randomness, for tests. */
  readonly clock?: Clock;
};

/** What a middleware of openapi-fetch gets with a request. */
export type OpenapiFetchRequest = {
  readonly request: Request;
  readonly schemaPath: string;
  readonly params: CallParams;
  readonly options: {
    readonly baseUrl: string;
    readonly parseAs?: string;
    readonly fetch: (input: Request) => Promise<Response>;
  };
};

/** A middleware of openapi-fetch, which sends requests itself. */
export type OpenapiFetchMiddleware = {
  readonly onRequest: (sent: OpenapiFetchRequest) => Promise<Response>;
};

/**
 * Creates a middleware of openapi-fetch that signs in, sends each request with retries, and validates it. Add it as the last one:
 * later middleware sees no requests, but every response.
 *
 * Redirects are not followed, because they could send a token to another origin.
 *
 * @throws TypeError when a limit or the credential is invalid. Requests throw a CallError when there is no response.
 */
export function createMiddleware(options: OpenapiFetchOptions): OpenapiFetchMiddleware {
  const invalid = findInvalidLimit(options);
  if (invalid) throw new TypeError(invalid);
  const { clock = realClock, signIn, place = placeBearer, idempotencyKey, validate, operations = {} } = options;
  const names = new Map(Object.entries(operations).map(([name, { method, path }]) => [`${method} ${path}`, name]));
  if (signIn !== undefined) assertCredentials(signIn);
  let tokens: TokenSource | undefined;
  return {
    onRequest: async (sent) => {
      const { request, schemaPath, options: merged } = sent;
      const { credentials, cache, mode, integrity, keepalive } = request;
      const kept = { credentials, cache, mode, integrity, keepalive };
      const send: typeof fetch = (input, init) => merged.fetch(new Request(input, { ...kept, ...init }));
      const core: ClientRuntime = { ...options, clock, fetch: send, baseUrl: merged.baseUrl.replace(/\/+$/, "") };
      if (signIn !== undefined) tokens ??= createTokenSource(signIn, core);
      const { method } = request;
      const headers = new Headers(request.headers);
      if (idempotencyKey !== undefined && !headers.has(idempotencyKey)) headers.set(idempotencyKey, clock.uuid());
      const isRepeatable = /^(GET|HEAD|OPTIONS)$/.test(method) || idempotencyKey !== undefined;
      // An attempt consumes a body, so all attempts send the same bytes.
      const bytes = /^(GET|HEAD)$/.test(method) ? undefined : await request.arrayBuffer();
      const body = bytes?.byteLength ? bytes : undefined;
      const hasOwnCredential = headers.has("authorization");
      const operation = names.get(`${method} ${schemaPath}`) ?? `${method} ${schemaPath}`;
      const settings = {
        signal: request.signal,
        read: (response: Response) => readWhole(response, request.url, merged.parseAs),
        ...(isRepeatable ? {} : { retries: 0 }),
      };
      const call = async (): Promise<Response> =>
        toResponse(
          await sendWithRetries(core, operation, settings, async (refused) => {
            const token = hasOwnCredential ? undefined : await tokens?.(refused);
            const placed = token === undefined ? undefined : place(token, headers, request.url);
            const url = typeof placed === "string" ? placed : request.url;
            return [url, { method, headers, body, redirect: "manual" }, undefined, token];
          }),
        );
      return validate ? validateResponse(validate, operation, { sent, headers, body }, call) : call();
    },
  };
}

/**
 * Iterates over the items of a list, page by page.
 *
 * @param getPage calls openapi-fetch with the query of a page, which is empty for the first one
 * @param readPage how the list continues, such as `createLinkedReader()`.
 * @example
 * const getPage = (query: object) => client.GET("/notes", { params: { query } });
 * const notes = iterateList(getPage, (page) => page.notes, createCursorReader("after", "next"));
 *
 * @throws CallError of the kind `refused` if the first page is an error, and `paging` after it
 */
export async function* iterateList<Body extends object, Item>(
  getPage: (query: object) => Promise<{ data?: Body | undefined; error?: unknown; response: Response }>,
  getItems: (body: Body) => readonly Item[] | null | undefined,
  readPage: PageReader,
): AsyncGenerator<Item, void, undefined> {
  const read = async (query: object) => {
    const { data, error: body, response } = await getPage(query);
    if (data !== undefined) return [data, response.url] as const;
    throw new CallError("refused", { operation: "list", response, status: response.status, body });
  };
  const [first, url] = await read({});
  const readPageAt = async (at: string) => (at === url ? first : (await read(parseQuery(at)))[0]);
  // The caller knows the type of a page.
  const source: PageSource = [(body) => getItems(body as Body), readPage, url, url, readPageAt];
  yield* iterateItems(iteratePages<Item>("list", source));
}

/** The values of a query, as a list where a name repeats. */
function parseQuery(url: string): object {
  const { searchParams } = new URL(url);
  const values = [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)] as const);
  return Object.fromEntries(values.map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
}

/** Reads the body within the timeout of the attempt, unless the caller wants it as a stream. */
async function readWhole(response: Response, url: string, parseAs: string | undefined): Promise<Response> {
  if (parseAs === "stream" || response.body === null) return response;
  return copyResponse(response, await response.arrayBuffer(), url);
}

function toResponse([{ response }, text, , decoded]: ReceivedResponse): Response {
  return (decoded?.[0] as Response | undefined) ?? copyResponse(response, text);
}

function copyResponse(response: Response, body: ArrayBuffer | string, url = ""): Response {
  const { status, statusText, headers } = response;
  // Responses with these statuses have no body (Fetch Standard, null body status).
  const copy = new Response(/^(101|103|204|205|304)$/.test(`${status}`) ? null : body, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: response.url || url });
}

type SentBody = {
  readonly sent: OpenapiFetchRequest;
  readonly headers: Headers;
  readonly body: ArrayBuffer | undefined;
};

/** Bodies other than JSON are not validated, because the middleware gets them as bytes. */
async function validateResponse(
  validate: CallValidator,
  operation: string,
  { sent, headers, body }: SentBody,
  call: () => Promise<Response>,
): Promise<Response> {
  const isJson = /json$/.test(headers.get("content-type") ?? "");
  const text = isJson && body !== undefined ? new TextDecoder().decode(body) : undefined;
  let received: Response | undefined;
  const { params } = sent;
  await validate(operation, { params }, { headers, body: text }, async () => {
    received = await call();
    const isStream = sent.options.parseAs === "stream";
    const value = isStream ? undefined : parseBody(await received.clone().text());
    const info = { operation, response: received, status: received.status, attempts: 1 };
    // The types of a result distinguish both by `ok`.
    return { ...info, ok: received.ok, [received.ok ? "data" : "error"]: value } as AnyResult;
  });
  return received ?? call();
}
