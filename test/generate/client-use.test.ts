/** A client that is generated for a foreign spec and used against a server, whose exchanges are checked against the spec. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientCredentials, createClient, createHookedFetch, orThrow } from "../../src/client/index.js";
import { realClock } from "../../src/client/retries/real-clock.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { VENDORED_SPECS } from "../material/specs.js";

const RUNTIME = pathToFileURL(join(import.meta.dirname, "../../src/client/index.ts")).href;
const folder = mkdtempSync(join(tmpdir(), "client-use-"));
let calls: Readonly<Record<string, never>>;

beforeAll(async () => {
  const document = loadDocument("test/generate/cases/library-client.yaml");
  writeFileSync(join(folder, "calls.ts"), generateCalls(document, createClientModel(document, { runtime: RUNTIME })));
  calls = await import(join(folder, "calls.ts"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Sent = { readonly method: string; readonly url: string; readonly headers: Headers; readonly body: unknown };
type AnyCall = (
  options?: object,
) => Promise<{ readonly ok: boolean; readonly data?: unknown; readonly status: number }>;

/** A client with scripted responses, and the requests that it sent. */
function connect(responses: readonly (() => Response)[], options: object = {}) {
  const sent: Sent[] = [];
  const send: typeof fetch = async (url, { method = "GET", headers, body } = {}) => {
    sent.push({ method, url: String(url), headers: new Headers(headers), body });
    const respond = responses[Math.min(sent.length, responses.length) - 1];
    if (respond === undefined) throw new TypeError("no response");
    return respond();
  };
  const client = createClient(calls, { baseUrl: "https://lib.example/v1", fetch: send, ...options });
  const call = (name: string): AnyCall => {
    const found = (client as unknown as Readonly<Record<string, AnyCall>>)[name];
    if (found === undefined) throw new Error(`the client has no ${name}`);
    return found;
  };
  return { call, sent };
}

const json =
  (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  () =>
    new Response(JSON.stringify(body), { headers: { "content-type": "application/json", ...headers } });
const typed =
  (type: string, body: string, status = 200) =>
  () =>
    new Response(body === "" ? null : body, { status, headers: type === "" ? {} : { "content-type": type } });

describe("parameters", () => {
  test.each<[call: string, params: object, path: string]>([
    [
      "findBooks",
      { query: { filter: { author: { name: "a b" }, year: 2000 } } },
      "/books?filter%5Bauthor%5D%5Bname%5D=a%20b&filter%5Byear%5D=2000",
    ],
    ["findBooks", { query: { tags: ["a", "b|c"] } }, "/books?tags=a%7Cb%7Cc"],
    ["findBooks", { query: { ids: [1, 2] } }, "/books?ids=1,2"],
    ["findBooks", { query: { page: { size: 2, number: 3 } } }, "/books?size=2&number=3"],
    ["findBooks", { query: { where: { a: [1] } } }, "/books?where=%7B%22a%22%3A%5B1%5D%7D"],
    [
      "findBooks",
      { query: { callback: "https://a.example/x?y=1&z" } },
      "/books?callback=https://a.example/x?y%3D1%26z",
    ],
    ["getShelf", { path: { shelf: ["a", "b/c"] } }, "/shelves/.a.b%2Fc"],
  ])("%s %j", async (name, params, path) => {
    const { call, sent } = connect([json({})]);
    await call(name)({ params });
    expect(sent[0]?.url).toBe(`https://lib.example/v1${path}`);
  });

  test("cookies are one header", async () => {
    const { call, sent } = connect([json({})]);
    await call("findBooks")({ params: { cookie: { session: "a b", theme: "dark" } } });
    expect(sent[0]?.headers.get("cookie")).toBe("session=a%20b; theme=dark");
  });
});

describe("bodies", () => {
  test("a form is written with its encoding", async () => {
    const { call, sent } = connect([json({})]);
    await call("postForm")({ body: { name: "a&b", expand: ["x", "y"], meta: { k: "v" }, address: { city: "Ü" } } });
    expect(sent[0]?.body).toBe("name=a%26b&expand=x&expand=y&meta%5Bk%5D=v&address=%7B%22city%22%3A%22%C3%9C%22%7D");
    expect(sent[0]?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
  });

  test("multipart has files, JSON and text, and the platform sets its boundary", async () => {
    const { call, sent } = connect([json({})]);
    await call("upload")({ body: { file: new Blob(["x"]), info: { a: 1 }, title: "t" } });
    const form = sent[0]?.body as FormData;
    expect(sent[0]?.headers.has("content-type")).toBe(false);
    expect(await (form.get("file") as Blob).text()).toBe("x");
    expect(await (form.get("info") as Blob).text()).toBe('{"a":1}');
    expect(form.get("title")).toBe("t");
  });

  test.each<[call: string, response: () => Response, data: unknown]>([
    ["getText", typed("text/plain; charset=utf-8", "hello"), "hello"],
    ["getText", typed("application/xml", "<a/>"), "<a/>"],
    ["removeBook", typed("", "", 204), undefined],
    ["getHal", typed("application/hal+json", '{"a":1}'), { a: 1 }],
  ])("%s reads %o", async (name, response, data) => {
    const { call } = connect([response]);
    expect(await call(name)()).toMatchObject({ ok: true });
    expect((await connect([response]).call(name)()).data).toEqual(data);
  });

  test("bytes are a Blob", async () => {
    const { call } = connect([typed("image/png", "png")]);
    expect(await ((await call("getCover")()).data as Blob).text()).toBe("png");
  });

  test.each<[call: string, response: () => Response, items: readonly unknown[]]>([
    [
      "watch",
      typed(
        "text/event-stream",
        'data: {"a":1}\r\n\r\n: comment\nevent: x\nid: 7\ndata: two\ndata: lines\n\ndata: cut',
      ),
      [
        { event: "message", data: { a: 1 }, id: "" },
        { event: "x", data: "two\nlines", id: "7" },
      ],
    ],
    ["tail", typed("application/x-ndjson", '{"a":1}\n\n{"a":2}'), [{ a: 1 }, { a: 2 }]],
  ])("%s is iterated", async (name, response, items) => {
    const { call } = connect([response]);
    const found: unknown[] = [];
    for await (const item of (await call(name)()).data as AsyncIterable<unknown>) found.push(item);
    expect(found).toEqual(items);
  });

  test("a success of another type is unreadable", async () => {
    const { call } = connect([typed("text/html", "<html>")]);
    await expect(call("getCover")()).rejects.toMatchObject({ kind: "unreadable", operation: "getCover" });
  });
});

describe("lists", () => {
  test("follow a Link header, and no other origin", async () => {
    const next = (url: string) =>
      json([1], { link: `<https://lib.example/v1/loans?page=9>; rel="last", <${url}>; rel="next"` });
    const { call, sent } = connect([next("/v1/loans?page=2"), json([2])]);
    const found: unknown[] = [];
    for await (const item of call("loans")() as unknown as AsyncIterable<unknown>) found.push(item);
    expect(found).toEqual([1, 2]);
    expect(sent.map(({ url }) => url)).toEqual(["https://lib.example/v1/loans", "https://lib.example/v1/loans?page=2"]);
    const other = connect([next("https://evil.example/v1/loans?page=2")], { signIn: { token: "t" } });
    const drain = async () => {
      for await (const _ of other.call("loans")() as unknown as AsyncIterable<unknown>);
    };
    await expect(drain()).rejects.toMatchObject({ kind: "paging" });
    expect(other.sent).toHaveLength(1);
  });
});

describe("sign-in", () => {
  test.each<[title: string, signIn: unknown, found: object]>([
    ["a token", { token: "t" }, { authorization: "Bearer t" }],
    ["basic", { login: "u:p" }, { authorization: "Basic dTpw" }],
    [
      "two keys of one alternative",
      { key: "k", app: "a" },
      { "x-key": "k", url: "https://lib.example/v1/loans?app=a" },
    ],
    ["half of an alternative", { key: "k" }, { "x-key": "k", url: "https://lib.example/v1/loans" }],
    ["nothing", undefined, { authorization: null }],
  ])("%s", async (_, signIn, found) => {
    const { call, sent } = connect([json([])], { signIn });
    await call("listLoans")();
    for (const [name, value] of Object.entries(found))
      expect(name === "url" ? sent[0]?.url : sent[0]?.headers.get(name)).toBe(value);
  });

  test("client credentials are exchanged once, and again after a 401", async () => {
    const token = (it: string) => json({ access_token: it, expires_in: 60, token_type: "bearer" });
    const refused = () => new Response("{}", { status: 401 });
    const { call, sent } = connect([token("one"), json([]), refused, token("two"), json([])], {
      signIn: {
        token: clientCredentials({ tokenUrl: "/oauth/token", clientId: "id", clientSecret: "s c", scopes: ["a", "b"] }),
      },
    });
    await call("listLoans")();
    expect(orThrow((await call("listLoans")()) as never)).toEqual([]);
    expect(sent.map(({ url, headers }) => [new URL(url).pathname, headers.get("authorization")])).toEqual([
      ["/oauth/token", "Basic aWQ6cytj"],
      ["/v1/loans", "Bearer one"],
      ["/v1/loans", "Bearer one"],
      ["/oauth/token", "Basic aWQ6cytj"],
      ["/v1/loans", "Bearer two"],
    ]);
    expect(sent[0]?.body).toBe("grant_type=client_credentials&scope=a+b");
  });

  test("an error of the token endpoint contains no secret", async () => {
    const { call } = connect([typed("application/json", '{"error":"s3cret is wrong"}', 400)], {
      signIn: { token: clientCredentials({ tokenUrl: "/oauth/token", clientId: "id", clientSecret: "s3cret" }) },
    });
    const error = await call("listLoans")().catch((it: unknown) => it);
    expect(error).toMatchObject({ kind: "sign-in", status: 400 });
    expect(String(error)).not.toContain("s3cret");
  });
});

test("hooks see every attempt and the received bytes", async () => {
  const seen: unknown[] = [];
  const responses = [
    () => new Response("{}", { status: 503, headers: { "retry-after": "0" } }),
    typed("image/png", "png"),
  ];
  const hooked = createHookedFetch({
    onRequest: ({ headers }) => headers.set("X-Trace", "7"),
    onResponse: ({ status }) => {
      seen.push(status);
    },
    onDownload: (received) => seen.push(received),
    fetch: async (_, init) => {
      seen.push(new Headers(init?.headers).get("x-trace"));
      const respond = responses.shift();
      if (respond === undefined) throw new TypeError("no response");
      return respond();
    },
  });
  const clock = { now: () => 0, random: () => 0, uuid: () => "", after: realClock.after };
  const { call } = connect([], { fetch: hooked, clock });
  expect(await ((await call("getCover")()).data as Blob).text()).toBe("png");
  expect(seen).toEqual(["7", 503, 2, "7", 200, 3]);
});

test.each(Object.entries(VENDORED_SPECS))("%s has every operation, and the same bytes each time", (_, path) => {
  const document = loadDocument(path);
  const model = createClientModel(document);
  expect(model.omissions).toEqual([]);
  expect(generateCalls(document, createClientModel(document))).toBe(generateCalls(document, model));
});
