import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, runContract } from "../../cli/run-contract.js";

const SPEC = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
security: [{ token: [] }]
paths:
  /items:
    get: { operationId: listItems, responses: { "200": { description: d }, "401": { description: d } } }
  /login:
    post:
      operationId: logIn
      security: []
      responses:
        "200": { description: d, headers: { Set-Cookie: { required: true, schema: { type: string } } } }
  /cart:
    get:
      operationId: getCart
      security: []
      parameters: [{ name: cart, in: cookie, required: true, schema: { type: string } }]
      responses: { "200": { description: d } }
  /keys: { get: { operationId: getKeys, security: [{ key: [] }, { query: [] }], responses: { "200": { description: d } } } }
  /quotes: { get: { operationId: getQuotes, security: [{ query: [] }], responses: { "200": { description: d } } } }
  /free:
    get:
      operationId: getFree
      security: []
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { "200": { description: d } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: key }
`;

type Step = { path: string; method?: string; status?: number; headers?: Headers; response?: Headers; host?: string };
type Headers = Readonly<Record<string, string>>;

const ITEMS: Step = { path: "/items" };
const FREE: Step = { path: "/free" };
const LOGIN: Step = { path: "/login", method: "POST" };
const CART: Step = { path: "/cart" };
const KEYS: Step = { path: "/keys" };
const TOKEN = { Authorization: "Bearer a.b.c" };

const CREDENTIALS = "credentials: no request of the recording has any";
const SET_COOKIE = "Set-Cookie headers: no response of the recording has one";
const MISSING = ["request.security.missing"];

type Case = { steps: readonly Step[]; code: 0 | 1; codes?: readonly string[]; notes?: readonly string[] };

const CASES: Readonly<Record<string, Case>> = {
  "no exchange has credentials": { steps: [ITEMS, FREE, ITEMS], code: 0, notes: [CREDENTIALS] },
  "one has a token, before": { steps: [{ ...ITEMS, headers: TOKEN }, ITEMS], code: 1, codes: MISSING },
  "one has a token, after": { steps: [ITEMS, { ...ITEMS, headers: TOKEN }], code: 1, codes: MISSING },
  "one has a cookie, of another host": {
    steps: [ITEMS, { ...FREE, host: "other.example", headers: { Cookie: "a=b" } }],
    code: 1,
    codes: MISSING,
  },
  "one has the key of a scheme": { steps: [ITEMS, { ...KEYS, headers: { "x-key": "k" } }], code: 1, codes: MISSING },
  "one has the key in its query": { steps: [ITEMS, { ...KEYS, path: "/keys?key=k" }], code: 1, codes: MISSING },
  "the key belongs into the query": {
    steps: [ITEMS, { path: "/quotes" }],
    code: 1,
    codes: MISSING,
    notes: [CREDENTIALS],
  },
  "one has another header": {
    steps: [ITEMS, { ...KEYS, headers: { "X-Other": "k" } }],
    code: 0,
    codes: ["request.header.undeclared"],
    notes: [CREDENTIALS],
  },
  "nothing needs credentials": { steps: [FREE, FREE], code: 0 },
  "the request was rejected": { steps: [{ ...ITEMS, status: 401 }], code: 0 },
  "a required cookie": { steps: [CART], code: 0, notes: [CREDENTIALS] },
  "a required cookie among others": {
    steps: [CART, { ...CART, headers: { Cookie: "cart=1" } }],
    code: 1,
    codes: ["request.cookie.missing", "response.status.invalid-accepted"],
  },
  "a required Set-Cookie": { steps: [LOGIN], code: 0, notes: [SET_COOKIE] },
  "a required Set-Cookie, recorded once": {
    steps: [LOGIN, { ...LOGIN, response: { "Set-Cookie": "a=b" } }],
    code: 1,
    codes: ["response.header.missing"],
  },
  "a required Set-Cookie, with credentials elsewhere": {
    steps: [LOGIN, { ...ITEMS, headers: TOKEN }],
    code: 1,
    codes: ["response.header.missing"],
  },
  "Set-Cookie recorded, but no credentials": {
    steps: [ITEMS, { ...LOGIN, response: { "Set-Cookie": "a=b" } }],
    code: 0,
    notes: [CREDENTIALS],
  },
  "Set-Cookie and credentials": { steps: [ITEMS, LOGIN], code: 0, notes: [SET_COOKIE, CREDENTIALS] },
  "another violation beside it": {
    steps: [ITEMS, { ...FREE, path: "/free?limit=x" }],
    code: 1,
    codes: ["request.query.invalid", "response.status.invalid-accepted"],
    notes: [CREDENTIALS],
  },
};

describe("credentials that a recorder left out", () => {
  test.each(Object.entries(CASES))("%s", async (_, { steps, code, codes = [], notes = [] }) => {
    const { report, ...result } = await checkHar(steps);
    expect({ code: result.code, codes: codesOf(report), notes: notesOf(report) }).toEqual({ code, codes, notes });
    expect(report.summary.notLogged ?? 0).toBe(notes.length === 0 ? 0 : report.summary.partial);
  });

  test("the same recording as NDJSON has the same report", async () => {
    for (const { steps, codes = [], code } of Object.values(CASES)) {
      const folder = createFolder({ "spec.yaml": SPEC, "a.ndjson": steps.map(toLine).join("") });
      const result = await check(join(folder, "a.ndjson"), folder);
      expect({ code: result.code, codes: codesOf(result.report) }).toEqual({ code, codes });
    }
  });

  test.each(Object.entries(CASES))("in shards: %s", async (_, { steps }) => {
    const folder = createFolder({ "spec.yaml": SPEC, "a.har": harOf(steps) });
    const whole = await check(join(folder, "a.har"), folder);
    for (const shard of ["1", "2"])
      await check(join(folder, "a.har"), folder, "--shard", `${shard}/2`, "--format", `json:${folder}/${shard}.json`);
    const merged = await runContract(["merge", `${folder}/1.json`, `${folder}/2.json`, "--format", "json"]);
    expect(JSON.parse(merged.stdout)).toEqual(whole.report);
  });

  test.each(Object.entries(CASES))("the verdict lines agree with the report: %s", async (_, { steps }) => {
    const folder = createFolder({ "spec.yaml": SPEC, "a.har": harOf(steps) });
    const { report } = await check(join(folder, "a.har"), folder, "--verdicts", `${folder}/v.ndjson`);
    const lines = readFileSync(`${folder}/v.ndjson`, "utf8").trim().split("\n");
    const verdicts = lines.map((line) => JSON.parse(line) as { index: number; verdict: string });
    expect(verdicts.map(({ index }) => index)).toEqual(steps.map((_step, index) => index));
    for (const verdict of ["passed", "failed", "partial", "skipped"] as const)
      expect(verdicts.filter((it) => it.verdict === verdict).length, verdict).toBe(report.summary[verdict]);
  });
});

test("each of several recordings is decided separately", async () => {
  const folder = createFolder({
    "spec.yaml": SPEC,
    "a.har": harOf([ITEMS]),
    "b.har": harOf([ITEMS, { ...ITEMS, headers: TOKEN }]),
  });
  const { report } = await check(folder, folder);
  expect(notesOf(report)).toEqual([CREDENTIALS]);
  expect(report.findings.map(({ first, exchanges }) => [first.source.split("/").at(-1), exchanges])).toEqual([
    ["b.har", 1],
  ]);
});

test.each(["text", "json", "ndjson", "junit", "sarif", "markdown", "html"])("%s has the note once", async (format) => {
  const folder = createFolder({ "spec.yaml": SPEC, "a.har": harOf([ITEMS, ITEMS]) });
  const { stdout, code } = await runContract([
    ...["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml"), "--format", format],
  ]);
  expect(code).toBe(0);
  expect(stdout.match(/credentials(: |&#58; )no request of/g)).toHaveLength(1);
});

test("the GitHub report counts what was not checked", async () => {
  const folder = createFolder({ "spec.yaml": SPEC, "a.har": harOf([ITEMS, ITEMS]) });
  const run = ["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml"), "--format", "github"];
  expect((await runContract(run)).stdout).toContain("2 exchanges checked only for the recorded fields");
});

type JsonReport = {
  readonly summary: Readonly<Record<"passed" | "failed" | "partial" | "skipped", number>> & { notLogged?: number };
  readonly findings: readonly { code: string; exchanges: number; first: { source: string } }[];
  readonly notLogged?: readonly { reason: string }[];
};

async function checkHar(steps: readonly Step[]): Promise<{ code: number; report: JsonReport }> {
  const folder = createFolder({ "spec.yaml": SPEC, "a.har": harOf(steps) });
  return check(join(folder, "a.har"), folder);
}

async function check(
  traffic: string,
  folder: string,
  ...options: readonly string[]
): Promise<{ code: number; report: JsonReport }> {
  const format = options.includes("--format") ? [] : ["--format", "json"];
  const run = ["check", traffic, "--spec", join(folder, "spec.yaml"), ...format, ...options];
  const { code, stdout } = await runContract(run);
  return { code, report: stdout === "" ? {} : JSON.parse(stdout) };
}

function codesOf({ findings }: JsonReport): string[] {
  return findings.map(({ code }) => code);
}

/** Without the folder, which differs in each run. */
function notesOf({ notLogged = [] }: JsonReport): string[] {
  return notLogged.map(({ reason }) => reason.replace(/\bof \S*\//, "of "));
}

function harOf(steps: readonly Step[]): string {
  const list = (headers: Headers = {}): object[] => Object.entries(headers).map(([name, value]) => ({ name, value }));
  return createHar(
    ...steps.map(({ path, method = "GET", status = 200, headers, response, host = "shop.example" }) => ({
      request: { method, url: `https://${host}${path}`, headers: list(headers) },
      response: { status, headers: list(response), content: { size: 0 } },
    })),
  );
}

function toLine({
  path,
  method = "GET",
  status = 200,
  headers = {},
  response = {},
  host = "shop.example",
}: Step): string {
  const request = { method, url: `https://${host}${path}`, headers };
  return `${JSON.stringify({ request, response: { status, headers: response } })}\n`;
}
