/** What the probe finds in a service whose spec states no filters, and none of whose examples has an optional property. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { BOOKSHOP_TOKEN, type BookshopDefect, startBookshop } from "./bookshop-server.js";

const SPEC = join(import.meta.dirname, "bookshop.yaml");

async function probe(defect?: BookshopDefect, more: readonly string[] = ["--phase", "examples,stateful"]) {
  const service = await startBookshop(defect);
  onTestFinished(service.close);
  const report = join(createFolder({}), "report.json");
  const args = ["--spec", SPEC, "--auth", `bearer:${BOOKSHOP_TOKEN}`, "--format", `json:${report}`];
  const { stderr } = await runContract(["probe", service.url, ...args, ...more]);
  const { findings } = JSON.parse(readFileSync(report, "utf8"));
  const reported = findings as readonly {
    readonly code: string;
    readonly operationId: string;
    readonly message: string;
  }[];
  return { stderr, findings: reported.map((it) => `${it.code} ${it.operationId}: ${it.message}`) };
}

test("a correct service has no findings, and what is not tested is named", async () => {
  const { findings, stderr } = await probe();
  expect(findings).toEqual([]);
  expect(stderr).toContain("not tested, because neither x-selects nor a name says what they select: listBooks: near");
});

test("cases that their share of the requests cuts off go on with what random requests leave over", async () => {
  const phases = ["--phase", "examples,boundaries,negatives,random", "--only", "addBook"];
  const [, count = ""] = /(\d+) requests/.exec((await probe(undefined, phases)).stderr) ?? [];
  const { stderr } = await probe(undefined, [...phases, "--max-requests", `${Number(count) + 5}`]);
  expect(stderr).toContain(`${count} requests`);
  expect(stderr).not.toContain("inconclusive");
  const { stderr: short } = await probe(undefined, [...phases, "--max-requests", `${Number(count) - 5}`]);
  expect(short).toMatch(
    /inconclusive: the limit of \d+ requests is reached \(--max-requests\): not finished from \w+\/\w+/,
  );
});

test.each<[BookshopDefect, RegExp]>([
  ["deletes without a token", /^exchange\.security\.unchecked deleteBook: without credentials, the response is 204/],
  [
    "deletes what it refuses to delete",
    /^exchange\.refusal\.applied deleteBook: the deletion was rejected with 401 \(without credentials\), but getBook responds with 404/,
  ],
  ["a PATCH drops what it does not name", /^exchange\.write\.lost patchBook: \/price is gone after patchBook/],
  [
    "a PUT keeps what it leaves out",
    /^exchange\.http\.violated putBook: \w+ is still there, although the latest putBook/,
  ],
  ["a PUT keeps the price", /^exchange\.write\.lost (putBook|getBook): \/price: another number is shown/],
  ["the filter by genre is ignored", /^exchange\.filter\.ignored listBooks: \d+ of \d+ items do not match genre=/],
  ["the filter by title is ignored", /^exchange\.filter\.ignored listBooks: \d+ of \d+ items do not match title=/],
  [
    "a page begins with the last item of the one before",
    /^exchange\.page\.repeated listBooks: the item \S+ occurs on page 1 and again on page 2/,
  ],
])("a service that differs in one respect: %s", async (defect, finding) => {
  const { findings } = await probe(defect);
  expect(findings.filter((it) => finding.test(it))).toHaveLength(1);
});
