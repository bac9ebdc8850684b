/** toMatchSpec() with the responses of clients: each planted error is found, and a right response passes. */
import { createServer, request as nodeRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import axios from "axios";
import { expect as jestExpect } from "expect";
import fastify from "fastify";
import got from "got";
import { Hono } from "hono";
import supertest from "supertest";
import { request as undiciRequest } from "undici";
import { afterAll, expect, test } from "vitest";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { createCheckedFetch, createContractMatchers } from "../../../src/testing/index.js";

const SPEC = join(import.meta.dirname, "orders.yaml");
const PATH = "/v2/orders";
const JSON_TYPE = { "Content-Type": "application/json" };

type Reply = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
type Sent = { readonly method: "GET" | "POST" | "HEAD"; readonly body?: string };

let reply: Reply;
const server = createServer(async (request, response) => {
  await text(request);
  response.writeHead(reply.status, reply.headers).end(reply.body);
});
const baseUrl = await listenOn(server);
afterAll(() => void server.close());
const url = `${baseUrl}${PATH}`;
const app = fastify();
app.all(PATH, (_, response) => response.code(reply.status).headers(reply.headers).send(reply.body));
const hono = new Hono().all(PATH, () => new Response(reply.body === "" ? null : reply.body, reply));
const checked = createCheckedFetch(fetch, { spec: SPEC });

const headersOf = ({ body }: Sent): Record<string, string> => (body === undefined ? {} : JSON_TYPE);
const parse = (body: string | undefined): unknown => (body === undefined ? undefined : JSON.parse(body));

/** Sends a request, and returns what a test passes to `expect`. */
const CLIENTS: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
  "a checked fetch": (sent) => checked.fetch(url, { ...sent, headers: headersOf(sent) }),
  "a pair of fetch": async (sent) => {
    const request = new Request(url, { ...sent, headers: headersOf(sent) });
    return { request, response: await fetch(request.clone()) };
  },
  "a response of fetch with its request": async (sent) => ({
    request: { ...sent, url, headers: headersOf(sent) },
    response: await fetch(url, { ...sent, headers: headersOf(sent) }),
  }),
  axios: ({ method, body }) => axios({ url, method, data: parse(body), validateStatus: () => true }),
  "axios with text": ({ method, body }) =>
    axios({
      url,
      method,
      data: parse(body),
      validateStatus: () => true,
      responseType: "text",
      transformResponse: (it) => it,
    }),
  "axios with bytes": ({ method, body }) =>
    axios({ url, method, data: parse(body), validateStatus: () => true, responseType: "arraybuffer" }),
  "axios over fetch": ({ method, body }) =>
    axios({ url, method, data: parse(body), validateStatus: () => true, adapter: "fetch" }),
  got: async ({ method, body }) =>
    got(url, { method, throwHttpErrors: false, ...(body === undefined ? {} : { json: parse(body) }) }),
  "got with parsed JSON": async ({ method, body }) =>
    got(url, {
      method,
      throwHttpErrors: false,
      responseType: reply.body === "" ? "text" : "json",
      ...(body === undefined ? {} : { body, headers: JSON_TYPE }),
    }),
  supertest: ({ method, body }) => {
    const sent = supertest(server)[method.toLowerCase() as "get"](PATH);
    return body === undefined ? sent.then() : sent.send(parse(body) as object).then();
  },
  inject: (sent) =>
    app.inject({
      method: sent.method,
      url: PATH,
      headers: headersOf(sent),
      ...(sent.body === undefined ? {} : { payload: sent.body }),
    }),
  "Hono, with its request": async (sent) => ({
    request: { ...sent, url: PATH, headers: headersOf(sent) },
    response: await hono.request(PATH, { ...sent, headers: headersOf(sent) }),
  }),
  "undici, with its request": async (sent) => {
    const { body, ...response } = await undiciRequest(url, {
      method: sent.method,
      headers: headersOf(sent),
      body: sent.body ?? null,
    });
    return { request: { ...sent, url, headers: headersOf(sent) }, response: { ...response, body: await body.text() } };
  },
};

const LIST: Reply = { status: 200, headers: { ...JSON_TYPE, "X-Total": "1" }, body: '[{"id":1,"state":"open"}]' };
const CREATED: Reply = { ...LIST, status: 201, body: '{"id":1,"state":"open"}' };
const GET: Sent = { method: "GET" };
const POST: Sent = { method: "POST", body: '{"item":"ab"}' };

const CASES: readonly (readonly [title: string, sent: Sent, reply: Reply, found?: string])[] = [
  ["a right list", GET, LIST],
  ["a right order", POST, CREATED],
  ["HEAD", { method: "HEAD" }, { ...LIST, body: "" }],
  ["a response without content", POST, { status: 204, headers: {}, body: "" }],
  ["a text instead of a number", GET, { ...LIST, body: '[{"id":"1","state":"open"}]' }, "response.body.invalid"],
  ["a missing property", GET, { ...LIST, body: '[{"id":1}]' }, 'expected the property "state"'],
  ["an undocumented status", GET, { ...LIST, status: 418 }, "response.status.undocumented"],
  [
    "another content type",
    GET,
    { ...LIST, headers: { ...LIST.headers, "Content-Type": "text/html" } },
    "response.content-type.undocumented",
  ],
  ["no required header", GET, { ...LIST, headers: JSON_TYPE }, "response.header.missing"],
  ["an accepted request without a body", { method: "POST" }, CREATED, "request.body.missing"],
  ["an accepted invalid request", { ...POST, body: '{"item":"a"}' }, CREATED, "request.body.invalid"],
];

const matchers = createContractMatchers({ spec: SPEC });
expect.extend(matchers);
jestExpect.extend({ ...matchers });

test.each(Object.entries(CLIENTS))("%s", async (_, send) => {
  for (const [title, sent, planned, found] of CASES) {
    reply = planned;
    const received = await send(sent);
    const result = async (): Promise<void> => expect(received).toMatchSpec();
    if (found === undefined) await result();
    else await expect(result, title).rejects.toThrow(found);
    const inJest = jestExpect(await send(sent)) as unknown as { toMatchSpec: () => Promise<void> };
    if (found === undefined) await inJest.toMatchSpec();
    else await expect(async () => inJest.toMatchSpec(), title).rejects.toThrow(found);
  }
});

test("a request body that the client does not keep is not checked, and the response is", async () => {
  reply = CREATED;
  const form = await axios.post(url, new Blob(['{"item":"a"}']).stream(), { headers: JSON_TYPE, adapter: "fetch" });
  expect(form).toMatchSpec();
  reply = { ...CREATED, body: "{}" };
  const wrong = await axios.post(url, new Blob(['{"item":"ab"}']).stream(), { headers: JSON_TYPE, adapter: "fetch" });
  expect(() => expect(wrong).toMatchSpec()).toThrow("response.body.invalid");
});

test.each<[title: string, receive: () => unknown]>([
  ["a response of fetch alone", () => fetch(url)],
  ["a response of undici alone", async () => undiciRequest(url)],
  ["a response of Hono alone", () => hono.request(PATH)],
  ["a request alone", () => ({ request: { method: "GET", url } })],
  ["a response whose request has no method", () => ({ request: { url }, response: { status: 200 } })],
  ["nothing", () => undefined],
])("%s is an error that names what to pass, also with not", async (_, receive) => {
  reply = LIST;
  const received = await receive();
  expect(() => expect(received).toMatchSpec()).toThrow(
    /pass \{ request: \{ method, url, headers, body \}, response \}/,
  );
  expect(() => expect(received).not.toMatchSpec()).toThrow(/does not know the request/);
});

test.each<[title: string, receive: () => unknown]>([
  ["axios", () => axios.get(url, { responseType: "stream" })],
  ["node:http", () => new Promise((done) => nodeRequest(url, done).end())],
  ["a pair of undici", async () => ({ request: { method: "GET", url }, response: await undiciRequest(url) })],
])("a stream of %s cannot be checked", async (_, receive) => {
  reply = LIST;
  const received = await receive();
  expect(() => expect(received).toMatchSpec()).toThrow("the body was parsed before it was recorded");
});

test("with servers, the host matters, and the error names the option", async () => {
  const strict = createContractMatchers({ spec: SPEC, servers: ["https://api.example/v2"] });
  reply = LIST;
  const response = await axios.get(url);
  expect(() => strict.toMatchSpec(response)).toThrow(`add it with servers: ["${new URL(url).origin}/v2"]`);
  expect(() => strict.toMatchSpec(response)).not.toThrow("--server");
});

test("a path outside the base path cannot be checked", async () => {
  reply = LIST;
  const response = await axios.get(new URL("/health", url).href);
  expect(() => expect(response).toMatchSpec()).toThrow("the path is not below that of a server in the spec");
});
