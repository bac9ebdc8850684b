/** The same change of several operations is one finding with all places in every format, unless what changes or is accepted differs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { DiffFinding } from "../../../src/diff/index.js";
import type { JsonObject } from "../../../src/document/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { edited } from "../case.js";

type Edits = Readonly<Record<string, unknown>>;
type Repeated = {
  readonly title: string;
  readonly each: Edits;
  readonly texts?: Edits;
  readonly apart: Edits;
  readonly names: string;
  readonly back: string;
};

const CASES = parse(readFileSync(join(import.meta.dirname, "repeated.yaml"), "utf8")) as readonly Repeated[];
const OPERATIONS = ["a", "b", "c"];
const getPath = (name: string): string => `/paths/~1${name}/get`;

const OLD: JsonObject = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: Object.fromEntries(
    OPERATIONS.map((operationId) => {
      const schema = { type: "object", properties: { id: { type: "string" } } };
      const content = { "application/json": { schema } };
      const limit = { name: "limit", in: "query", schema: { type: "string" } };
      const responses = { 200: { description: "d", headers: {}, content, links: {} } };
      return [`/${operationId}`, { get: { operationId, parameters: [limit], responses } }];
    }),
  ),
  components: {
    responses: { Slow: { description: "d" }, Slower: { description: "d", content: { "text/plain": {} } } },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "K" },
      token: { type: "http", scheme: "bearer" },
    },
  },
};

/** Edits the operations of these names. */
function edit(spec: JsonObject, names: readonly string[], edits: Edits = {}): JsonObject {
  return names.reduce((it, name) => {
    const set = Object.entries(edits).map(([at, value]) => [`${getPath(name)}${at}`, value]);
    return edited(it, { set: Object.fromEntries(set) });
  }, spec);
}

function compare(specs: Readonly<Record<"old" | "new", JsonObject>>, args: readonly string[], files = {}) {
  const texts = { "old.json": JSON.stringify(specs.old, null, 1), "new.json": JSON.stringify(specs.new, null, 1) };
  const folder = createFolder({ "contract.config.yaml": "{}", ...texts, ...files });
  const paths = ["old.json", "new.json", "contract.config.yaml"].map((it) => join(folder, it)) as [
    string,
    string,
    string,
  ];
  const given = args.map((it) => (it.endsWith(".yaml") ? join(folder, it) : it));
  return runContract(["diff", paths[0], paths[1], "--config", paths[2], ...given]);
}

/** The operations of each finding, and whether all have places. */
async function listOperations(specs: Parameters<typeof compare>[0], files = {}): Promise<string[]> {
  const { stdout } = await compare(specs, ["--format", "json"], files);
  const { findings } = JSON.parse(stdout) as { findings: readonly DiffFinding[] };
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length);
  return findings.map(({ affects, old, new: next }) => {
    if (affects.length > 1)
      expect(affects.map((it) => [it.old?.pointer, it.new?.pointer])).toContainEqual([old?.pointer, next?.pointer]);
    return affects.map(({ operation }) => operation).join("");
  });
}

describe.each(CASES)("$title", ({ each, texts, apart, names, back }) => {
  const all = edit(OLD, OPERATIONS, each);
  const next = edit(all, ["c"], texts);

  test.each([
    ["text", names, { old: OLD, new: next }],
    ["text", back, { old: next, new: OLD }],
    ["markdown", names, { old: OLD, new: next }],
    ["markdown", back, { old: next, new: OLD }],
  ] as const)("is one finding as %s: %s", async (format, name, specs) => {
    const { stdout } = await compare(specs, ["--format", format]);
    expect(stdout.replaceAll(/\\|&quot;/g, (it) => (it === "\\" ? "" : '"')).split(name)).toHaveLength(2);
    expect(stdout).toMatch(/\ba, b, c; first /);
  });

  test("is one item of the changelog, with all operations", async () => {
    for (const specs of [
      { old: OLD, new: next },
      { old: next, new: OLD },
    ]) {
      const { stdout } = await compare(specs, ["--format", "changelog"]);
      expect(stdout.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(1);
      expect(stdout).toContain("`GET /a`, `GET /b`, `GET /c`");
    }
  });

  test("is one finding with the places of all as JSON, and two if the content of one differs", async () => {
    expect(await listOperations({ old: OLD, new: next })).toEqual(["abc"]);
    expect(await listOperations({ old: next, new: OLD })).toEqual(["abc"]);
    const other = edit(all, ["c"], apart);
    expect(await listOperations({ old: OLD, new: other })).toEqual(["ab", "c"]);
    expect(await listOperations({ old: other, new: OLD })).toEqual(["ab", "c"]);
  });
});

test("other scopes instead of common ones are one change, also if each operation has its own", async () => {
  const common = edit(OLD, OPERATIONS, { "/security": [{ token: ["read"] }] });
  const own = OPERATIONS.reduce((it, name) => edit(it, [name], { "/security": [{ token: [name] }] }), common);
  expect(await listOperations({ old: common, new: own })).toEqual(["abc"]);
  expect(await listOperations({ old: own, new: common })).toEqual(["a", "b", "c"]);
  expect(await listOperations({ old: common, new: edit(own, ["c"], { "/security": [{ key: [] }] }) })).toEqual([
    "ab",
    "c",
  ]);
});

const STATUS = { "/responses/429": { description: "Slow." } };
const limited = edit(OLD, OPERATIONS, STATUS);
const ignored = { "/x-contract-ignore": { code: "response.*", reason: "agreed" } };
const rule = (it: string): object => ({ "contract.config.yaml": `diff: { levels: [${it}] }` });

test.each([
  ["the spec accepts it in one operation", edit(limited, ["c"], ignored), {}, ["ab", "c"]],
  ["the spec accepts it in all", edit(limited, OPERATIONS, ignored), {}, ["abc"]],
  ["a rule for one operation", limited, rule("{ code: '*', operation: c, level: info }"), ["ab", "c"]],
  ["a rule for all", limited, rule("{ code: '*', level: info }"), ["abc"]],
])("stays apart where levels or reasons differ: %s", async (_, next, files, expected) => {
  expect(await listOperations({ old: OLD, new: next }, files)).toEqual(expected);
});

test.each([
  ["operation: a", 1],
  ["path: /paths/~1a", 1],
  ["path: /paths", 0],
  ["code: response.*", 0],
])("an entry of a baseline accepts it only if it names all places: %s", async (place, code) => {
  const waiver = place.startsWith("code") ? place : `code: response.error-status.added, ${place}`;
  const accepted = `schemaVersion: 2\nwaivers: [{ ${waiver}, reason: agreed }]\n`;
  const args = ["--fail-on", "warn", "--baseline", "accepted.yaml"];
  const result = await compare({ old: OLD, new: limited }, args, { "accepted.yaml": accepted });
  expect(result.code).toBe(code);
});
