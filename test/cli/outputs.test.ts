/** Tests of the complete output of command lines: reports, messages and exit codes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baseText, editedText } from "../diff/case.js";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

const content = (text: string): object => ({ content: { size: text.length, mimeType: "application/json", text } });
const bad = createHarEntry({ response: content('{"id":"7","title":"Emma","color":"red"}') });
const teapot = createHarEntry({ response: { status: 418, ...content("{}") } });
const other = createHarEntry({ url: "https://other.example/v1/books/7" });
const unknown = createHarEntry({ url: "https://library.example/v1/boks/7" });
const breaking = editedText({ set: { "/paths/~1orders/get/parameters/0/schema/maximum": 50 } });

const FILES = {
  "good.har": createHar(createHarEntry()),
  "mixed.har": createHar(createHarEntry(), bad, bad, teapot, other, unknown),
  "broken.har": '{"log": {"entries": [',
  "odd.har": createHar({}, createHarEntry()),
  "empty.har": createHar(),
  "elsewhere.har": createHar(other),
  "notes.txt": "nothing",
  "library.yaml": readFileSync(LIBRARY, "utf8"),
  "broken.yaml": "openapi: 3.1.0\ninfo: {",
  "swagger.yaml": 'swagger: "2.0"',
  "old.json": baseText(),
  "breaking.json": breaking,
  "config.yaml": "spec: library.yaml\ntraffic: [good.har, mixed.har]\nlevels: { response.body.undeclared: error }\n",
  "wrong.yaml": "spek: library.yaml\nlevels: { response.body.invalid: loud }\nfailOn: often\n",
  "baseline.yaml":
    "waivers:\n  - { fingerprint: 0123456789abcdef, code: response.body.invalid, operation: getBook, reason: old }\n",
};

const SPEC = "--spec library.yaml";

const COMMANDS = [
  `check good.har ${SPEC}`,
  `check mixed.har ${SPEC}`,
  `check mixed.har ${SPEC} --fail-on never`,
  `check mixed.har ${SPEC} --fail-on warn --quiet`,
  `check mixed.har ${SPEC} --max-findings 1`,
  `check mixed.har ${SPEC} --max-findings 0`,
  `check mixed.har ${SPEC} --max-findings x`,
  `check mixed.har ${SPEC} --coverage`,
  `check mixed.har ${SPEC} --coverage --quiet`,
  `check mixed.har ${SPEC} --only getBook`,
  `check mixed.har ${SPEC} --only getBok`,
  `check mixed.har ${SPEC} --shard 1/2`,
  `check mixed.har ${SPEC} --shard 3/2`,
  `check mixed.har ${SPEC} --shard x`,
  `check mixed.har ${SPEC} --server https://other.example/v1`,
  `check mixed.har ${SPEC} --server nowhere`,
  `check mixed.har ${SPEC} --server variable=https://a.example`,
  `check mixed.har ${SPEC} --server`,
  `check mixed.har ${SPEC} --format junit`,
  `check mixed.har ${SPEC} --format github`,
  `check mixed.har ${SPEC} --format xml`,
  `check mixed.har ${SPEC} --format json --format text`,
  `check mixed.har ${SPEC} --format text:gone/x.txt`,
  `check mixed.har ${SPEC} --fail-on sometimes`,
  `check mixed.har ${SPEC} --baseline baseline.yaml`,
  `check mixed.har ${SPEC} --baseline gone.yaml`,
  `check mixed.har ${SPEC} --baseline notes.txt`,
  `check mixed.har ${SPEC} --baseline new.yaml --update-baseline`,
  `check mixed.har ${SPEC} --update-baseline --reason r`,
  `check mixed.har ${SPEC} --baseline new.yaml --update-baseline --reason r --ticket T-1 --expires 2026-12-31; check mixed.har ${SPEC} --baseline new.yaml`,
  `check mixed.har ${SPEC} --baseline old.yaml --update-baseline --reason r --expires 2026-02-30`,
  `check mixed.har ${SPEC} --baseline old.yaml --update-baseline --reason r --expires 2020-01-01`,
  `check mixed.har ${SPEC} --reason r`,
  `check mixed.har ${SPEC} --verdicts -`,
  `check mixed.har ${SPEC} --strict-spec`,
  `check mixed.har ${SPEC} --coverage-since old.json`,
  `check odd.har ${SPEC}`,
  `check odd.har ${SPEC} --allow-partial`,
  `check broken.har ${SPEC}`,
  `check empty.har ${SPEC}`,
  `check elsewhere.har ${SPEC}`,
  `check notes.txt ${SPEC}`,
  `check gone.har ${SPEC}`,
  `check *.hat ${SPEC}`,
  `check good.har --spec gone.yaml`,
  `check good.har --spec broken.yaml`,
  `check good.har --spec swagger.yaml`,
  `check good.har --spec .`,
  "check --config config.yaml",
  "check --config config.yaml good.har",
  "check --config wrong.yaml",
  "check --config gone.yaml",
  "check --config broken.yaml",
  "check",
  "gate --config config.yaml",
  "gate --config wrong.yaml",
  "gate",
  "diff old.json breaking.json",
  "diff breaking.json old.json",
  "diff old.json old.json --quiet",
  "diff old.json breaking.json --format json",
  "diff old.json breaking.json --format markdown",
  "diff old.json breaking.json --format github",
  "diff old.json breaking.json --format junit",
  "diff old.json breaking.json --only getOrder",
  "diff old.json breaking.json --only nobody",
  "diff old.json breaking.json --fail-on never",
  "diff old.json gone.json",
  "diff old.json",
  "merge good.har",
  "merge gone.json",
  "suggest good.har --spec library.yaml",
  "suggest mixed.har --spec library.yaml",
  "suggest gone.har --spec library.yaml",
  "suggest mixed.har --new notes.txt",
  "mock --port x",
  "mock --port 70000 --spec library.yaml",
  "mock --spec gone.yaml",
  "record --target nowhere --out out.har",
  "record --target http://127.0.0.1:1/path --out out.har",
  "record --target http://127.0.0.1:1 --out gone/out.har",
  "record --target http://127.0.0.1:1 --out out.har --max-body lots",
  "record --target http://127.0.0.1:1 --out out.har --port -1",
  "record --out out.har",
  "listen --port x --secret s",
  "listen --port 1e9 --secret s",
  "probe nowhere --spec library.yaml",
  "probe http://127.0.0.1:1 --spec library.yaml --phase dance",
  "probe http://127.0.0.1:1 --spec library.yaml --max-requests none",
  "probe http://127.0.0.1:1 --spec library.yaml --rate 0",
  "probe http://127.0.0.1:1 --spec library.yaml --param x",
  "probe http://127.0.0.1:1 --spec library.yaml --auth magic",
  "probe http://127.0.0.1:1 --spec library.yaml --auth header:X",
  "probe http://127.0.0.1:1 --spec library.yaml --auth basic:u",
  "probe http://127.0.0.1:1 --spec library.yaml --seed x",
  "probe http://127.0.0.1:1 --spec library.yaml --case nothing",
  "probe http://127.0.0.1:1 --spec library.yaml --dry-run --phase examples",
  "probe http://127.0.0.1:1 --spec library.yaml --dry-run --phase boundaries --only getBook",
  "probe http://127.0.0.1:1 --spec library.yaml --phase examples --max-requests 2",
  "sandbox --port x",
  "sandbox --time yesterday",
  "sandbox --data gone.yaml",
  "sandbox --database http://a.example",
  "sandbox --host 0.0.0.0 --insecure-delivery-tls",
  "sandbox --allow-deliver-to everywhere",
  "sandbox --base-url nowhere",
];

test.each(COMMANDS)("contract %s", async (line) => {
  const folder = createFolder(FILES);
  for (const one of line.split("; ")) {
    const args = one.split(" ").map((word) => (isFile(word) ? join(folder, word) : word));
    const { code, stdout, stderr } = await runContract(args);
    const text = [`exit code ${code}`, "stdout", stdout, "stderr", stderr].join("\n");
    const reported = text.replaceAll(folder, "FOLDER").replaceAll(process.cwd(), "ROOT");
    expect(reported).toMatchSnapshot();
  }
});

/** Returns whether an argument is a file of the test. Format options with a file name stay unchanged. */
function isFile(word: string): boolean {
  return /^[a-z*]+\.(har|hat|json|yaml|txt)$/.test(word) || word === ".";
}
