/** Media types of requests and responses, between a generated client and an HTTP server. Each case is one edit away from another. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { CallError, createClient, orThrow } from "../../src/client/index.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { compileStrictly } from "../generate/compile-strictly.js";

const SPEC = "test/generate/cases/media-types.yaml";
const RUNTIME = join(import.meta.dirname, "../../src/client/index.ts");
const folder = mkdtempSync(join(tmpdir(), "media-types-"));

type AnyResult = {
  readonly ok: boolean;
  readonly status: number;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly undeclaredType?: string;
};
type AnyCall = (options?: object) => Promise<AnyResult>;

/** The response of the server, and the last request that it received. */
let response: { readonly status: number; readonly type: string | undefined; readonly body: string };
let received: { readonly accept: string | undefined; readonly type: string | undefined; readonly body: string };
let server: Server;
let client: Readonly<Record<string, AnyCall>>;

beforeAll(async () => {
  const document = loadDocument(SPEC);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "types.ts"), generateTypes(document).text);
  writeFileSync(join(folder, "calls.ts"), generateCalls(document, createClientModel(document, { runtime: RUNTIME })));
  server = createServer((request, sent) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { accept, "content-type": type } = request.headers;
      received = { accept, type, body: Buffer.concat(chunks).toString() };
      sent.writeHead(response.status, response.type === undefined ? {} : { "content-type": response.type });
      sent.end(response.body);
    });
  });
  const baseUrl = await listenOn(server);
  client = createClient(await import(join(folder, "calls.ts")), { baseUrl, retries: 0 }) as never;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function call(name: string, options?: object): Promise<AnyResult> {
  const method = client[name];
  if (method === undefined) throw new Error(`the client has no ${name}`);
  return method(options);
}

const HTML = "<html>Bad gateway</html>";
const NOTE = '{"text":"a"}';
const XML = "<note><text>a</text></note>";
type Received = readonly [status: number, type: string | undefined, body: string];

describe("responses", () => {
  const note = { text: "a" };
  test.each<[call: string, Received, data: unknown, undeclaredType?: string]>([
    ["getNote", [200, "application/json", NOTE], note],
    ["getNote", [200, "application/hal+json", NOTE], note],
    ["getNote", [200, "application/vnd.note.v2+json; charset=utf-8", NOTE], note],
    ["getNote", [200, "text/json", NOTE], note],
    ["getNote", [200, undefined, NOTE], note],
    ["getNote", [200, "text/plain", NOTE], note, "text/plain"],
    ["getNote", [200, "text/html", NOTE], note, "text/html"],
    ["getNote", [200, "text/html", HTML], "unreadable"],
    ["getNote", [200, "application/hal+json", HTML], "unreadable"],
    ["getNote", [200, "application/json", ""], "unreadable"],
    ["getHal", [200, "application/hal+json", NOTE], note],
    ["getHal", [200, "application/json", NOTE], note],
    ["getHal", [200, "text/plain", NOTE], note, "text/plain"],
    ["getBoth", [200, "application/json", NOTE], note],
    ["getBoth", [200, "application/xml", XML], XML],
    ["getBoth", [200, "text/csv", NOTE], NOTE],
    // Where the spec has another type, a text is not guessed to be JSON.
    ["getCsv", [200, "text/csv", NOTE], NOTE],
    ["getCsv", [200, "text/plain", NOTE], "unreadable"],
    // The spec describes no body.
    ["addImage", [200, "text/plain", "done"], "done"],
    ["addImage", [200, "application/json", NOTE], note],
    ["addImage", [200, undefined, ""], undefined],
    // A body of any type is read as its schema says.
    ["getOpen", [200, "application/json", NOTE], note],
    ["getOpen", [200, undefined, NOTE], note],
    ["getOpen", [200, "text/plain", NOTE], note, "text/plain"],
    ["getOpen", [200, "text/html", HTML], "unreadable"],
    ["getOpenList", [200, "application/vnd.a+json", "[1]"], [1]],
    ["getOpenText", [200, "text/plain", "1"], "1"],
    ["getOpenText", [200, "application/json", '"1"'], "1"],
    ["getOpenText", [200, undefined, "done"], "done"],
    ["getOpenText", [204, undefined, ""], undefined],
    ["getOpenFile", [200, "application/json", NOTE], new Blob([NOTE])],
    ["getOpenFile", [200, "text/plain", "a"], new Blob(["a"])],
    ["getOpenAny", [200, "application/json", NOTE], note],
    ["getOpenAny", [200, "text/plain", "a"], "a"],
    ["getOpenAny", [200, "image/png", "a"], new Blob(["a"])],
    ["getOpenSeveral", [200, "application/json", NOTE], note],
    ["getOpenSeveral", [201, "image/png", "a"], new Blob(["a"])],
  ])("%s %j", async (name, [status, type, body], data, undeclaredType) => {
    response = { status, type, body };
    const result = await call(name).catch((error: CallError) => error);
    if (result instanceof CallError) expect(result.kind).toBe(data);
    else if (data instanceof Blob) expect(await (result.data as Blob).text()).toBe(body);
    else {
      expect([result.ok, result.data, "error" in result]).toEqual([true, data, false]);
      expect(result.undeclaredType).toBe(undeclaredType);
    }
  });
});

describe("errors", () => {
  const problem = { title: "none" };
  const json = JSON.stringify(problem);
  test.each<[call: string, Received, error: unknown, undeclaredType?: string]>([
    ["getNote", [404, "application/json", json], problem],
    ["getNote", [404, "application/problem+json", json], problem],
    ["getNote", [404, "text/html", json], problem, "text/html"],
    ["getNote", [404, "text/html", HTML], CallError, "text/html"],
    ["getNote", [404, "application/json", HTML], CallError, "application/json"],
    ["getNote", [404, undefined, ""], CallError, ""],
    // A status that the spec lacks has the body of the others.
    ["getNote", [502, "application/json", json], problem],
    ["getNote", [502, "text/html", HTML], CallError, "text/html"],
    // By status, range and default.
    ["getMixed", [404, "text/html", HTML], CallError, "text/html"],
    ["getMixed", [409, "text/plain", "7"], "7"],
    ["getMixed", [418, "text/html", HTML], HTML],
    ["getMixed", [401, undefined, ""], undefined],
    ["getMixed", [500, "text/html", HTML], CallError, "text/html"],
    // The spec has no errors.
    ["addNote", [404, "application/json", json], problem],
    ["addNote", [404, "text/html", HTML], CallError, "text/html"],
    // The spec has errors without a body.
    ["getHal", [404, "application/json", json], problem, "application/json"],
    ["getHal", [404, "text/html", HTML], HTML],
    ["getHal", [404, undefined, ""], undefined],
    // The spec has JSON and XML.
    ["getBoth", [404, "application/json", json], problem],
    ["getBoth", [404, "text/html", HTML], CallError, "text/html"],
    // The spec has text.
    ["getCsv", [404, "text/plain", "7"], "7"],
    ["getCsv", [404, "text/plain", json], json],
    ["getCsv", [404, "application/json", json], problem, "application/json"],
    ["getOpen", [404, "application/json", json], problem],
    ["getOpen", [404, "text/html", HTML], CallError, "text/html"],
    ["getOpenFile", [404, "text/html", HTML], HTML],
  ])("%s %j", async (name, [status, type, body], error, undeclaredType) => {
    response = { status, type, body };
    const result = await call(name);
    expect([result.ok, result.status, "data" in result]).toEqual([false, status, false]);
    expect(result.undeclaredType).toBe(undeclaredType);
    if (error !== CallError) expect(result.error).toEqual(error);
    else {
      expect(result.error).toBeInstanceOf(CallError);
      expect(result.error).toMatchObject({ kind: "refused", status, operation: name });
      expect((result.error as CallError).body).toBe(body || undefined);
      const what = body === "" ? "no body {" : `"${type}": "`;
      expect(String(result.error)).toContain(`not application/json: ${what}`);
      expect(() => orThrow(result as never)).toThrow(result.error as Error);
    }
  });
});

describe("parts of multipart have their content type:", () => {
  const png = { type: "image/png" };
  test.each<[call: string, body: object, part: string]>([
    [
      "upload",
      { file: new Uint8Array([65]) },
      'name="file"; filename="file"\r\nContent-Type: application/octet-stream',
    ],
    ["upload", { file: new Blob(["A"]) }, 'name="file"; filename="blob"\r\nContent-Type: application/octet-stream'],
    ["upload", { file: new Blob(["A"], png) }, 'name="file"; filename="blob"\r\nContent-Type: image/png'],
    [
      "upload",
      { file: new File(["A"], "a.b") },
      'name="file"; filename="a.b"\r\nContent-Type: application/octet-stream',
    ],
    ["upload", { file: new File(["A"], "a.b", png) }, 'name="file"; filename="a.b"\r\nContent-Type: image/png'],
    // The encoding of the spec is text/csv.
    ["upload", { table: new Uint8Array([65]) }, 'name="table"; filename="table"\r\nContent-Type: text/csv'],
    ["upload", { table: new File(["A"], "a.csv") }, 'name="table"; filename="a.csv"\r\nContent-Type: text/csv'],
    ["upload", { table: new Blob(["A"], png) }, 'name="table"; filename="blob"\r\nContent-Type: image/png'],
    ["upload", { title: "A" }, 'name="title"\r\n\r\nA'],
    ["upload", { note: { text: "A" } }, 'name="note"\r\nContent-Type: application/json'],
    // Headers of parts need another writer.
    ["uploadParts", { file: new Uint8Array([65]) }, "content-type: application/octet-stream"],
    ["uploadParts", { file: new Blob(["A"]) }, "content-type: application/octet-stream"],
    ["uploadParts", { file: new Blob(["A"], png) }, "content-type: image/png"],
    ["related", [new Uint8Array([65])] as object, "content-type: application/octet-stream"],
    ["related", [new Blob(["A"], png)] as object, "content-type: image/png"],
  ])("%s %o", async (name, body, part) => {
    response = { status: 204, type: undefined, body: "" };
    expect(await call(name, { body })).toMatchObject({ ok: true });
    expect(received.type).toMatch(/^multipart\/.*; boundary=/);
    expect(received.body).toContain(part);
  });
});

test.each([
  ["getNote", {}, "*/*"],
  ["getBoth", {}, "application/json, text/plain"],
  ["getBoth", { headers: { Accept: "application/xml" } }, "application/xml"],
])("%s with %o accepts %s", async (name, options, accept) => {
  response = { status: 200, type: "application/json", body: NOTE };
  await call(name, options);
  expect(received.accept).toBe(accept);
});

const FORM = "application/x-www-form-urlencoded";
const PNG = new Blob(["A"], { type: "image/png" });

test.each<[call: string, options: object, type: string, body: string | RegExp]>([
  ["addNote", { body: { text: "a b" } }, "application/json", '{"text":"a b"}'],
  ["addNote", { body: { line: "a b" }, headers: { "Content-Type": FORM } }, FORM, "line=a+b"],
  [
    "addNote",
    { body: { file: new Blob(["A"]) }, headers: { "Content-Type": "multipart/form-data" } },
    "multipart/form-data; ",
    /A/,
  ],
  // Parameters and case do not count.
  ["addNote", { body: { line: "a b" }, headers: { "Content-Type": `${FORM};charset=UTF-8` } }, FORM, "line=a+b"],
  ["addForm", { body: { line: "a b" } }, "Application/X-WWW-Form-Urlencoded; charset=utf-8", "line=a+b"],
  ["addForm", { body: { line: "a b" }, headers: { "Content-Type": FORM } }, FORM, "line=a+b"],
  ["addAny", { body: { text: "a" } }, "application/json", '{"text":"a"}'],
  ["addAny", { body: "a" }, "application/json", /^"a"$/],
  ["addAny", { body: "a", headers: { "Content-Type": "text/plain" } }, "text/plain", /^a$/],
  ["addAny", { body: PNG }, "image/png", /^A$/],
  ["addAny", { body: new Blob(["A"]).stream(), headers: { "Content-Type": "image/png" } }, "image/png", /^A$/],
  ["addImage", { body: PNG }, "image/png", /^A$/],
  ["addImage", { body: new Uint8Array([65]) }, "application/octet-stream", /^A$/],
  ["addImage", { body: new Blob(["A"]), headers: { "Content-Type": "image/gif" } }, "image/gif", /^A$/],
  [
    "addImage",
    { body: PNG, headers: { "content-type": "application/octet-stream" } },
    "application/octet-stream",
    /^A$/,
  ],
])("%s sends %o", async (name, options, type, body) => {
  response = { status: 204, type: undefined, body: "" };
  await call(name, options);
  expect(received.type).toContain(type);
  expect(received.body).toMatch(body);
});

test("a body of another media type than the default needs the header of its type; a result has JSON rather than XML", () => {
  const file = join(folder, "use.ts");
  const cases: readonly (readonly [isValid: boolean, options: string, name?: string])[] = [
    [true, '{ body: { text: "a" } }'],
    [true, '{ body: { text: "a" }, headers: { "X-Trace": "7" } }'],
    [false, '{ body: { line: "a" } }'],
    [false, '{ body: { line: "a" }, headers: { "X-Trace": "7" } }'],
    [false, `{ body: { line: "a" }, headers: { "Content-Type": "multipart/form-data" } }`],
    [true, `{ body: { line: "a" }, headers: { "Content-Type": "${FORM}", "X-Trace": "7" } }`],
    [false, `{ body: { text: "a" }, headers: { "Content-Type": "${FORM}" } }`],
    [false, "{ body: { file: new Blob() } }"],
    [true, '{ body: { file: new Blob() }, headers: { "Content-Type": "multipart/form-data" } }'],
    [false, "{}"],
    [true, '{ body: { line: "a" } }', "addForm"],
    [false, '{ body: "line=a" }', "addForm"],
    [true, '{ body: { text: "a" } }', "addAny"],
    [true, "{ body: new Blob() }", "addAny"],
    [true, "{ body: new Blob() }", "addImage"],
  ];
  const lines = cases.map(([, options, name = "addNote"]) => `client.${name}(${options});`);
  writeFileSync(
    file,
    [
      `import { createClient, orThrow } from ${JSON.stringify(RUNTIME)};`,
      'import * as calls from "./calls.js";',
      'const client = createClient(calls, { baseUrl: "" });',
      ...lines,
      "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
      "const none: { text: string } | undefined = undefined;",
      "export const text: string = orThrow(await client.getBoth()).text;",
      "client.addOptional(); client.addOptional({ body: none });",
      "const same = <A>() => <B>(_: B, ..._same: Same<A, B> extends true ? [] : [never]) => {};",
      "same<string>()(orThrow(await client.getOpen()).text);",
      "same<number[]>()(orThrow(await client.getOpenList()));",
      "same<string | undefined>()(orThrow(await client.getOpenText()));",
      "same<Blob>()(orThrow(await client.getOpenFile()));",
      "same<unknown>()(orThrow(await client.getOpenAny()));",
      "same<string | undefined>()((await client.getOpenFile()).error);",
      'client.addOpen({ body: { text: "a" } });',
    ].join("\n"),
  );
  const found = compileStrictly([file], { skipLibCheck: true, allowImportingTsExtensions: true })
    .filter((it) => it.startsWith(file))
    .map((it) => Number(it.slice(file.length + 1).split(" ")[0]) - 3);
  expect([...new Set(found)]).toEqual(cases.flatMap(([isValid], index) => (isValid ? [] : [index + 1])));
});
