/** Specs from URLs: what is read, and the sentence for each thing that is not. The server runs in another thread, because reading blocks. */
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSourceReader, listOperations, loadDocument } from "../../src/document/index.js";
import { runContract } from "../cli/run-contract.js";

const SPEC = `{ openapi: 3.1.0, info: { title: t, version: "1" }, servers: [{ url: ../v1 }],
  paths: { /a: { get: { responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } } },
  components: { schemas: { A: { type: string } } } }`;

const SERVER = `
const { parentPort, workerData: spec } = require("node:worker_threads");
const large = Buffer.alloc(2 ** 20, " ");
const respond = (response, status, location) => response.writeHead(status, { connection: "close", ...(location && { location }) }).end();
let count = 0;
const server = require("node:http").createServer(({ url }, response) => {
  if (url === "/specs/a.yaml" || url === "/?spec=/a") response.end(spec);
  else if (url === "/count") response.end(spec.replace("title: t", "title: t" + ++count));
  else if (url === "/file-ref") response.end(spec.replace("#/components/schemas/A", "other.yaml"));
  else if (url === "/url-ref") response.end(spec.replace("#/components/schemas/A", "http://127.0.0.1:" + server.address().port + "/specs/a.yaml"));
  else if (url === "/outside-ref") response.end(spec.replace("#/components/schemas/A", "/etc/hostname"));
  else if (url === "/html") response.end("\\n<!doctype html><title>Log in</title>");
  else if (url === "/text") response.end("just text");
  else if (url === "/latin1") response.end(Buffer.from([0x61, 0x3a, 0xe9]));
  else if (url === "/empty") response.end();
  else if (url === "/moved") respond(response, 302, "specs/a.yaml");
  else if (url === "/away") respond(response, 301, "http://other.example/a.yaml?key=1");
  else if (url === "/port") respond(response, 307, "http://127.0.0.1:1/a.yaml");
  else if (url === "/circle") respond(response, 302, "/circle");
  else if (url === "/large") { for (let size = 0; size <= 32; size++) response.write(large); response.end(); }
  else if (url === "/cut") { response.writeHead(200, { "content-length": 100 }); response.write("a"); setTimeout(() => response.destroy(), 5); }
  else respond(response, 404);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

let worker: Worker;
let origin = "";

beforeAll(async () => {
  worker = new Worker(SERVER, { eval: true, workerData: SPEC });
  origin = await new Promise<string>((ready) =>
    worker.once("message", (port: number) => ready(`http://127.0.0.1:${port}`)),
  );
});

afterAll(async () => {
  await worker.terminate();
});

test.each([
  ["/specs/a.yaml", "/v1"],
  ["/moved", "/v1"],
  ["/?spec=/a", "/v1"],
])("%s is read", (path, base) => {
  const document = loadDocument(origin + path);
  expect(document.path).toBe(origin + path);
  expect(document.locate("/paths/~1a")).toMatchObject({ file: origin + path, line: 2 });
  expect(createSourceReader()(origin + path)).toEqual(SPEC.split("\n"));
  const [operation] = listOperations(document);
  const [server] = operation?.servers ?? [];
  expect(new URL(server?.url ?? "").href).toBe(origin + base);
});

test("a URL is read once", () => {
  const titles = [1, 2].map(() => loadDocument(`${origin}/count`).root.info);
  expect(titles[0]).toEqual(titles[1]);
});

test.each([
  ["/gone", "the server responded 404; give a URL that returns the spec"],
  ["/html", "the server returned HTML or XML; give the URL of the OpenAPI document itself, in YAML or JSON"],
  ["/away", "the server redirects to http://other.example; if you trust it, pass the URL of the spec there"],
  ["/port", "the server redirects to http://127.0.0.1:1; if you trust it, pass the URL of the spec there"],
  ["/circle", "the server redirects more than 5 times"],
  ["/large", "the response is larger than 32 MB"],
  ["/cut", "cannot be read: other side closed"],
  ["/latin1", "this is no UTF-8; save the file in UTF-8"],
  ["/text", "not an OpenAPI description: the file holds no object"],
  ["/empty", "not an OpenAPI description: the file holds no object"],
])("%s is not read: %s", (path, reason) => {
  let message = "";
  try {
    loadDocument(origin + path);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message.startsWith(origin + path)).toBe(true);
  expect(message).toContain(reason);
  expect(message).not.toContain("\n");
});

test.each([
  ["http://127.0.0.1:1/a", "http://127.0.0.1:1/a: cannot be read: bad port"],
  [
    "https://user:secret@a.example/b",
    "https://a.example/b: has credentials in the URL; download the spec, and pass the file",
  ],
  ["http://", "http://: is not a URL"],
])("%s: %s", (url, message) => expect(() => loadDocument(url)).toThrow(message));

test.each([
  [
    "/file-ref",
    "cannot be followed: a spec from a URL must be one file; download all its files, and pass the main file",
  ],
  [
    "/outside-ref",
    "cannot be followed: a spec from a URL must be one file; download all its files, and pass the main file",
  ],
  ["/url-ref", "is not fetched"],
])("the reference of %s %s", (path, reason) => {
  const document = loadDocument(origin + path);
  const messages = [...(document.unusable?.values() ?? [])].map(({ message }) => message);
  expect(messages).toEqual([expect.stringMatching(new RegExp(`\\$ref "[^"]+" ${reason}`))]);
});

test("contract diff compares the specs of two URLs", async () => {
  const { code, stdout, stderr } = await runContract(["diff", `${origin}/specs/a.yaml`, `${origin}/moved`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`Passed: no changes from ${origin}/specs/a.yaml to ${origin}/moved.\n`);
  const { code: absent, stderr: why } = await runContract(["diff", `${origin}/none`, `${origin}/moved`]);
  expect([absent, why]).toEqual([2, expect.stringContaining("404")]);
});
