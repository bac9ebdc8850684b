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
  "typos.yaml": "coverage: { operatons: 1 }\ntargets: [{ name: a, headers: 1 }]\n",
  "first.yaml": "schemaVersion: 1\nwaivers: [{ fingerprint: 0123456789abcdef, code: a.b, operation: x, reason: r }]\n",
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
  "check --config rules.yaml good.har",
  "check --config operations.yaml good.har",
  "check --config places.yaml good.har",
  "check --config typos.yaml good.har",
  `check good.har ${SPEC} --baseline first.yaml`,
  `check consumers.har ${SPEC}`,
  `check consumers.har ${SPEC} --format json`,
  `check consumers.har mixed.har ${SPEC} --format markdown`,
  `check mixed.har ${SPEC} --only /books/**`,
  `check mixed.har ${SPEC} --only /*/{bookId}`,
  `check mixed.har ${SPEC} --only /b*s/x*`,
  `check mixed.har ${SPEC} --only /shel*/*name* --only DELETE`,
  `check mixed.har ${SPEC} --spec old.json --coverage`,
  `check good.har ${SPEC} --coverage --format json:one.json; check mixed.har ${SPEC} --coverage --format json:two.json; merge two.json one.json`,
  `check good.har ${SPEC} --spec old.json --format json:one.json; check mixed.har ${SPEC} --spec old.json --format json:two.json; merge one.json two.json --format json`,
  `check good.har ${SPEC} --coverage-since old.json --format json:one.json; merge one.json one.json`,
  `check good.har ${SPEC} --format json:one.json; merge one.json notes.txt`,
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
  "diff old.json breaking.json --format sarif",
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
  "probe http://127.0.0.1:1 --spec library.yaml --dry-run --phase examples --exclude DELETE --exclude /books/** --include removeBook",
  "probe http://127.0.0.1:1 --spec library.yaml --dry-run --phase examples --exclude /books/{bookId}x --include nobody",
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
    const args = one.split(" ").map((word) => toArgument(folder, word));
    const { code, stdout, stderr } = await runContract(args);
    const text = [`exit code ${code}`, "stdout", stdout, "stderr", stderr].join("\n");
    const reported = text.replaceAll(folder, "FOLDER").replaceAll(process.cwd(), "ROOT");
    expect(reported).toMatchSnapshot();
  }
});

/** An argument that is a file of the test gets its path. Format options with a directory stay unchanged. */
function toArgument(folder: string, word: string): string {
  const [, format = "", name] = /^(json:)?([a-z*]+\.(?:har|hat|json|yaml|txt)|\.)$/.exec(word) ?? [];
  return name === undefined ? word : `${format}${join(folder, name)}`;
}
