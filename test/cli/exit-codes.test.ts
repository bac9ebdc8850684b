/** An error always wins: each command, in each format, with an error, with something that was not checked, with both, and with none. */
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FormatName } from "../../src/report/index.js";
import { bundledCommand } from "../bundled.js";
import { junitProblems, sarifProblems } from "../report/validators.js";
import { serveForTest } from "../serve.js";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const VALID = createHarEntry();
const WRONG = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"Emma"}' } } });

/** The state of a run: whether it has an error, and whether something was not checked. */
type State = "error" | "unchecked" | "both" | "none";
const STATES: Readonly<Record<State, readonly [code: number, word: string]>> = {
  error: [1, "Failed"],
  unchecked: [2, "Inconclusive"],
  both: [1, "Failed"],
  none: [0, "Passed"],
};

function createTraffic(state: State): Readonly<Record<string, string>> {
  const hasError = state === "error" || state === "both";
  const hasGap = state === "unchecked" || state === "both";
  return {
    "a.har": createHar(VALID, ...(hasError ? [WRONG] : [])),
    "b.har": createHar(VALID, ...(hasGap ? [null] : [])),
  };
}

const BROKEN_SPEC = "openapi: 3.1.0\ninfo: { title: t, version: 1 }\npaths: { /a: { get: { responses: {} } } }\n";
const GOOD_SPEC = readFileSync(LIBRARY, "utf8");
const OLD_SPEC = GOOD_SPEC.replace("maximum: 100", "maximum: 1000");

const OBJECT = "{ description: d, content: { application/json: { schema: { type: object } } } }";
const SHOP = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /health: { get: { operationId: getHealth, responses: { "200": ${OBJECT} } } }
  /stock: { get: { operationId: getStock, responses: { "200": ${OBJECT}, "404": { description: none } } } }
`;

type Respond = (response: ServerResponse) => void;
const respond =
  (status: number, text: string): Respond =>
  (response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(text);
/** Promises more bytes than it sends. */
const cutOff: Respond = (response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" }).write("{");
  setTimeout(() => response.destroy(), 20);
};

/** Starts a service on loopback that gives these responses. In a run with an error, the health is no object. */
async function startShop(state: State, stock: Respond): Promise<string> {
  const health = respond(200, state === "error" || state === "both" ? "[]" : "{}");
  const server = createServer(({ url = "" }, response) => (url.startsWith("/stock") ? stock : health)(response));
  return serveForTest(server);
}

/** Records a request for each path, and then interrupts the command. */
async function record(target: string, paths: readonly string[], args: readonly string[]) {
  const interrupt = new AbortController();
  const folder = createFolder({ "shop.yaml": SHOP });
  const files = ["--spec", join(folder, "shop.yaml"), "--out", join(folder, "out.har")];
  return runContract(
    ["record", "--target", target, "--port", "0", ...files, ...args],
    "",
    {},
    {
      signal: interrupt.signal,
      stderr: (text) => {
        const [, url] = /^recording (\S+) ->/m.exec(text) ?? [];
        if (url === undefined) return;
        const request = (path: string) => fetch(url + path).then((response) => response.text());
        void Promise.allSettled(paths.map(request)).finally(() => interrupt.abort());
      },
    },
  );
}

const hasGap = (state: State): boolean => state === "unchecked" || state === "both";

type Run = (folder: string, state: State, outputs: readonly string[]) => ReturnType<typeof runContract>;

const check = (folder: string, ...more: readonly string[]): string[] => ["check", folder, "--spec", LIBRARY, ...more];

const COMMANDS: Readonly<Record<string, Run>> = {
  check: (folder, _, outputs) => runContract(check(folder, ...outputs)),
  "check --workers": (folder, _, outputs) =>
    runContract(check(folder, "--workers", "2", ...outputs), "", {}, { selfCommand: bundledCommand() }),
  "shards and merge": async (folder, _, outputs) => {
    const reports = [1, 2].map((index) => join(folder, `shard-${index}.json`));
    for (const [at, report] of reports.entries())
      await runContract(check(folder, "--shard", `${at + 1}/2`, "--format", `json:${report}`));
    return runContract(["merge", ...reports, ...outputs]);
  },
  gate: (_, state, outputs) => {
    const config = JSON.stringify({ spec: "library.yaml", traffic: ["a.har", "b.har"] });
    const files = { ...createTraffic(state), "library.yaml": GOOD_SPEC, "contract.config.yaml": config };
    return runContract(["gate", "--config", join(createFolder(files), "contract.config.yaml"), ...outputs]);
  },
  lint: (_, state, outputs) => {
    const files = { "good.yaml": GOOD_SPEC, "bad.yaml": BROKEN_SPEC };
    const folder = createFolder(files);
    const named = state === "error" || state === "both" ? "bad.yaml" : "good.yaml";
    const gone = state === "unchecked" || state === "both" ? [join(folder, "gone.yaml")] : [];
    return runContract(["lint", join(folder, named), ...gone, ...outputs]);
  },
  diff: (_, state, outputs) => {
    const folder = createFolder({ "new.yaml": GOOD_SPEC, "old.yaml": OLD_SPEC, "cut.har": createHar(null) });
    const old = state === "error" || state === "both" ? "old.yaml" : "new.yaml";
    const traffic = state === "unchecked" || state === "both" ? ["--traffic", join(folder, "cut.har")] : [];
    return runContract(["diff", join(folder, old), join(folder, "new.yaml"), ...traffic, ...outputs]);
  },
  "probe, one operation accepts nothing": async (_, state, outputs) => {
    const spec = join(createFolder({ "shop.yaml": SHOP }), "shop.yaml");
    const url = await startShop(state, hasGap(state) ? respond(404, "{}") : respond(200, "{}"));
    return runContract(["probe", url, "--spec", spec, "--phase", "examples", ...outputs]);
  },
  "probe, cut by a limit": async (_, state, outputs) => {
    const spec = join(createFolder({ "shop.yaml": SHOP }), "shop.yaml");
    const limit = hasGap(state) ? ["--max-requests", "1"] : [];
    const url = await startShop(state, respond(200, "{}"));
    return runContract(["probe", url, "--spec", spec, "--phase", "examples", ...limit, ...outputs]);
  },
  "record, a response breaks off": async (_, state, outputs) =>
    record(await startShop(state, hasGap(state) ? cutOff : respond(200, "{}")), ["/health", "/stock"], outputs),
  "record, a body is too long": async (_, state, outputs) =>
    record(
      await startShop(state, respond(200, hasGap(state) ? `{"text":"${"x".repeat(11_000_000)}"}` : "{}")),
      ["/health", "/stock"],
      outputs,
    ),
};

test.each(
  Object.keys(COMMANDS).flatMap((name) => (Object.keys(STATES) as State[]).map((state) => [name, state] as const)),
)("%s with %s", async (name, state) => {
  const folder = createFolder(createTraffic(state));
  const reports = createFolder({});
  const run = COMMANDS[name];
  const [code, word] = STATES[state];
  const formats = Object.keys(READ_OUTCOME).flatMap((it) => ["--format", `${it}:${join(reports, it)}`]);
  expect(await run?.(folder, state, formats)).toMatchObject({ code });
  const texts = mapValues(READ_OUTCOME, (_, format) => readFileSync(join(reports, format), "utf8"));
  expect(mapValues(READ_OUTCOME, (read, format) => read(texts[format] ?? ""))).toEqual(
    mapValues(READ_OUTCOME, () => word),
  );
  expect(await junitProblems(texts.junit ?? "")).toEqual([]);
  expect(sarifProblems(JSON.parse(texts.sarif ?? ""))).toEqual([]);
});

/** Reads the word of the outcome from a report of each format, or from its counts. */
const READ_OUTCOME: Readonly<Record<FormatName, (text: string) => string | undefined>> = {
  text: (text) => /^\w+/.exec(text)?.[0],
  markdown: (text) => /^## \S+ (\w+)/.exec(text)?.[1],
  html: (text) => capitalize(/<section class="verdict (\w+)"/.exec(text)?.[1]),
  github: (text) => /::\w+ title=contract[ \w]*::(\w+): [^\n]*\n$/.exec(text)?.[1],
  json: (text) => capitalize(JSON.parse(text).outcome.kind),
  ndjson: (text) => capitalize(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").outcome.kind),
  junit: (text) => {
    const [, failures = 0, errors = 0] = /<testsuites [^>]*failures="(\d+)" errors="(\d+)"/.exec(text) ?? [];
    return Number(failures) > 0 ? "Failed" : Number(errors) > 0 ? "Inconclusive" : "Passed";
  },
  sarif: (text) => ["Passed", "Failed", "Inconclusive"][JSON.parse(text).runs[0].invocations[0].exitCode],
};

function capitalize(text = ""): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));
}

test.each(Object.keys(STATES) as State[])("the JSON report of a check with %s says both", async (state) => {
  const { stdout } = await runContract(check(createFolder(createTraffic(state)), "--format", "json"));
  const { outcome } = JSON.parse(stdout);
  const hasGap = state === "unchecked" || state === "both";
  expect(outcome).toEqual({
    kind: STATES[state][1].toLowerCase(),
    ...(hasGap ? { reasons: ["1 entry could not be read"] } : {}),
  });
});
