/** Tests of the complete output of further command lines: rare options, faulty specs and configurations. */
import { expect, test } from "vitest";
import { showLines } from "./run-lines.js";

const SPEC = "--spec library.yaml";

/** Outputs that others are compared with. */
const LIKE = [`check mixed.har ${SPEC}`, "check good.har --spec faulty.json", "lint faulty.json"];

const COMMANDS = [
  "probe http://127.0.0.1:1 --spec servers.json --dry-run --phase examples",
  "probe http://127.0.0.1:1 --spec servers.json --dry-run --phase examples --safe --quiet",
  "probe http://127.0.0.1:1 --spec servers.json --dry-run --phase examples --server region=http://127.0.0.1:2 --only GET",
  "probe http://127.0.0.1:1 --spec servers.json --dry-run --phase stateful,examples --max-requests 2 --param a",
  "probe http://127.0.0.1:1 --spec servers.json --dry-run --exclude deleteC --include deleteC --phase negatives",
  `check mixed.har ${SPEC} --no-fast`,
  `check mixed.har ${SPEC} --workers 2 --verdicts -`,
  `check mixed.har ${SPEC} --config hooks.yaml`,
  `check mixed.har ${SPEC} --config secrets.yaml`,
  "check --config secrets.yaml good.har",
  "check good.har --spec library.yaml --spec old.json --coverage-since old.json",
  "check good.har --spec faulty.json",
  "check good.har --spec faulty.json --strict-spec",
  "lint faulty.json",
  "lint faulty.json library.yaml gone.yaml --fail-on never",
  "lint library.yaml --fail-on warn --quiet",
  "lint faulty.json --format markdown",
  "lint faulty.json --format github --quiet",
  "gate --config strict.yaml",
  "gate --config outdated.yaml",
  "gate --config both.yaml",
  "explain spec.path.no-slash",
  "explain response.body",
  "docs library.yaml --out good.har",
  "docs nothing --out nothing",
  "docs library.yaml --site nothing --url docs",
  "docs nothing",
  "diff old.json breaking.json --since 1h",
  "diff old.json breaking.json --consumer x",
  "diff old.json breaking.json --consumer header:X",
  "diff old.json breaking.json --server https://a.example",
  "record --target http://127.0.0.1:1 --out out.har --feed-buffer buffer",
  "record --target http://127.0.0.1:1 --out out.har --sample 0.5",
  "record --target http://127.0.0.1:1 --feed nats://127.0.0.1:1 --sample 2",
  "trigger nothing --credentials gone.json",
  "token --credentials gone.json --wait 0",
  "token --credentials notes.txt --wait x",
  "worker http://a.example --health x",
  "feed http://a.example good.har",
  "report http://a.example --since yesterday",
  "report nats://127.0.0.1:1 --since yesterday",
  "listen --secret",
  `suggest good.har mixed.har --new fresh.yaml; check good.har --spec fresh.yaml`,
  "suggest mixed.har --new fresh.yaml --server https://library.example/v1/; lint fresh.yaml",
  "suggest mixed.har --new fresh.json --server https://library.example/v1 --server https://other.example; lint fresh.json",
  "suggest mixed.har --new fresh.yaml --server nowhere",
  "suggest empty.har --new fresh.yaml",
  "suggest odd.har --new fresh.yaml",
  "suggest gone.har --new fresh.yaml",
  "suggest good.har --new fresh.yaml --scope hosts --server https://library.example",
  "suggest good.har --new fresh.yaml --overlay one.json",
  "suggest good.har --new fresh.yaml --scope hosts,pages,requests",
  "suggest good.har --scope pages",
];

test.each(COMMANDS)("contract %s", async (line) => {
  for (const output of await showLines(line, LIKE)) expect(output).toMatchSnapshot();
});
