/** Values that few services are tested with, one finding for one cause, and the smallest request that shows it. */
import { execFile } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";

const thing =
  "{ type: object, required: [name, size], properties: { name: { type: string }, size: { type: integer }, " +
  "note: { type: string }, color: { type: string, enum: [red, blue] } } }";
const SPEC = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        "200": { description: d, content: { application/json: { schema: { type: array, items: ${thing} } } } }
        "400": { description: refused }
    post:
      operationId: addThing
      requestBody: { required: true, content: { application/json: { schema: ${thing}, example: { name: n, size: 1, note: x, color: red } } } }
      responses:
        "201": { description: d, content: { application/json: { schema: ${thing} } } }
        "400": { description: refused }
`;

type Thing = Readonly<Record<string, unknown>>;
type Call = {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly text: string;
  readonly body: Thing;
};

/** The status of a response to a request that is not processed. */
type Fault = (call: Call) => number | undefined;

function isThing({ name, size, note = "", color = "red" }: Thing): boolean {
  return (
    [name, note].every((it) => typeof it === "string") &&
    Number.isInteger(size) &&
    ["red", "blue"].includes(String(color))
  );
}

type Service = { readonly fault: Fault; readonly accepts: (body: Thing) => boolean };

function parseThing(text: string): Thing | undefined {
  try {
    const value = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function getStatus({ fault, accepts }: Service, request: IncomingMessage, text: string): number {
  const query = new URL(request.url ?? "/", "http://x").searchParams;
  const body = parseThing(text);
  const wrong = body === undefined ? undefined : fault({ request, query, text, body });
  if (wrong !== undefined) return wrong;
  if (request.method === "GET" || request.method === "HEAD")
    return query.getAll("page").every((it) => /^-?\d*$/.test(it)) ? 200 : 400;
  if (request.method !== "POST") return 405;
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "");
  return isJson && body !== undefined && accepts(body) ? 201 : 400;
}

/** Processes requests correctly, but for a fault. */
async function startThings(fault: Fault = () => undefined, accepts: Service["accepts"] = isThing) {
  const calls: string[] = [];
  const stored: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    calls.push(`${request.method} ${request.url} ${request.headers["content-type"] ?? ""} ${text}`);
    const status = getStatus({ fault, accepts }, request, text);
    if (status === 201) stored.push(text);
    const content = status === 200 ? `[${stored.slice(0, 50).join()}]` : status === 201 ? text : "";
    const allow = status === 405 ? { Allow: "GET, HEAD, POST" } : {};
    response.writeHead(status, content === "" ? allow : { "Content-Type": "application/json" }).end(content);
  });
  return { url: await serveForTest(server), calls };
}

async function probe(url: string, ...args: readonly string[]) {
  const folder = createFolder({ "things.yaml": SPEC });
  const { stdout, stderr, code } = await runContract([
    "probe",
    url,
    "--spec",
    join(folder, "things.yaml"),
    "--format",
    "json",
    ...args,
  ]);
  if (stdout === "") throw new Error(stderr);
  return { code, findings: JSON.parse(stdout).findings as readonly Finding[], outcome: JSON.parse(stdout).outcome };
}

type Finding = {
  readonly code: string;
  readonly message: string;
  readonly property?: string;
  readonly consequences?: readonly { readonly code: string }[];
  readonly reproduce: { readonly curl: string };
};

const FAULTS: readonly (readonly [what: string, fault: Fault, message: RegExp])[] = [
  ["2^53 + 1", ({ query }) => (query.get("page") === "9007199254740993" ? 500 : undefined), /page: 9007199254740993/],
  [
    "2^63 in a body",
    ({ text }) => (/"size":9223372036854775808\b/.test(text) ? 500 : undefined),
    /size: 9223372036854775808/,
  ],
  ["NUL", ({ body }) => (String(body.note).includes("\u0000") ? 500 : undefined), /note: .*NUL/],
  ["control characters", ({ body }) => (String(body.note).includes("\u001f") ? 500 : undefined), /note: .*control/],
  [
    "decomposed text",
    ({ body }) => (String(body.name) !== String(body.name).normalize("NFC") ? 500 : undefined),
    /NFD/,
  ],
  ["long text", ({ body }) => (String(body.note).length > 65_535 ? 500 : undefined), /65,536 characters/],
  ["a repeated parameter", ({ query }) => (query.getAll("page").length > 1 ? 500 : undefined), /page: sent twice/],
  ["an empty parameter", ({ query }) => (query.get("page") === "" ? 500 : undefined), /page: empty/],
  [
    "a charset",
    ({ request }) => (/charset/.test(request.headers["content-type"] ?? "") ? 415 : undefined),
    /rejects a valid request with 415.*charset=utf-8/,
  ],
];

test("a service that processes every value, or rejects what the spec leaves open, has no findings", async () => {
  const { url, calls } = await startThings();
  expect(await probe(url)).toMatchObject({ code: 0, findings: [] });
  expect(calls.some((it) => it.includes('"size":9223372036854775808'))).toBe(true);
  const isOpen: Fault = ({ query, text }) =>
    query.getAll("page").length > 1 || text.length > 60_000 || text.includes("\u0000") ? 422 : undefined;
  const strict = await startThings(isOpen);
  expect(await probe(strict.url)).toMatchObject({ code: 0, findings: [] });
});

test.each(FAULTS)(
  "a service that fails for %s has one finding, with the smallest request",
  async (_, fault, message) => {
    const { url } = await startThings(fault);
    const { findings } = await probe(url, "--phase", "examples,boundaries");
    expect(findings.map((it) => it.message)).toEqual([expect.stringMatching(message)]);
    const [{ reproduce, consequences = [] } = { reproduce: { curl: "" } }] = findings;
    expect(consequences.map(({ code }) => code).filter((code) => code !== "response.status.undocumented")).toEqual([]);
    // The body of a request with another Content-Type is sent unchanged.
    expect(reproduce.curl).not.toMatch(/^(?!.*charset).*"color"/);
  },
);

test("the shrunk command shows the failure again", async () => {
  const { url } = await startThings(({ body }) => (String(body.note).includes("\u001f") ? 500 : undefined));
  const { findings } = await probe(url, "--phase", "examples,boundaries");
  const [{ reproduce } = { reproduce: { curl: "" } }] = findings;
  expect(reproduce.curl).toContain('{"name":"n","size":1,"note":');
  const { stdout } = await promisify(execFile)("bash", ["-c", reproduce.curl]);
  expect(stdout).toMatch(/^HTTP\/1.1 500 /);
});

test("a value that the service should have rejected is one finding, however often it is returned", async () => {
  const { url } = await startThings(undefined, (body) => isThing({ ...body, color: "red" }));
  const { findings } = await probe(url);
  expect(findings.length).toBeGreaterThan(0);
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["response.status.invalid-accepted"]));
});

test("the same seed sends the same cases at every rate and with every number of workers", async () => {
  const sent = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { url, calls } = await startThings();
    expect((await probe(url, "--seed", "7", ...args)).code).toBe(0);
    return calls;
  };
  const one = await sent("--workers", "1");
  const slow = await sent("--workers", "1", "--rate", "400");
  expect(slow).toEqual(one);
  const many = await sent("--workers", "9");
  expect([...many].sort()).toEqual([...one].sort());
  expect(await sent("--workers", "1", "--seed", "8")).not.toEqual(one);
});
