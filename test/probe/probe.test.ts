import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { type CommandResult, createFolder, runContract } from "../cli/run-contract.js";
import { createCheckedClient } from "../sandbox/checked-client.js";
import { type Defect, KEY, startLibrary, writeSpecWithRefusals } from "./library-server.js";

async function library(defect?: Defect) {
  const service = await startLibrary(defect);
  onTestFinished(service.close);
  return service;
}

const ON_LIBRARY = ["--spec", writeSpecWithRefusals(), "--auth", `header:X-Key=${KEY}`, "--param", "bookId=1"];

async function probeLibrary(url: string, ...args: readonly string[]): Promise<CommandResult> {
  return runContract(["probe", url, ...ON_LIBRARY, ...args]);
}

test("a conforming service has no findings, with any seed", async () => {
  for (const seed of ["1", "2", "3"]) {
    // The probe deletes books, so each run needs a service of its own.
    const { url } = await library();
    const { code, stdout, stderr } = await probeLibrary(url, "--seed", seed, "--max-requests", "3000");
    expect(stdout).not.toMatch(/error|drift/);
    expect(stdout).toContain("5 of 5 operations seen");
    expect(stderr).toContain("0 accepted-invalid, 0 rejected-valid, 0 broke");
    expect(code).toBe(0);
  }
});

const DEFECTS: Readonly<Record<string, { readonly code: string; readonly defect: Defect }>> = {
  "takes what the contract forbids": {
    code: "response.status.invalid-accepted",
    defect: (response, { operation, isValid, isSignedIn }) =>
      operation === "addBook" && isSignedIn && !isValid ? { status: 201, body: { id: 7, title: "Emma" } } : response,
  },
  "refuses the maximum": {
    code: "exchange.valid.rejected",
    defect: (response, { url }) => (url.searchParams.get("limit") === "100" ? { ...response, ...REFUSED } : response),
  },
  "fails at the edge": {
    code: "exchange.request.failed",
    defect: (response, { url }) => (url.searchParams.get("limit") === "0" ? { status: 500 } : response),
  },
  "asks for no key": {
    code: "exchange.security.unchecked",
    defect: (response, { operation, isSignedIn }) =>
      operation === "getBook" && !isSignedIn ? { status: 200, body: { id: 1, title: "Book 1" } } : response,
  },
  "has no limit": {
    code: "exchange.limit.ignored",
    defect: (response, { url, isValid }) =>
      url.searchParams.has("limit") && isValid && Array.isArray(response.body)
        ? { ...response, body: [...response.body, ...Array.from({ length: 100 }, (_, id) => ({ id, title: "" }))] }
        : response,
  },
  "leaves a header out": {
    code: "response.header.missing",
    defect: (response, { operation }) => (operation === "listBooks" ? { ...response, headers: {} } : response),
  },
};
const REFUSED = { status: 400, headers: { "Content-Type": "application/problem+json" }, body: { title: "no" } };

test.each(Object.entries(DEFECTS))("a service that %s", async (_, { code, defect }) => {
  const { url } = await library(defect);
  const folder = createFolder({});
  const report = join(folder, "report.json");
  const result = await probeLibrary(url, "--max-requests", "3000", "--format", `json:${report}`);
  expect(result.code).toBe(1);
  const { findings } = JSON.parse(readFileSync(report, "utf8"));
  const found = findings.find((it: { readonly code: string }) => it.code === code);
  expect(found?.code).toBe(code);
});

test("a finding is reproduced by its case, and by its curl command", async () => {
  const { url } = await library(DEFECTS["fails at the edge"]?.defect);
  const folder = createFolder({});
  const report = join(folder, "report.json");
  await probeLibrary(url, "--max-requests", "3000", "--format", `json:${report}`);
  const { findings } = JSON.parse(readFileSync(report, "utf8"));
  const { reproduce } = findings.find((it: { readonly code: string }) => it.code === "exchange.request.failed");
  expect(reproduce.curl).not.toContain(KEY);
  const { stdout: response } = await promisify(execFile)(
    "sh",
    ["-c", `${reproduce.curl} -o /dev/null -w '%{http_code}'`],
    {
      env: { ...process.env, TOKEN: KEY },
      encoding: "utf8",
    },
  );
  expect(response.slice(-3)).toBe("500");
  const [, caseId = ""] = /--case (\S+)/.exec(reproduce.probe) ?? [];
  const again = await probeLibrary(url, "--case", caseId);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain("exchange.request.failed");
  expect(again.stdout).toMatch(/^1 exchange: 0 passed/m);
});

test("a dry run lists the cases and sends nothing", async () => {
  const { url, count } = await library();
  const { code, stdout, stderr } = await probeLibrary(url, "--dry-run");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^refused {3}negatives\/addBook\/body\/missing {2}without the required body$/m);
  expect(stdout).toMatch(/^accepted {2}boundaries\/listBooks\/query\.limit\/\S+ {2}.*100/m);
  expect(new Set(stdout.split("\n")).size).toBe(stdout.split("\n").length);
  expect(stderr).toContain("no requests sent");
  expect(count()).toBe(0);
});

test("safe-only mode sends only methods that change nothing", async () => {
  const methods = new Set<string>();
  const { url } = await library((response, { method }) => {
    methods.add(method);
    return response;
  });
  expect((await probeLibrary(url, "--safe", "--max-requests", "3000")).code).toBe(0);
  expect([...methods].filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method))).toEqual([]);
});

test("an interrupted run reports what it has seen", async () => {
  const interrupt = new AbortController();
  let seen = 0;
  const { url } = await library((response) => {
    seen += 1;
    if (seen === 40) interrupt.abort();
    return response;
  });
  let [stdout, stderr] = ["", ""];
  const code = await run(["probe", url, ...ON_LIBRARY], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: (async function* () {})(),
    env: {},
    signal: interrupt.signal,
    isTerminal: false,
  });
  expect(stderr).toContain("interrupted: the results up to then follow");
  expect(stdout).toMatch(/^(3\d|4\d) exchanges/m);
  expect(code).toBe(2);
});

test("the sandbox: a webhook is registered, delivered and checked, and its exchanges are recorded", async () => {
  const sandbox = await createSandbox({ seed: "probe" });
  onTestFinished(sandbox.close);
  const { token, businessId, applicationId } = await createCheckedClient(sandbox);
  const har = join(createFolder({}), "probe.har");
  const values = [`businessId=${businessId}`, `applicationId=${applicationId}`, `appId=${applicationId}`];
  const known = ["--auth", `bearer:${token}`, ...values.flatMap((it) => ["--param", it])];
  const kept = ["--phase", "examples,negatives,stateful", "--max-requests", "150", "--har", har];
  const { code, stdout, stderr } = await runContract([
    "probe",
    sandbox.url,
    ...known,
    "--server",
    `billingUrl=${sandbox.billingUrl}`,
    ...kept,
  ]);
  expect(stdout).not.toMatch(/error|drift/);
  expect(stdout).toContain("12 of 12 operations seen");
  expect(stderr).toMatch(/inconclusive: the limit of 150 requests is reached/);
  expect(code).toBe(2);
  const servers = ["--server", `baseUrl=${sandbox.url}`, "--server", `billingUrl=${sandbox.billingUrl}`];
  // The probe sends bodies that have a name twice, and expects that they are rejected.
  const codes = [...(await runContract(["check", har, ...servers])).stdout.matchAll(/^\S (?:error|drift) (\S+)/gm)];
  expect(new Set(codes.map(([, code]) => code))).toEqual(new Set(["request.body.duplicate-name"]));
  const one = await runContract(["probe", sandbox.url, ...known, "--case", "stateful/createHook/delivered"]);
  expect(one.stdout).toContain("createHook");
  expect(Number(/^(\d+) exchanges/m.exec(one.stdout)?.[1])).toBeGreaterThan(3);
  expect(one.code).toBe(0);
});
