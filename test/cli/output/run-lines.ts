import { readFileSync } from "node:fs";
import { join } from "node:path";
import { baseText, editedText } from "../../diff/case.js";
import { formatCompactJson, listChangedLines } from "../../golden-text.js";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const LIBRARY = join(import.meta.dirname, "../../cases/library.yaml");

const content = (text: string): object => ({ content: { size: text.length, mimeType: "application/json", text } });
const bad = createHarEntry({ response: content('{"id":"7","title":"Emma","color":"red"}') });
const teapot = createHarEntry({ response: { status: 418, ...content("{}") } });
const drift = createHarEntry({ response: content('{"id":7,"title":"Emma","color":"red"}') });
const other = createHarEntry({ url: "https://other.example/v1/books/7" });
const unknown = createHarEntry({ url: "https://library.example/v1/boks/7" });
const breaking = editedText({ set: { "/paths/~1orders/get/parameters/0/schema/maximum": 50 } });

/** The files in the folder of each command line. */
const FILES = {
  "good.har": createHar(createHarEntry()),
  "mixed.har": createHar(createHarEntry(), bad, bad, teapot, other, unknown),
  "drift.har": createHar(drift),
  "broken.har": '{"log": {"entries": [',
  "odd.har": createHar({}, createHarEntry()),
  "empty.har": createHar(),
  "consumers.har": createHar(...["web", "app", "app", "cash"].map((it) => createHarEntry({ _consumer: it })), bad),
  "elsewhere.har": createHar(other),
  "notes.txt": "nothing",
  "library.yaml": readFileSync(LIBRARY, "utf8"),
  "broken.yaml": "openapi: 3.1.0\ninfo: {",
  "swagger.yaml": 'swagger: "2.0"',
  "old.json": baseText(),
  "breaking.json": breaking,
  "config.yaml":
    "spec: library.yaml\ntraffic: [good.har, mixed.har]\nlevels: [{ code: response.body.undeclared, level: error }]\n",
  "rules.yaml":
    "spec: library.yaml\nlevels:\n  - { code: response.body.unlisted, level: off }\n  - { code: response.body.invald, level: off }\n  - { code: nothing, level: off }\n",
  "operations.yaml":
    "spec: library.yaml\nlevels: [{ code: response.body.invalid, operation: getBok, level: off }, { code: request.*, operation: nothing, level: off }]\n",
  "places.yaml":
    "spec: library.yaml\nlevels: [{ code: spec.*, status: 200, level: off }, { code: spec.*, operation: getBook, level: off }]\n",
  "policy.yaml": "diff: { checkVersion: true, levels: [{ code: request.*, level: warn }] }\n",
  "compared.yaml": "spec: breaking.json\ndiff: { old: old.json }\n",
  "target.yaml": "spec: library.yaml\ntargets: [{ name: a, start: echo nowhere }]\n",
  "unknown.yaml":
    "spec: library.yaml\ntargets: [{ name: a, url: 'http://127.0.0.1:1', parameters: { nothing: ['1'] } }]\n",
  "report.json": '{"schemaVersion": 1}',
  "other.json": '{"schemaVersion": 2}',
  "typos.yaml": "coverage: { operatons: 1 }\ntargets: [{ name: a, headers: 1 }]\n",
  "first.yaml":
    "schemaVersion: 2\nwaivers: [{ fingerprint: 0123456789abcdef, code: response.body.invalid, operation: x, reason: r }]\n",
  "wrong.yaml": "spek: library.yaml\nlevels: { response.body.invalid: loud }\nfailOn: often\n",
  "hooks.yaml": "webhooks: { receivers: [nowhere] }\n",
  "secrets.yaml": "spec: library.yaml\nwebhooks: { secretVariables: [NO_SUCH_SECRET] }\n",
  "strict.yaml": "spec: library.yaml\nstrictSpec: true\n",
  "outdated.yaml": "spec: library.yaml\nstrictSpec: true\ngenerated: nothing\n",
  "both.yaml": "specs: [library.yaml, old.json]\nstrictSpec: true\ngenerated: nothing\n",
  "faulty.json": JSON.stringify({
    openapi: "3.1",
    info: { title: "Faulty", version: 5 },
    paths: {
      a: {},
      "/a/{b}": {
        get: { operationId: 5, parameters: [{ name: "q", in: "query", schema: { type: "integer" }, example: "x" }] },
      },
    },
    components: { schemas: { Unused: { format: "dat", default: 5, type: "string" } } },
  }),
  "servers.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Servers", version: "1" },
    servers: [{ url: "https://a.example/v1" }],
    paths: {
      "/a": { get: { operationId: "getA", responses: { 200: { description: "d" } } } },
      "/b": {
        servers: [{ url: "{region}/v2", variables: { region: { default: "nowhere" } } }],
        get: { operationId: "getB", responses: { 200: { description: "d" } } },
      },
      "/c": {
        servers: [{ url: "/v3" }],
        get: { operationId: "getC", responses: { 200: { description: "d" } }, security: [{ k: [] }] },
        delete: { operationId: "deleteC", responses: { 204: { description: "d" } } },
      },
    },
    webhooks: { w: { post: { operationId: "onW", responses: { 200: { description: "d" } } } } },
    components: { securitySchemes: { k: { type: "apiKey", in: "header", name: "K" } } },
  }),
  "baseline.yaml":
    "waivers:\n  - { fingerprint: 0123456789abcdef, code: response.body.invalid, operation: getBook, reason: old }\n",
};

/** Runs command lines that semicolons separate, and returns the complete output of each. */
export async function runLines(line: string): Promise<string[]> {
  const folder = createFolder(FILES);
  const outputs: string[] = [];
  for (const one of line.split("; ")) {
    const args = one.split(" ").map((word) => toArgument(folder, word));
    const { code, stdout, stderr } = await runContract(args);
    const parts = Object.entries({ stdout, stderr }).filter(([, part]) => part !== "");
    const text = [`exit code ${code}`, ...parts.map(([name, part]) => `${name}\n${part.trimEnd()}`)].join("\n");
    outputs.push(text.replaceAll(folder, "FOLDER").replaceAll(process.cwd(), "ROOT"));
  }
  return outputs;
}

/** An argument that is a file of the test gets its path. Format options with a directory stay unchanged. */
function toArgument(folder: string, word: string): string {
  const [, format = "", name] = /^(json:)?([a-z*]+\.(?:har|hat|json|yaml|txt)|\.)$/.exec(word) ?? [];
  return name === undefined ? word : `${format}${join(folder, name)}`;
}

const bases = new Map<string, Promise<string[]>>();

/** Runs command lines, and shows what differs from the output of the first one of `like` that an output resembles. */
export async function showLines(line: string, like: readonly string[]): Promise<string[]> {
  const outputs = await runLines(line);
  const shown: string[] = [];
  for (const output of outputs) {
    let best = shortenJson(output);
    for (const base of like.filter((it) => it !== line)) {
      if (!bases.has(base)) bases.set(base, runLines(base));
      const [before = ""] = (await bases.get(base)) ?? [];
      const changed = [`like contract ${base}, but`, ...listChangedLines(before, output)];
      if (changed.length < best.split("\n").length * 0.6) best = changed.join("\n");
    }
    shown.push(best);
  }
  return shown;
}

/** Shortens the JSON of an output that has nothing else on stdout. */
function shortenJson(output: string): string {
  return output.replace(/(?<=^stdout\n)\{\n[\s\S]*?^\}$/m, (json) => formatCompactJson(JSON.parse(json)));
}
