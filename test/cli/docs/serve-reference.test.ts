/** `contract docs`: what it responds to each path, and how the spec is named. test/docs has the tests of the page. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    get: { operationId: listNotes, summary: List notes, responses: { "200": { description: ok } } }
`;

/** Serves the reference until the test ends. Returns its address. */
async function serve(name: (spec: string) => readonly string[]): Promise<string> {
  const spec = join(createFolder({ "notes.yaml": SPEC }), "notes.yaml");
  const stop = new AbortController();
  const address = await new Promise<string>((found, failed) => {
    const ended = runContract(["docs", ...name(spec), "--port", "0"], "", {}, { signal: stop.signal, stdout: found });
    ended.then(({ code, stderr }) => failed(new Error(`exit code ${code}: ${stderr}`)), failed);
    onTestFinished(async () => {
      stop.abort();
      expect((await ended).code).toBe(0);
    });
  });
  return address.trim();
}

/** Paths, and the status, the media type and a part of the text of the response. */
const RESPONSES: readonly (readonly [path: string, head: string, part: string])[] = [
  ["/", "200 text/html; charset=utf-8", "List notes"],
  ["/?a=/b", "200 text/html; charset=utf-8", "List notes"],
  ["/index.md", "200 text/markdown; charset=utf-8", "Notes"],
  ["/operations/list-notes.md", "200 text/markdown; charset=utf-8", "`GET /notes`"],
  ["/openapi.json", "200 application/json", '"listNotes"'],
  ["/reference.css", "200 text/css; charset=utf-8", "{"],
  ["/reference.js", "200 text/javascript; charset=utf-8", ""],
  ["/llms.txt", "200 text/plain; charset=utf-8", "operations/list-notes.md"],
  ["/404.html", "200 text/html; charset=utf-8", ""],
  ["/gone", "404 text/html; charset=utf-8", "<"],
  ["/gone.css", "404 text/html; charset=utf-8", "<"],
  ["/%", "404 text/html; charset=utf-8", "<"],
  ["/..%2fnotes.yaml", "404 text/html; charset=utf-8", "<"],
  ["/operations/", "404 text/html; charset=utf-8", "<"],
  ["/changes", "200 text/event-stream", ""],
];

test.each([["as the argument", (spec: string) => [spec]]])("serves the spec that is named %s", async (_, name) => {
  const address = await serve(name);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  for (const [path, head, part] of RESPONSES) {
    const response = await fetch(address + path.slice(1));
    expect(`${path} ${response.status} ${response.headers.get("content-type")}`).toBe(`${path} ${head}`);
    if (part === "") await response.body?.cancel();
    else expect(await response.text(), path).toContain(part);
  }
});

test("listens at an address of IPv6", async () => {
  expect(await serve((spec) => [spec, "--host", "::1"])).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
});

test("names a port that is in use", async () => {
  const { port } = new URL(await serve((spec) => [spec]));
  const spec = join(createFolder({ "notes.yaml": SPEC }), "notes.yaml");
  const { code, stderr } = await runContract(["docs", spec, "--port", port]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(`cannot listen on 127.0.0.1, port ${port}: .*; choose another with --port`),
  });
});
