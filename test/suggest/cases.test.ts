/** Each folder in cases/ is a case: a spec, exchanges, and the expected suggestions (`expected.txt`). */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CODES } from "../../src/check/index.js";
import { writeFilesAtomically } from "../../src/cli/output/write-file-atomic.js";
import { bundledCommand } from "../bundled.js";
import { createFolder, createHar, runContract } from "../cli/run-contract.js";
import { createCaseEntry, type ExchangeCase } from "./exchange-case.js";

const CASES = join(import.meta.dirname, "cases");
const observedCodes = new Set<string>();

test.each(readdirSync(CASES))("%s", async (name) => {
  const { folder, spec, traffic, before } = open(name);
  const initial = await findings(traffic, spec);
  for (const it of initial) observedCodes.add(it.split(" ")[0] ?? "");
  const result = await runContract(["suggest", traffic, "--spec", spec, "--write"]);
  expect(result.code, result.stderr).toBe(0);
  const shown = shortenEdits(result.stdout.replaceAll(`${folder}/`, ""));
  await expect(shown).toMatchFileSnapshot(join(CASES, name, "expected.txt"));

  const remaining = await findings(traffic, spec);
  expect(remaining.filter((it) => !initial.includes(it))).toEqual([]);
  expect(remaining).toEqual(UNRESOLVED.includes(name) ? initial : []);
  const after = textsOf(folder);
  const isChanged = Object.keys(before).some((file) => before[file] !== after[file]);
  expect(isChanged).toBe(result.stdout.includes("+++"));
  for (const [file, text] of Object.entries(before)) {
    // The braces of an empty map are replaced by a block map.
    expect(isSubsequence(text.replace("paths: {}", "paths:"), after[file] ?? ""), file).toBe(true);
    if (text.includes("\r\n")) expect(after[file]).not.toMatch(/[^\r]\n/);
  }
  expect(Object.values(after).join()).not.toContain("hunter2");
});

test("the cases show each code for what the spec lacks of responses", () => {
  const lacking = Object.keys(CODES).filter((it) => /^response\..*\.(?:undocumented|undeclared|not-in-enum)$/.test(it));
  expect(lacking.filter((it) => !observedCodes.has(it))).toEqual([]);
});

/** Shows the edits after the third by their titles and by the lines that the edit before them does not add. */
function shortenEdits(text: string): string {
  const edits = text.split(/^(?=# )/m).map((it) => it.split("\n"));
  return edits
    .map((lines, index) => {
      const known = index < 3 ? [] : (edits[index - 1] ?? []);
      return lines.filter((it) => index < 3 || /^$|^# /.test(it) || (it.startsWith("+ ") && !known.includes(it)));
    })
    .map((lines) => lines.join("\n"))
    .join("");
}

test("without --write nothing is written, and an overlay has the same edits", async () => {
  const { folder, spec, traffic, before } = open("several-files");
  const out = join(folder, "seen.overlay");
  await runContract(["suggest", traffic, "--spec", spec, "--overlay", out]);
  expect(textsOf(folder)).toEqual(before);
  expect(JSON.parse(readFileSync(out, "utf8"))).toEqual({
    overlay: "1.0.0",
    info: { title: "Seen in traffic: Library", version: "1.0.0" },
    actions: [
      {
        target: "$['paths']['/books/{id}']['get']['responses']",
        description: "document the status 409",
        update: { "409": { $ref: "#/components/responses/Problem" } },
      },
      {
        target: "$['components']['schemas']['State']['x-extensible-enum']",
        description: 'add the enum value "lost"',
        update: "lost",
      },
      {
        target: "$['components']['schemas']['Book']['properties']",
        description: 'declare the property "pages"',
        update: { pages: { type: "integer" } },
      },
    ],
  });
});

test.each<[what: string, urls: readonly string[], options: readonly string[], code: number, message: string]>([
  [
    "every exchange is to another host",
    ["http://127.0.0.1:4100/books/7", "https://cdn.example/a.js"],
    [],
    2,
    "no exchange matches this spec: 1 of 2 http://127.0.0.1:4100 is not a server in the spec: host 127.0.0.1 does not fit https://library.example; add it with --server http://127.0.0.1:4100",
  ],
  ["that host is named", ["http://127.0.0.1:4100/books/7"], ["--server", "http://127.0.0.1:4100"], 0, ""],
  ["one exchange is to the host", ["http://127.0.0.1:4100/books/7", "https://library.example/books/7"], [], 0, ""],
  ["the only exchange on the host is a redirect", ["https://library.example/moved"], [], 0, ""],
])("suggest says what it could not read if %s", async (_, urls, options, code, message) => {
  const responses = "{ responses: { '200': { description: d } } }";
  const spec = `openapi: 3.1.0\ninfo: { title: L, version: 1 }\nservers: [{ url: "https://library.example" }]\npaths: { /books/7: { get: ${responses} }, /moved: { get: ${responses} } }\n`;
  const exchanges = urls.map((url) => ({
    request: { method: "GET", url },
    response: { status: url.endsWith("moved") ? 302 : 200, headers: [] },
  }));
  const traffic = exchanges.map((it) => `${JSON.stringify(it)}\n`).join("");
  const folder = createFolder({ "spec.yaml": spec, "traffic.ndjson": traffic });
  const files = [join(folder, "traffic.ndjson"), "--spec", join(folder, "spec.yaml")];
  const result = await runContract(["suggest", ...files, ...options]);
  const isDocumented = result.stdout.includes("Nothing to suggest");
  const stderr = message === "" ? "" : `contract suggest: ${message}\n`;
  expect({ ...result, isDocumented }).toMatchObject({ code, stderr, isDocumented: code === 0 });
});

test("a file that has changed meanwhile is not written, and neither are the others", () => {
  const folder = createFolder({ a: "1", b: "2" });
  const [a, b] = [join(folder, "a"), join(folder, "b")];
  const files = [
    { path: a, before: "1", after: "10" },
    { path: b, before: "3", after: "30" },
  ];
  expect(() => writeFilesAtomically(files)).toThrow(`${b} was changed by another program; nothing was written`);
  writeFileSync(`${b}.suggested`, "in the way");
  const again = [...files.slice(0, 1), { path: b, before: "2", after: "20" }];
  expect(() => writeFilesAtomically(again)).toThrow("EEXIST");
  expect([readFileSync(a, "utf8"), readFileSync(b, "utf8")]).toEqual(["1", "2"]);
  expect(existsSync(`${a}.suggested`)).toBe(false);
});

test("a new file is written together with the others or not at all", () => {
  const folder = createFolder({ a: "1" });
  const [a, made] = [join(folder, "a"), join(folder, "made")];
  const files = [
    { path: made, before: undefined, after: "new" },
    { path: a, before: "1", after: "10" },
  ];
  writeFileSync(`${a}.suggested`, "in the way");
  expect(() => writeFilesAtomically(files)).toThrow("EEXIST");
  expect(existsSync(made)).toBe(false);
  rmSync(`${a}.suggested`);
  writeFilesAtomically(files);
  expect([readFileSync(made, "utf8"), readFileSync(a, "utf8")]).toEqual(["new", "10"]);
  expect(() => writeFilesAtomically(files)).toThrow(`${made} was changed by another program; nothing was written`);
});

test("the spec of an installed package is never written", async () => {
  const traffic = resolve("test/traffic/examples.har");
  const [node, main] = bundledCommand();
  const command = [main, "suggest", traffic];
  const other = { cwd: createFolder({}), encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(node, [...command, "--write"], other);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      /^contract suggest: --write would edit .*openapi\.yaml .*--spec FILE.*--overlay FILE\n$/m,
    ),
  });
  // Without --write, the command succeeds.
  expect(spawnSync(node, command, other).status).toBe(0);
});

test("unreadable input is reported", async () => {
  const { folder, spec } = open("json");
  const traffic = join(folder, "cut.har");
  const { code, stderr } = await runContract(["suggest", traffic, "--spec", spec]);
  expect(code).toBe(2);
  expect(stderr).toContain("cut.har");
});

/** Cases whose drift remains: possible secrets, and redirects, which do not belong to an operation. */
const UNRESOLVED = ["a-secret-stays-one", "a-redirect-is-no-answer"];

function open(name: string) {
  const source = join(CASES, name);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(yaml|json)$/.test(path) && path !== "exchanges.yaml")
    .map((path) => [path, readFileSync(join(source, path), "utf8")] as const);
  if (files.length === 0) files.push(["openapi.yaml", editShelf(name)]);
  const passed = parse(readFileSync(join(source, "exchanges.yaml"), "utf8")) as readonly ExchangeCase[];
  const before = Object.fromEntries(files);
  const folder = createFolder({ ...before, "traffic.har": createHar(...passed.map(createCaseEntry)) });
  const spec = join(folder, existsSync(join(source, "openapi.json")) ? "openapi.json" : "openapi.yaml");
  return { folder, spec, traffic: join(folder, "traffic.har"), before };
}

/** The spec of most cases: `shelf.yaml`, with the edits of the case. */
function editShelf(name: string): string {
  const shelf = readFileSync(join(import.meta.dirname, "shelf.yaml"), "utf8");
  return (SHELF_EDITS[name] ?? []).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, shelf);
}

const STATUS_LISTED = ['        default: { $ref: "#/components/responses/Problem" }\n', ""] as const;

const STATES = "x-extensible-enum:\n            - lent # to somebody\n            - here";

const SHELF_EDITS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "a-query-without-parameters": [
    ["      parameters:\n        - { name: id, in: path, required: true, schema: { type: integer } }\n", ""],
    ["{id}:\n", "{id}:\n    parameters:\n      - { name: id, in: path, required: true, schema: { type: integer } }\n"],
  ],
  "a-secret-stays-one": [["        state:", "        password:"]],
  "a-status-like-the-others": [STATUS_LISTED],
  "a-status-of-success": [STATUS_LISTED],
  "a-status-unlike-the-others": [STATUS_LISTED, ["{ type: object }", "{ type: object, required: [code] }"]],
  "open-points": [
    ["    Problem:\n", "    Problem:\n      x-open-point: problems\n"],
    ["type: string\n", "type: string\n          x-open-point: [states, never-mind]\n"],
    ["# Of everything.", "x-open-point: which-fields"],
  ],
  "undeclared-in-a-flow-map": [
    [STATES, "x-extensible-enum: [lent, here]"],
    [
      "\n        id: { type: integer }\n        state:\n          type: string\n          x-extensible-enum: [lent, here]\n",
      " { id: { type: integer } }\n",
    ],
  ],
  "undeclared-with-line-ends-of-windows": [["\n", "\r\n"]],
  "unlisted-in-a-flow-list": [[STATES, "x-extensible-enum: [lent, here] # so far"]],
};

async function findings(traffic: string, spec: string): Promise<string[]> {
  const { stdout, stderr } = await runContract(["check", traffic, "--spec", spec, "--format", "json", "--quiet"]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).findings.map(({ code, name }: { code: string; name?: string }) => `${code} ${name}`);
}

function textsOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((it) => /\.(yaml|json)$/.test(it));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Whether all characters of `text` occur in `longer` in the same order. */
function isSubsequence(text: string, longer: string): boolean {
  let at = 0;
  for (const letter of longer) if (letter === text[at]) at += 1;
  return at === text.length;
}
