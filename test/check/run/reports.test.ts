/** The report of a run, and that the reports of its parts merge to it, whatever the parts and their order are. */
import { expect, test } from "vitest";
import {
  applyBaseline,
  createReportBuilder,
  mergeReports,
  type Report,
  refreshBaseline,
  type Waiver,
} from "../../../src/check/index.js";
import type { Exchange } from "../../../src/recording/index.js";
import { formatCompactJson } from "../../golden-text.js";
import { createExchange, createInlineContract, type ExchangeInput } from "../inline-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: Library, version: "2" }
servers: [{ url: "https://a.example" }]
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string, enum: [up, down] } }
      responses:
        "200": { description: d, headers: { X-Rate: { schema: { type: integer } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { description: d }
  /shelves:
    get:
      operationId: listShelves
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { name: { type: string } } } } } } } }
    post: { operationId: addShelf, responses: { "201": { description: d } } }
webhooks:
  added: { post: { operationId: added, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "204": { description: d } } } }
components:
  schemas:
    Book: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string }, state: { type: string, x-extensible-enum: [in, out] }, old: { type: string, enum: [a, b] } } }
`;
const contract = createInlineContract({ "spec.yaml": SPEC });

type Input = Omit<ExchangeInput, "url" | "index"> & {
  readonly at: string;
  readonly time?: string;
  readonly source?: string;
  readonly more?: Partial<Exchange>;
};
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const INPUTS: readonly Input[] = [
  { at: "/books/1", response: { id: 1, title: "a" }, time: "2026-01-02T00:00:00Z" },
  { at: "/books/1", response: { id: "1" }, time: "2026-01-03T00:00:00Z" },
  { at: "/books/2", response: { id: "2" }, time: "2026-01-01T00:00:00Z" },
  { at: "/books/3", response: { id: "3" }, source: "b.har" },
  { at: "/books/3", response: { title: 5, id: 1.5 }, source: "a.har" },
  { at: "/books/4?sort=up", response: { id: 1, titel: "a", pages: 3 } },
  { at: "/books/4?sort=dwn", response: { id: 1, titel: "b" } },
  { at: "/books/4?token=secret1234567", response: { id: 1, state: "lost" } },
  { at: "/books/5", response: { id: 1, state: "sold", old: "c" } },
  { at: "/books/6", status: 404, responseHeaders: [] },
  { at: "/books/7", status: 500, response: {} },
  { at: "/books/8", response: { id: 1 }, responseHeaders: [JSON_TYPE, ["X-Rate", "x"]] },
  { at: "/shelves", response: [{ name: "a" }, { name: 1 }, { name: 2 }, { label: "b" }, { label: "c" }] },
  { at: "/shelves", response: [{ label: "b" }] },
  { at: "/shelves", response: "no json" },
  { at: "/nowhere", response: {} },
  { at: "/favicon.ico", status: 404, responseHeaders: [] },
  { at: "/books/9", response: {}, more: { incomplete: "the request was aborted" } },
  { at: "/books/9", response: {}, more: { incomplete: "the request was aborted" }, time: "2025-01-01T00:00:00Z" },
  { at: "/books/9", response: { id: 1 }, more: { notLogged: ["request.headers"] } },
  {
    at: "/hook",
    method: "POST",
    headers: [JSON_TYPE],
    body: "{}",
    status: 204,
    responseHeaders: [],
    more: { webhook: { name: "added" } },
  },
];
/** More undeclared names than are listed one by one. */
const NAMES = Array.from(
  { length: 55 },
  (_, at): Input => ({ at: "/books/1", response: { id: 1, [`extra${at}`]: 1 } }),
);

const createExchanges = (inputs: readonly Input[]): Exchange[] =>
  inputs.map(({ at, time, source = "c.har", more, ...input }, index) => {
    const { origin, ...exchange } = createExchange({ ...input, index, url: `https://a.example${at}` });
    const startedAt = time === undefined ? {} : { startedAt: time };
    return { ...exchange, origin: { ...origin, source, ...startedAt }, ...more };
  });
const EXCHANGES = createExchanges(INPUTS);

function report(exchanges: readonly Exchange[], part = 0): Report {
  const builder = createReportBuilder(contract, { coverage: {} });
  for (const exchange of exchanges) builder.add(exchange, contract.check(exchange));
  builder.addUnreadable({ source: `${part % 2}.har`, pointer: `/log/entries/${part}`, reason: "request is missing" });
  builder.addRunError(`error ${part % 2}`);
  builder.addUnacceptedOperations({ source: "https://a.example", reason: "401", operations: ["getBook"] } as never);
  builder.addExcludedOperations({ source: "config", selector: "addShelf", operations: ["addShelf"] } as never);
  return builder.report();
}

/** The report without what only its fields' names add. */
function showReport({ findings, coverage, ...rest }: Report): string[] {
  const groups = findings.flatMap((it) => [
    `${it.level} ${it.code} ${it.operationId} ${it.exchanges} of ${it.of}, ${it.occurrences} times, statuses ${it.statuses.join()}`,
    `  ${it.message}`,
    `  ${it.contract.pointer}; first ${it.first.source} ${it.first.index} ${it.first.method} ${it.first.url} ${it.first.status}; last ${it.last.source} ${it.last.index}`,
    `  ${it.names.length > 3 ? `${it.names.length} names` : it.names.join()}${it.nearest === undefined ? "" : `; nearest ${it.nearest}`}${it.snippet === undefined ? "" : `; ${JSON.stringify(it.snippet)}`}`,
  ]);
  return [
    formatCompactJson(rest),
    formatCompactJson(coverage),
    ...groups.filter((line, at) =>
      [line, groups[at - 1] ?? ""].every((it) => !/extra(\d\d|[1-9])/.test(it) || it.includes("further")),
    ),
  ];
}

test("the report of a run", async () => {
  await expect(`${showReport(report(createExchanges([...INPUTS, ...NAMES]))).join("\n")}\n`).toMatchFileSnapshot(
    "report.txt",
  );
});

const WHOLE = report(EXCHANGES);
const common = (it: Report): Report => ({
  ...it,
  unreadable: [],
  summary: { ...it.summary, unreadable: 0 },
  runErrors: [],
});

test.each([1, 2, 3, 5])("%i parts merge to the report of the run, in any order", (count) => {
  const parts = Array.from({ length: count }, (_, part) =>
    report(
      EXCHANGES.filter((__, at) => (at * 7) % count === part),
      part,
    ),
  );
  for (const order of [parts, parts.toReversed(), [...parts.slice(1), ...parts.slice(0, 1)]]) {
    const [first, ...others] = order;
    if (first === undefined) throw new Error("no parts");
    const merged = mergeReports([first, ...others]);
    expect(common(merged)).toEqual(common(WHOLE));
    expect(merged.runErrors).toEqual(count === 1 ? ["error 0"] : ["error 0", "error 1"]);
    expect(merged.summary.unreadable).toBe(count);
    const places = merged.unreadable.map(({ source, pointer }) => `${source} ${pointer}`);
    expect(places).toEqual(parts.map((_, part) => `${part % 2}.har /log/entries/${part}`).sort());
  }
});

test("exchanges in another order give the same report", () => {
  expect(report(EXCHANGES.toReversed())).toEqual(WHOLE);
});

test("a baseline accepts findings until they expire, and drops those that are fixed", () => {
  const small = report(EXCHANGES.slice(0, 12));
  const applyAll = (of: Report, waivers: readonly Waiver[], today: string) =>
    applyBaseline(of, { path: "b.json", waivers, today });
  const changes = applyAll(small, [], "2026-01-31");
  const first = refreshBaseline([], changes, { reason: "r", expires: "2026-06-01", today: "2026-01-31" });
  expect(changes.unaccepted).toHaveLength(small.findings.length);
  expect(first.map(({ fingerprint }) => fingerprint)).toEqual(
    small.findings.map(({ fingerprint }) => fingerprint).sort(),
  );
  const waiver = first.find(({ code }) => code === "response.header.invalid");
  expect(waiver).toEqual({
    fingerprint: waiver?.fingerprint,
    ...{ code: "response.header.invalid", operation: "getBook", status: "200", keyword: "type", property: "/x-rate" },
    contract: "/paths/~1books~1{id}/get/responses/200/headers/X-Rate/schema/type",
    ...{ statuses: [200], reason: "r", expires: "2026-06-01", firstSeen: "2026-01-31" },
  });
  const dated = refreshBaseline([], applyAll(report(EXCHANGES.slice(0, 3)), [], "2026-01-31"), { today: "2026-01-31" });
  expect(dated.map(({ code, firstSeen, reason }) => [code, firstSeen, reason])).toEqual([
    ["response.body.invalid", "2026-01-01", ""],
  ]);

  const apply = (of: Report, today: string) => applyAll(of, first, today);
  const known = apply(small, "2026-06-01");
  expect(new Set(known.result.findings.map(({ state }) => state))).toEqual(new Set(["known"]));
  expect(known.result.findings[0]?.waiver).toEqual({ reason: "r", expires: "2026-06-01" });
  expect(known.result.baseline).toEqual({
    path: "b.json",
    new: 0,
    known: small.summary.findings,
    expired: [],
    fixed: [],
    unobserved: 0,
  });
  const expired = apply(small, "2026-06-02");
  expect(expired.result.baseline).toMatchObject({ new: 0, known: { error: 0, warn: 0 } });
  expect(expired.result.baseline?.expired).toEqual(first);

  // Only a response of the same status shows that a finding is gone.
  const [clean] = EXCHANGES;
  const after = apply(report(clean === undefined ? [] : [clean]), "2026-02-01");
  const statuses = (waivers: readonly { readonly statuses?: readonly number[] }[] = []): unknown[] => [
    ...new Set(waivers.flatMap((it) => it.statuses ?? [])),
  ];
  expect(statuses(after.result.baseline?.fixed)).toEqual([200]);
  expect(after.result.baseline?.unobserved).toBe(first.filter((it) => it.statuses?.join() === "500").length);
  const none = apply(report([]), "2026-02-01");
  expect(none.result.baseline).toMatchObject({ fixed: [], unobserved: first.length });

  expect(after.unaccepted).toEqual([]);
  expect(statuses(refreshBaseline(first, after, { today: "2026-02-01" }))).toEqual([500]);
  const again = refreshBaseline(first, expired, { reason: "again", today: "2026-07-01" });
  expect(
    again.every(({ reason, ticket, expires }) => reason === "again" && ticket === undefined && expires === undefined),
  ).toBe(true);
  expect(again.map(({ firstSeen }) => firstSeen)).toEqual(first.map(({ firstSeen }) => firstSeen));
});

test("exchanges with accepted errors only are counted apart, also after a merge and when the waivers expire", () => {
  const parts = [EXCHANGES.slice(0, 3), EXCHANGES.slice(3, 5)].map(report) as [Report, Report];
  const changes = applyBaseline(parts[0], { path: "b.json", waivers: [], today: "2026-01-31" });
  const waivers = refreshBaseline([], changes, { expires: "2026-06-01", today: "2026-01-31" });
  const countOf = (of: Report, today: string) => {
    const { summary } = applyBaseline(of, { path: "b.json", waivers, today }).result;
    return [summary.passed, summary.accepted ?? 0, summary.failed];
  };
  // The second part has an accepted error, and an exchange with another one beside it.
  expect(countOf(parts[0], "2026-02-01")).toEqual([1, 2, 0]);
  expect(countOf(parts[1], "2026-02-01")).toEqual([0, 1, 1]);
  expect(countOf(mergeReports(parts), "2026-02-01")).toEqual([1, 3, 1]);
  expect(countOf(mergeReports(parts), "2026-07-01")).toEqual([1, 0, 4]);
  const { result } = applyBaseline(parts[0], { path: "b.json", waivers, today: "2026-02-01" });
  expect(mergeReports([result]).summary).toEqual(parts[0].summary);
});

test("combinations of errors are limited to the same ones in any order and any shards", () => {
  const all = Array.from({ length: 1100 }, (_, index) => ({ fingerprints: [`${index}`, "a"], exchanges: 1 }));
  const empty = createReportBuilder(contract).report();
  const mergeFailures = (...shards: readonly (typeof all)[]) => {
    const [first = empty, ...others] = shards.map((failures) => ({ ...empty, failures }));
    return (mergeReports([first, ...others]).failures ?? []) as typeof all;
  };
  const whole = mergeFailures([...all, ...all]);
  expect([whole.length, new Set(whole.map(({ exchanges }) => exchanges))]).toEqual([1000, new Set([2])]);
  expect(mergeFailures(mergeFailures(all.toReversed()), mergeFailures(all))).toEqual(whole);
});

test("the line of a body shows a read-only value, but no write-only one", () => {
  const shelf =
    "{ type: object, properties: { id: { type: integer, readOnly: true }, code: { type: integer, writeOnly: true } } }";
  const json = `content: { application/json: { schema: ${shelf} } }`;
  const own = createInlineContract({
    "spec.yaml": `openapi: 3.1.0
info: { title: Shelves, version: "1" }
servers: [{ url: "https://a.example" }]
paths: { /shelves: { post: { operationId: addShelf, requestBody: { ${json} }, responses: { "200": { description: d, ${json} } } } } }
`,
  });
  const url = "https://a.example/shelves";
  const sent = { method: "POST", headers: [JSON_TYPE], body: '{"id":41}', response: { code: 42 } };
  const { findings, getSnippet } = own.check(createExchange({ ...sent, index: 0, url }));
  const lines = findings.flatMap(({ code }, at) => [getSnippet?.(at)?.text ?? []].flat().map((it) => `${code} ${it}`));
  expect(lines).toEqual(['request.body.read-only "id": 41', 'response.body.write-only "code": "[redacted]"']);
});
