/** A probe or a gate that has not looked at everything is inconclusive, unless the user left it out by name. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeExcludedOperations } from "../../../src/check/index.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import destructiveWords from "../../../src/probe/destructive-words.json" with { type: "json" };
import { findDestructiveOperations } from "../../../src/probe/index.js";
import { serveForTest } from "../../serve.js";
import { createFolder, runContract } from "../run-contract.js";

const json = "{ description: d, content: { application/json: { schema: { type: object } } } }";
const getOperation = (id: string): string =>
  `{ operationId: ${id}, parameters: [{ name: note, in: query, schema: { type: string } }], responses: { "200": ${json}, "404": { description: none } } }`;
const SPEC = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /health: { get: ${getOperation("getHealth")} }
  /gone: { get: ${getOperation("getGone")} }
`;
const WITH_SHUTDOWN = `${SPEC}  /__admin/shutdown: { post: ${getOperation("stopServer")} }\n`;

/** Accepts everything but `/gone`, and ends itself after a number of requests. */
const SERVER = `
const { createServer } = require("node:http");
const [port, end] = process.argv.slice(2).map(Number);
let count = 0;
const server = createServer((request, response) => {
  count += 1;
  if (end > 0 && count > end) process.exit(3);
  response.writeHead(request.url.startsWith("/gone") ? 404 : 200, { "Content-Type": "application/json", Connection: "close" }).end("{}");
});
server.listen(port, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));
`;

async function startService(): Promise<{ readonly url: string; readonly port: number; readonly paths: string[] }> {
  const paths: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    paths.push(url);
    response.writeHead(url.startsWith("/gone") ? 404 : 200, { "Content-Type": "application/json" }).end("{}");
  });
  const url = await serveForTest(server);
  return { url, port: Number(new URL(url).port), paths };
}

type Target = Readonly<Record<string, unknown>>;

async function runGate(target: Target, config: Target = {}) {
  const folder = createFolder({
    "openapi.yaml": SPEC,
    "server.cjs": SERVER,
    "contract.config.yaml": JSON.stringify({ spec: "openapi.yaml", targets: [{ name: "shop", ...target }], ...config }),
  });
  return runContract(["gate", "--config", join(folder, "contract.config.yaml")]);
}

const REASON = { operations: "GET /gone", reason: "nothing is there" };

test("a gate passes if everything was accepted or is excluded, and names what is excluded", async () => {
  const { code, stdout } = await runGate({ start: "node server.cjs 0 0", exclude: [REASON] });
  expect(stdout).toMatch(/^Excluded\n {2}getGone: by GET \/gone: nothing is there {2}for shop$/m);
  expect(stdout).toMatch(/Passed: .*; 1 operation of shop excluded\.$/m);
  expect(code).toBe(0);
  const whole = await runGate({ start: "node server.cjs 0 0" }, { exclude: ["/go*"] });
  expect(whole.code).toBe(0);
});

test("a gate whose target is another process than the one that it starts is inconclusive", async () => {
  const { url, paths } = await startService();
  const { code, stderr } = await runGate({ start: "node nope.mjs", url, exclude: ["getGone"] });
  expect(stderr).toMatch(
    /target shop: another process already listens at http:.*, so "start" would not be what is probed/,
  );
  expect([code, paths]).toEqual([2, []]);
});

test("a gate whose target ends during the run, or before it, is inconclusive", async () => {
  const during = await runGate({ start: "node server.cjs 0 4", exclude: ["getGone"] });
  expect(during.stderr).toMatch(/target shop: it ended with exit code 3 during the run/);
  expect(during.code).toBe(1);
  const before = await runGate({ start: "node nope.mjs", url: "http://127.0.0.1:9", exclude: ["getGone"] });
  expect(before.stderr).toMatch(/target shop: it ended with exit code 1 before it responded; stderr:/);
  expect(before.code).toBe(2);
});

async function probe(url: string, ...args: readonly string[]) {
  const folder = createFolder({ "openapi.yaml": WITH_SHUTDOWN });
  return runContract(["probe", url, "--spec", join(folder, "openapi.yaml"), ...args]);
}

test("a probe sends an operation that looks destructive only if the user includes it", async () => {
  const { url, paths } = await startService();
  const left = await probe(url, "--exclude", "getGone");
  expect(left.stdout).toMatch(/stopServer: by stopServer: it looks as if it ends the service .*\("shutdown"\)/);
  expect(left.code).toBe(0);
  const excluded = await probe(url, "--exclude", "/__admin/**", "--exclude", "getGone");
  expect(excluded.stdout).toMatch(/stopServer: by \/__admin\/\*\*/);
  expect(excluded.code).toBe(0);
  expect(paths).not.toContain("/__admin/shutdown");
  const included = await probe(url, "--include", "POST", "--exclude", "getGone");
  expect(included.code).toBe(0);
  expect(paths).toContain("/__admin/shutdown");
  const safe = await probe(url, "--safe", "--exclude", "getGone");
  expect(safe.stdout).toMatch(/stopServer: by --safe/);
});

test("a probe that reaches a limit is inconclusive, in the JSON report too", async () => {
  const { url } = await startService();
  const left = ["--exclude", "getGone", "--exclude", "stopServer", "--format", "json"];
  const byTime = await probe(url, ...left, "--rate", "8", "--max-time", "0.3");
  expect(JSON.parse(byTime.stdout).outcome.reasons.join()).toMatch(
    /the time limit of 0.3 s (are used|is reached) \(--max-time\): not finished from/,
  );
  expect(byTime.code).toBe(2);
  const byCount = await probe(url, ...left, "--max-requests", "2");
  expect(JSON.parse(byCount.stdout).outcome.reasons.join()).toMatch(/limit of 2 requests/);
  expect(byCount.code).toBe(2);
  const whole = await probe(url, ...left);
  expect(JSON.parse(whole.stdout).outcome).toEqual({ kind: "passed" });
});

const PATHS = `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /books: { get: { operationId: listBooks, tags: [shelf] }, delete: { operationId: removeBooks, summary: Delete all the books } }
  /books/{id}: { get: { operationId: getBook }, delete: { operationId: removeBook } }
  /books/{id}/reset: { post: { operationId: resetBook } }
  /shelves/{id}/books: { get: { operationId: listShelf } }
  /admin/reset: { post: { operationId: a } }
  /admin/password/reset: { post: { operationId: b } }
  /admin/cache: { delete: { operationId: purgeData }, post: { operationId: dropOff } }
  /restart: { get: { operationId: c } }
  /drop-off: { post: { operationId: d } }
  /restarts: { get: { operationId: listRestarts }, post: { operationId: restartServer } }
`;
const document = loadDocument("spec.yaml", () => PATHS);
const operations = listOperations(document);

test("operations that look destructive to the service itself", () => {
  const found = findDestructiveOperations(document, operations).map(({ operation, words }) => [operation.id, words]);
  expect(found).toEqual([
    ["removeBooks", "delete all"],
    ["a", "reset"],
    ["purgeData", "purge data"],
    ["c", "restart"],
    ["restartServer", "restart server"],
  ]);
});

test("the documentation lists the words that look destructive", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/probe.md"), "utf8").replaceAll(/\s+/g, " ");
  const { ending, erasing, deleting, stopping, objects, unlessAbout } = destructiveWords;
  const [actions, verbs] = [
    [...ending, ...erasing],
    [...deleting, ...stopping],
  ];
  const [lastVerb] = verbs.slice(-1);
  const lists = [
    actions.join(", "),
    `${verbs.slice(0, -1).join(", ")}, ${lastVerb}, before`,
    objects.join(", "),
    unlessAbout.join(", "),
  ];
  expect(lists.filter((list) => !page.includes(list))).toEqual([]);
});

test.each<[selector: string, ids: readonly string[]]>([
  ["getBook", ["getBook"]],
  ["shelf", ["listBooks"]],
  ["/books", ["listBooks", "removeBooks"]],
  ["DELETE", ["removeBooks", "removeBook", "purgeData"]],
  ["DELETE /books/*", ["removeBook"]],
  ["/books/*", ["getBook", "removeBook"]],
  ["/books/**", ["getBook", "removeBook", "resetBook"]],
  ["**/books", ["listBooks", "removeBooks", "listShelf"]],
  ["/*/password/*", ["b"]],
])("--exclude %s", (selector, ids) => {
  const { kept, excluded } = removeExcludedOperations(operations, { exclude: [{ selector }], include: [] });
  expect(excluded).toEqual([{ selector, operations: ids }]);
  expect(kept.length).toBe(operations.length - ids.length);
  expect(removeExcludedOperations(operations, { exclude: [{ selector }], include: ["**"] }).excluded).toEqual([]);
});

test.each([
  [{ exclude: [{ selector: "getBok" }], include: [] }, '--exclude: "getBok" is not .*; did you mean "getBook"\\?'],
  [{ exclude: [], include: ["/bookz"] }, '--include: "/bookz" is not .*; did you mean "/books"\\?'],
  [{ exclude: [{ selector: "POST /books" }], include: [] }, '--exclude: "POST /books" is not an operationId'],
])("an unknown selector is an error: %j", (selection, message) => {
  expect(() => removeExcludedOperations(operations, selection)).toThrow(new RegExp(message));
});
