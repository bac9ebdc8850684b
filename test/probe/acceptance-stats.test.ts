/** A probe must not pass without checking anything: its report for services that reject every request, or some. */
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { isAcceptable } from "../../src/probe/acceptance-stats.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { createCheckedClient } from "../sandbox/checked-client.js";
import { serveForTest } from "../serve.js";
import { type Defect, KEY, LIBRARY, startLibrary, writeSpecWithRefusals } from "./library-server.js";
import { getLiveContract, LIVE_SPEC } from "./live-case.js";

const SPEC = writeSpecWithRefusals();

async function probe(defect: Defect, ...args: readonly string[]) {
  const service = await startLibrary(defect);
  onTestFinished(service.close);
  const known = ["--auth", `header:X-Key=${KEY}`, "--param", "bookId=1"];
  const [url, given] = args[0] === "elsewhere" ? [`${service.url}/foo`, args.slice(1)] : [service.url, args];
  return runContract(["probe", url, "--spec", SPEC, "--max-requests", "100", ...(given.length > 0 ? given : known)]);
}

const refusal = (status: number) => ({
  status,
  headers: { "Content-Type": "application/problem+json" },
  body: { title: "no" },
});
const always =
  (status: number): Defect =>
  () =>
    refusal(status);
const signedIn: Defect = (response, { isSignedIn }) => (isSignedIn ? response : refusal(401));

const NOTHING: readonly (readonly [what: string, defect: Defect, args: readonly string[], message: RegExp])[] = [
  [
    "without credentials",
    always(401),
    ["--param", "bookId=1"],
    /\(401\): no credentials given; give --auth header:X-Key=VALUE/,
  ],
  ["with credentials that it does not take", always(401), [], /\(401\): the credentials were rejected; .*--auth/],
  [
    "below another path",
    always(404),
    ["elsewhere", "--auth", "header:X-Key=k"],
    /\(404\): .* none of the paths of the spec; .*base URL/,
  ],
  ["with credentials of another kind", always(403), ["--auth", "bearer:k"], /\(403\): the credentials were rejected/],
  ["where everything is somewhere else", always(307), [], /\(307\): every response is a redirect; .*base URL/],
  ["that wants to be left alone", always(429), [], /\(429\): the service is busy or not ready; .*--rate/],
];

test.each(NOTHING)("a service %s accepts nothing, which is inconclusive", async (_, defect, args, message) => {
  const { code, stdout, stderr } = await probe(defect, ...args);
  expect(stderr).toMatch(message);
  expect(stdout).toMatch(/^Inconclusive: (\d+ of \d+ operations rejected every request|none of \d+ requests was) /);
  expect(code).toBe(2);
});

const WITH_ERRORS: typeof NOTHING = [
  ["that has no words for it", always(500), [], /none of \d+ requests was accepted \(500\)$/m],
];

test.each(WITH_ERRORS)("a service %s accepts nothing, and its errors win", async (_, defect, args, message) => {
  const { code, stdout, stderr } = await probe(defect, ...args);
  expect(stderr).toMatch(message);
  expect(stdout).toMatch(/^Failed: .*; not everything was checked\.[\s\S]*^Not checked\n.*none of/m);
  expect(stderr).toMatch(/not checked: (.*\n)*.*none of/);
  expect(code).toBe(1);
});

test("partially accepted operations are in the report, with what would help", async () => {
  const onlyLists: Defect = (response, { operation }) => (operation === "getBook" ? refusal(404) : response);
  const args = ["--auth", `header:X-Key=${KEY}`];
  const { code, stdout, stderr } = await probe(onlyLists, ...args, "--max-requests", "500");
  expect(stdout).toMatch(
    /^No request accepted\n {2}getBook: no request was accepted \(404\): pass values .*, such as bookId/m,
  );
  expect(stderr).toMatch(
    /inconclusive: http:\S+ accepted no request of 1 operation: getBook; leave out what cannot be tested with --exclude/,
  );
  expect(code).toBe(2);
  const { unaccepted } = JSON.parse((await probe(onlyLists, ...args, "--format", "json")).stdout);
  expect(unaccepted).toMatchObject([{ operations: ["getBook"], reason: expect.stringContaining("(404)") }]);
});

test("no value of a parameter makes up for a path that the service lacks", async () => {
  const noCreation: Defect = (response, { operation }) => (operation === "addBook" ? refusal(404) : response);
  const { stdout } = await probe(noCreation, "--auth", `header:X-Key=${KEY}`, "--max-requests", "500");
  expect(stdout).toMatch(/^ {2}addBook: no request was accepted \(404\): the service has no such path {2}by/m);
});

test("cases beyond the budget are reported too", async () => {
  const { stdout } = await probe(signedIn, "--auth", `header:X-Key=${KEY}`, "--max-requests", "2");
  expect(stdout).toMatch(/^ {2}\S.*: not probed: the limit of 2 requests is reached/m);
});

test("a single case is decided by what else the service accepts", async () => {
  const one = ["--case", "negatives/addBook/body/missing"];
  const without = await probe(signedIn, ...one, "--auth", "header:X-Key=wrong");
  expect(without.stdout).toMatch(/addBook: no request was accepted \(401\): the credentials were rejected/);
  const { code, stdout } = await probe(signedIn, ...one, "--auth", `header:X-Key=${KEY}`);
  expect(stdout).not.toContain("No request accepted");
  expect(code).toBe(0);
});

test.each<[auth: readonly string[], advice: boolean]>([
  [[], true],
  [["--auth", `header:X-Key=${KEY}`], false],
])("an unknown case of a run with %j has advice about credentials: %s", async (auth, advice) => {
  const { code, stderr } = await probe(signedIn, "--case", "nothing", "--param", "bookId=1", ...auth);
  expect(stderr).toContain("--case nothing: no such case");
  expect(stderr.includes("if the run had --auth, give it again")).toBe(advice);
  expect(code).toBe(2);
});

test.each([
  [
    "random/getBook",
    /^--case random\/getBook: not sent, because no other request of getBook was accepted \(404\); --dry/,
  ],
  ["stateful/getBook/any", /any: not sent, because no other request of getBook was accepted \(404\); --dry-run lists/],
  ["random/getBooks", /random\/getBooks: no such case with this seed and these options; --dry-run lists the cases/],
  ["random/addBook/any", /any: no such case with this seed and these options; --dry-run lists the cases/],
])("the case %s of a service that has no books any more is not sent", async (id, message) => {
  const withoutBooks: Defect = (response, { operation }) => (operation === "getBook" ? refusal(404) : response);
  const { code, stderr } = await probe(withoutBooks, "--case", id, "--auth", `header:X-Key=${KEY}`);
  expect(stderr.replace("contract probe: ", "")).toMatch(message);
  expect(code).toBe(2);
});

test("only sign-in operations and operations without a documented success need no acceptance", () => {
  const { document, operations } = getLiveContract();
  const not = operations.filter((it) => it.kind === "path" && !isAcceptable(document, it)).map(({ id }) => id);
  expect(not).toEqual(["createToken"]);
  const library = loadContract(LIBRARY);
  const [some] = library.operations;
  if (some === undefined) throw new Error("the library has no operations");
  const [response] = some.responses;
  const accepted = ["200", "2XX", "default", "4XX", "422"].filter((status) => {
    const operation = { ...some, responses: response === undefined ? [] : [{ ...response, status }] };
    return isAcceptable(library.document, operation);
  });
  expect(accepted).toEqual(["200", "2XX", "default"]);
});

test("the sandbox: operations without ids are reported, and those that are always rejected are not", async () => {
  const sandbox = await createSandbox({ seed: "accepted" });
  onTestFinished(sandbox.close);
  const { token, businessId } = await createCheckedClient(sandbox);
  const given = ["--spec", LIVE_SPEC, "--auth", `bearer:${token}`, "--param", `businessId=${businessId}`];
  const run = ["probe", sandbox.url, ...given, "--phase", "examples"];
  const { code, stdout } = await runContract(run);
  expect(stdout).toMatch(/^ {2}createHook: no request was accepted \(403\): pass values .*, such as applicationId/m);
  expect(stdout).toMatch(/^ {2}listSubscriptions, .*listPlans: not probed .*: give --server billingUrl=URL/m);
  expect(stdout).not.toMatch(/createToken.*accepted/);
  expect(code).toBe(2);
  const { stderr } = await runContract([...run, "--dry-run"]);
  expect(stderr).toMatch(/listPlans: not probed .*: give --server billingUrl=URL/);
  const signing = ["probe", sandbox.url, "--spec", LIVE_SPEC, "--only", "createToken"];
  expect((await runContract(signing)).code).toBe(0);
  expect((await runContract(signing.with(1, `${sandbox.url}/foo`))).code).toBe(2);
});

const NAMES = Array.from({ length: 24 }, (_, at) => `things${at}`);
const writeSpec = ({ suffix = "", security = "", documented = "200" }: Setup): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(
      NAMES.map((name) => [`/${name}${suffix}`, { get: buildOperation(name, suffix, documented) }]),
    ),
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    ...(security === "" ? {} : { security: [{ [security]: [] }] }),
  });
const buildOperation = (operationId: string, suffix: string, documented: string) => ({
  operationId,
  parameters: suffix === "" ? [] : [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  responses: {
    "200": { description: "d", content: { "application/json": { schema: { type: "object" } } } },
    ...(documented === "200" ? {} : { [documented]: { description: "d" } }),
  },
});

type Setup = {
  readonly accepted: number;
  readonly status: number;
  readonly type?: string;
  readonly suffix?: string;
  readonly security?: string;
  /** A status that the spec documents beside 200. */
  readonly documented?: string;
  readonly args?: readonly string[];
};

/** Probes a service that accepts the requests of some operations, and responds to all others in one way. */
async function probeSetup(setup: Setup) {
  const { accepted, status, args = [], type = "application/json" } = setup;
  const open = NAMES.slice(0, accepted).map((name) => `/${name}`);
  let requests = 0;
  const server = createServer(({ url = "" }, response) => {
    requests += 1;
    const isOpen = open.includes(url);
    response.writeHead(isOpen ? 200 : status, { "Content-Type": isOpen ? "application/json" : type }).end("{}");
  });
  const spec = join(createFolder({ "openapi.json": writeSpec(setup) }), "openapi.json");
  const url = await serveForTest(server);
  const { code, stdout } = await runContract(["probe", url, "--spec", spec, "--max-requests", "120", ...args]);
  return { code, requests, first: stdout.split("\n")[0] };
}

test.each<[what: string, setup: Setup, max: number, first: RegExp]>([
  ["credentials", { accepted: 0, status: 401 }, 10, /^Inconclusive: 10 of 10 .*\(401\): no credentials given/],
  ["those of the spec", { accepted: 0, status: 403, security: "key" }, 24, /give --auth header:X-Key=VALUE \(key\)/],
  ["right ones", { accepted: 0, status: 401, args: ["--auth", "bearer:x"] }, 10, /the credentials were rejected/],
  ["credentials, but for health", { accepted: 2, status: 401 }, 20, /^Inconclusive: 18 of 20 .*\(401\)/],
  ["another base URL", { accepted: 0, status: 404 }, 10, /\(404\): the service has none of the paths/],
  ["the base URL of all paths", { accepted: 0, status: 404, suffix: "/{id}" }, 24, /\(404\): the service has none/],
  ["that of no page", { accepted: 0, status: 200, type: "text/html" }, 10, /\(200\): the service has none/],
  ["that of no redirect", { accepted: 0, status: 302 }, 10, /\(302\): every response is a redirect/],
  ["no other redirect", { accepted: 0, status: 302, documented: "303" }, 10, /\(302\): every response is a redirect/],
  ["time", { accepted: 0, status: 429 }, 10, /\(429\): the service is busy/],
])("a run that needs %s ends early, and blames nothing else", async (_, setup, max, first) => {
  const ended = await probeSetup(setup);
  expect(ended.first).toMatch(first);
  expect(ended.code).toBe(2);
  expect(ended.requests).toBeLessThanOrEqual(max);
});

test.each<[what: string, setup: Setup, expectedCode?: number]>([
  ["some operations accept requests", { accepted: 3, status: 401 }],
  ["some paths exist", { accepted: 3, status: 404 }],
  ["the user gives no credentials on purpose", { accepted: 0, status: 401, args: ["--auth", "none"] }],
  ["the content is at fault", { accepted: 0, status: 400 }],
  ["the service fails", { accepted: 0, status: 500 }],
  ["the spec documents the redirects", { accepted: 0, status: 302, documented: "302" }, 0],
  ["the spec documents all redirects", { accepted: 0, status: 302, documented: "3XX" }, 0],
])("a run goes on if %s", async (_, setup, expectedCode = 1) => {
  const { code, requests } = await probeSetup(setup);
  expect(requests).toBeGreaterThan(40);
  expect(code).toBe(expectedCode);
});
