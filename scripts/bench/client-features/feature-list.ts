/** The features of generated clients whose sizes are measured. Each is added alone to a program without it. */
import type { ClientConfig, ListConfig } from "../../../src/generate/client/client-config.js";
import type { SpecEdit } from "./books-spec.js";

/** A program, as it differs from one that calls one GET with path and query, bearer token, retries, timeouts and typed errors. */
export type ProgramEdit = {
  readonly spec?: SpecEdit;
  readonly config?: ClientConfig;
  /** Further names, by the module that the program imports them from: `runtime`, or a generated file. */
  readonly imports?: Readonly<Record<string, string>>;
  readonly calls?: readonly string[];
  /** Options of `createClient` besides the base URL. */
  readonly options?: Readonly<Record<string, string>>;
  /** Further expressions of the program. */
  readonly further?: string;
};

export type Feature = {
  readonly group: string;
  readonly title: string;
  readonly program: ProgramEdit;
  /** The program without the feature, if it is another one. */
  readonly without?: ProgramEdit;
};

const runtime = (names: string) => ({ runtime: names });

function createFeatures(group: string, rows: Readonly<Record<string, ProgramEdit>>, without?: ProgramEdit): Feature[] {
  return Object.entries(rows).map(([title, program]) => ({ group, title, program, ...(without && { without }) }));
}

const OPERATIONS = createFeatures("Operations", {
  "a further GET": { calls: ["getBooks", "getReaders"] },
  "a further PUT with a JSON body": { calls: ["getBooks", "putBooks"] },
});

const CLIENT = "createClient({ getBooks }, { baseUrl })";
const OPTIONS = '{ params: { path: { id: "7" } } }';
const PATHS: Feature = {
  group: "Operations",
  title: "a call by path: `client.GET(path, …)`",
  program: { further: `${CLIENT}.GET("/books/{id}", ${OPTIONS})` },
  without: { further: `${CLIENT}.getBooks(${OPTIONS})` },
};

const KEY = { type: "apiKey", name: "X-Key" };
const OAUTH2 = { token: { type: "oauth2", flows: {} } };
const TOKEN_URL = 'tokenUrl: "https://books.example/token"';
const CLIENT_ID = 'clientId: "books", clientSecret: "secret"';

function signInWith(grant: string, fields: string): ProgramEdit {
  return {
    spec: { schemes: OAUTH2 },
    imports: runtime(grant),
    options: { signIn: `{ token: ${grant}({ ${fields} }) }` },
  };
}

const SIGN_IN = createFeatures("Sign-in, instead of a bearer token", {
  "token from an async function": { options: { signIn: "{ token: async () => (await fetch('/token')).text() }" } },
  "HTTP basic": {
    spec: { schemes: { user: { type: "http", scheme: "basic" } } },
    options: { signIn: '{ user: "user:secret" }' },
  },
  "API key in a header": {
    spec: { schemes: { key: { ...KEY, in: "header" } } },
    options: { signIn: "{ key: token }" },
  },
  "API key in the query": {
    spec: { schemes: { key: { ...KEY, in: "query" } } },
    options: { signIn: "{ key: token }" },
  },
  "API key in a cookie": {
    spec: { schemes: { key: { ...KEY, in: "cookie" } } },
    options: { signIn: "{ key: token }" },
  },
  "bearer token or API key": {
    spec: { schemes: { token: { type: "http", scheme: "bearer" }, key: { ...KEY, in: "header" } } },
    options: { signIn: '{ key: "secret" }' },
  },
  "OAuth 2, client credentials": signInWith("clientCredentials", `${TOKEN_URL}, ${CLIENT_ID}`),
  "OAuth 2, password": signInWith("passwordGrant", `${TOKEN_URL}, username: "user", password: "secret"`),
  "OAuth 2, refresh token": signInWith("refreshTokenGrant", `${TOKEN_URL}, ${CLIENT_ID}, refreshToken: "secret"`),
  "OAuth 2, JWT bearer with a private key": signInWith("jwtBearerGrant", `${TOKEN_URL}, issuer: "books", privateKey`),
  "OpenID Connect discovery, client credentials": signInWith(
    "clientCredentials",
    `openIdConnectUrl: "/.well-known/openid-configuration", ${CLIENT_ID}`,
  ),
});

function pageBy(list: ListConfig): ProgramEdit {
  const names = [list.start, list.size].filter((it) => it !== undefined);
  const parameters = ["fields", ...names].map((name) => {
    const schema = name === "fields" ? { type: "array", items: { type: "string" } } : { type: "string" };
    return { name, in: "query", schema };
  });
  const responses = {
    200: { description: "A page.", content: { "application/json": { schema: { type: "object" } } } },
  };
  return {
    spec: { operation: { parameters, responses } },
    config: { lists: { "get-books": { name: "books", items: "/items", ...list } } },
  };
}

const PAGING = createFeatures("Paging, by style", {
  "`links`": pageBy({ style: "links" }),
  "`header`": pageBy({ style: "header" }),
  "`url`": pageBy({ style: "url", next: "/next" }),
  "`cursor`": pageBy({ style: "cursor", start: "after", next: "/next" }),
  "`after`": pageBy({ style: "after", start: "after", next: "/hasMore" }),
  "`offset`": pageBy({ style: "offset", start: "offset", size: "limit" }),
  "`page`": pageBy({ style: "page", start: "page", size: "size" }),
  "`startTime`": pageBy({ style: "startTime", start: "start", size: "count" }),
});

function postBody(type: string, media: object = {}): ProgramEdit {
  const content = { [type]: { schema: { type: "object" }, ...media } };
  return { spec: { method: "post", operation: { requestBody: { content } } } };
}

const JSON_BODY = postBody("application/json");
const FILE = { properties: { file: {} } };
const REQUESTS = createFeatures(
  "Requests, beside a POST with a JSON body",
  {
    "idempotency key": { ...JSON_BODY, config: { idempotencyKey: "Idempotency-Key" } },
    "urlencoded form": postBody("application/x-www-form-urlencoded"),
    "urlencoded form with styles of properties": postBody("application/x-www-form-urlencoded", {
      encoding: { tags: { style: "spaceDelimited", explode: false } },
    }),
    "multipart form with files": postBody("multipart/form-data", { schema: { type: "object", ...FILE } }),
    "multipart form with types of parts": postBody("multipart/form-data", {
      encoding: { file: { contentType: "image/png" } },
    }),
    "multipart form with headers of parts": postBody("multipart/form-data", {
      encoding: { file: { headers: { "X-Id": { schema: { type: "string" } } } } },
    }),
    "upload of bytes or a stream": postBody("application/octet-stream", { schema: {} }),
    "NDJSON body": postBody("application/x-ndjson"),
    "text body": postBody("text/plain", { schema: { type: "string" } }),
  },
  JSON_BODY,
);

function respondWith(type: string): ProgramEdit {
  const content = { [type]: { schema: {} } };
  return { spec: { operation: { responses: { 200: { description: "Found.", content } } } } };
}

const RESPONSES = createFeatures("Responses", {
  "server-sent events": respondWith("text/event-stream"),
  "NDJSON, JSON text sequences": respondWith("application/x-ndjson"),
  "text, XML": respondWith("application/xml"),
  bytes: respondWith("application/pdf"),
  "any type": respondWith("*/*"),
  "no body": { spec: { operation: { responses: { 204: { description: "Done." } } } } },
});

function parameterOf(parameter: object): ProgramEdit {
  return { spec: { operation: { parameters: [{ name: "fields", in: "query", ...parameter }] } } };
}

const PARAMETERS = createFeatures("Parameters", {
  "list with commas": parameterOf({ schema: { type: "array", items: { type: "string" } }, explode: false }),
  "`deepObject`": parameterOf({ schema: { type: "object" }, style: "deepObject" }),
  "JSON in the query": parameterOf({ content: { "application/json": { schema: { type: "object" } } } }),
});

const SERVER = { url: "https://{region}.books.example", variables: { region: { default: "eu", enum: ["eu", "us"] } } };
const HOOKS = { imports: runtime("createHookedFetch") };
const FURTHER = createFeatures("Beside the calls", {
  "server variables": {
    spec: { server: SERVER },
    imports: { client: "buildServerUrl" },
    options: { baseUrl: 'buildServerUrl("https://{region}.books.example", { region: "us" })' },
  },
  hooks: { ...HOOKS, options: { fetch: "createHookedFetch({ onRequest: console.log, onResponse: console.log })" } },
  "progress of upload and download": {
    ...HOOKS,
    options: { fetch: "createHookedFetch({ onUpload: console.log, onDownload: console.log })" },
  },
  "webhooks, Standard Webhooks": {
    config: { webhooks: "standard-webhooks" },
    imports: { webhooks: "verifyWebhook" },
    further: "verifyWebhook",
  },
  "webhooks, HMAC": {
    config: { webhooks: { header: "X-Signature", prefix: "sha256=", signed: "{body}" } },
    imports: { webhooks: "verifyWebhook" },
    further: "verifyWebhook",
  },
  "TanStack Query, one query": { imports: { queries: "getBooksQuery" }, further: "getBooksQuery" },
  "checking of calls with the validators of one operation": {
    imports: { validators: "getBooks as validators", validate: "validateCalls" },
    options: { validate: "validateCalls({ validators: { getBooks: validators }, onViolation: console.log })" },
  },
  "Standard Schema of one operation": { imports: { schemas: "getBooks as schemas" }, further: "schemas" },
});

export const FEATURES: readonly Feature[] = [
  ...OPERATIONS,
  PATHS,
  ...SIGN_IN,
  ...PAGING,
  ...REQUESTS,
  ...RESPONSES,
  ...PARAMETERS,
  ...FURTHER,
];
