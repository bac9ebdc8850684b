/** When a run passes, fails or is inconclusive, and what a baseline changes. */
import { expect, test } from "vitest";
import { COVERAGE_KINDS } from "../../../src/check/coverage/coverage-targets.js";
import { applyBaseline, readBaseline, refreshBaseline } from "../../../src/check/run/baseline.js";
import { addName } from "../../../src/check/run/finding-groups.js";
import { computeOutcome, type OutcomeOptions } from "../../../src/check/run/outcome.js";
import type { Report, Waiver } from "../../../src/check/run/report.js";
import { selectOperations } from "../../../src/check/settings/select-operations.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";

const SUMMARY = { exchanges: 4, skipped: 1, partial: 0, unreadable: 0, findings: { error: 0, warn: 0 } };

const KINDS = Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, { percent: 50 }]));
const [ENOUGH, LESS] = [50, 50.1].map((atLeast) => ({ ...KINDS, statuses: { percent: 50, atLeast } }));

type Edit = { readonly summary?: object; readonly skipped?: readonly object[]; readonly more?: object };

function reportOf({ summary = {}, skipped = [], more = {} }: Edit): Report {
  const coverage = { kinds: KINDS, operations: [], webhooks: [] };
  return {
    runErrors: [],
    summary: { ...SUMMARY, ...summary },
    skipped,
    coverage,
    findings: [],
    ...more,
  } as unknown as Report;
}

const inconclusive = (...reasons: readonly string[]): object => ({ kind: "inconclusive", reasons });
const [PASSED, FAILED] = [{ kind: "passed" }, { kind: "failed" }];
const findings = (error: number, warn: number): Edit => ({ summary: { findings: { error, warn } } });
/** Two errors and two times drift, of which some are accepted. */
const accepted = (error: number, warn: number): Edit => {
  const list = (level: string, known: number) => [0, 1].map((at) => ({ level, state: at < known ? "known" : "new" }));
  return { ...findings(2, 2), more: { findings: [...list("error", error), ...list("warn", warn)] } };
};
const nothing = { exchanges: 4, skipped: 4 };

test.each<[edit: Edit, rules: OutcomeOptions, outcome: object]>([
  [{}, {}, PASSED],
  [{ more: { coverage: { kinds: ENOUGH } } }, {}, PASSED],
  [{ more: { coverage: { kinds: LESS } } }, {}, FAILED],
  [{ more: { coverage: { kinds: LESS } } }, { isShard: true }, PASSED],
  [{ more: { coverage: { kinds: KINDS, changed: { kinds: LESS } } } }, {}, FAILED],
  [findings(1, 0), {}, FAILED],
  [findings(0, 1), {}, PASSED],
  [findings(0, 1), { failOn: "warn" }, FAILED],
  [findings(1, 0), { failOn: "warn" }, FAILED],
  [findings(0, 0), { failOn: "warn" }, PASSED],
  [findings(1, 1), { failOn: "never" }, PASSED],
  [accepted(2, 2), { failOn: "warn" }, PASSED],
  [accepted(1, 2), {}, FAILED],
  [accepted(2, 1), { failOn: "warn" }, FAILED],
  [{ summary: { unreadable: 1 } }, {}, inconclusive("1 entry could not be read")],
  [
    { summary: { unreadable: 2, findings: { error: 1, warn: 0 } } },
    {},
    { kind: "failed", reasons: ["2 entries could not be read"] },
  ],
  [
    { summary: { unreadable: 2, findings: { error: 1, warn: 0 } } },
    { failOn: "never" },
    inconclusive("2 entries could not be read"),
  ],
  [
    { summary: nothing, more: { runErrors: [] } },
    { isBuiltInSpec: true },
    inconclusive("no exchange matches this spec; it is the built-in spec, so name your own with --spec FILE"),
  ],
  [{ summary: { exchanges: 0, skipped: 0 } }, {}, inconclusive("there are no exchanges to check")],
  [{ summary: { exchanges: 0, skipped: 0 } }, { isShard: true }, PASSED],
  [{ summary: { exchanges: 0, skipped: 0, unreadable: 1 } }, {}, inconclusive("1 entry could not be read")],
  [{ summary: nothing }, {}, inconclusive("no exchange matches this spec")],
  [{ summary: nothing }, { isShard: true }, PASSED],
  [
    { summary: nothing, skipped: [{ reason: "r", exchanges: 4 }] },
    {},
    inconclusive("no exchange matches this spec: r"),
  ],
  [
    {
      summary: nothing,
      skipped: [
        { reason: "r", exchanges: 1 },
        { reason: "s", exchanges: 2 },
        { reason: "t", exchanges: 1 },
      ],
    },
    {},
    inconclusive("no exchange matches this spec: 2 of 4 s"),
  ],
  [
    {
      summary: nothing,
      skipped: [
        { reason: "r", exchanges: 2 },
        { reason: "s\u001b", exchanges: 2 },
      ],
    },
    {},
    inconclusive("no exchange matches this spec: 2 of 4 r"),
  ],
  [{ summary: { partial: 1 } }, {}, inconclusive("1 exchange was only partially checked")],
  [{ summary: { partial: 2 } }, {}, inconclusive("2 exchanges were only partially checked")],
  [{ summary: { partial: 2 } }, { allowPartial: true }, PASSED],
  [{ summary: { partial: 2, notLogged: 2 } }, {}, PASSED],
  [{ summary: { partial: 2, notLogged: 1 } }, {}, inconclusive("1 exchange was only partially checked")],
  [
    { more: { runErrors: ["e"] }, summary: { partial: 1 } },
    {},
    inconclusive("e", "1 exchange was only partially checked"),
  ],
])("%j with %j", (edit, rules, outcome) => {
  expect(computeOutcome(reportOf(edit), rules)).toEqual(outcome);
});

test("twenty names are kept, the first ones in alphabetical order", () => {
  const names = new Set<string>();
  const all = Array.from({ length: 25 }, (_, at) => `n${String(at).padStart(2, "0")}`);
  for (const name of all.slice(0, 20)) addName(names, name);
  expect([...names]).toEqual(all.slice(0, 20));
  for (const name of [all[24], all[21], "a", "a"]) addName(names, name as string);
  expect([...names].sort()).toEqual(["a", ...all.slice(0, 19)]);
});

const WAIVER: Waiver = { fingerprint: "0123456789abcdef", reason: "r" };
const finding = (fingerprint: string, level: string): object => ({
  ...{ fingerprint, level, code: "c", operationId: "o", contract: { pointer: "/p" }, statuses: [200] },
  first: { startedAt: "2026-01-05T10:00:00Z" },
});

test.each([
  [undefined, "known"],
  ["2026-02-01", "known"],
  ["2026-01-31", "known"],
  ["2026-01-30", "expired"],
])("on 2026-01-31 a waiver until %s makes a finding %s", (expires, state) => {
  const waiver = { ...WAIVER, ...(expires === undefined ? {} : { expires }), ticket: "T" };
  const report = reportOf({ more: { findings: [finding(WAIVER.fingerprint ?? "", "error"), finding("b", "warn")] } });
  const accepted = { path: "b.yaml", waivers: [waiver], today: "2026-01-31" };
  const { findings: found, baseline } = applyBaseline(report, accepted).result;
  expect(found.map((it) => it.state)).toEqual([state, "new"]);
  expect(found[0]?.waiver).toEqual({ reason: "r", ticket: "T", ...(expires === undefined ? {} : { expires }) });
  const known = { error: state === "known" ? 1 : 0, warn: 0 };
  const expired = state === "expired" ? [waiver] : [];
  expect(baseline).toEqual({ path: "b.yaml", new: 1, known, expired, fixed: [], unobserved: 0 });
});

test.each<[waiver: Partial<Waiver>, isFixed: boolean]>([
  [{ operation: "o" }, true],
  [{ operation: "hook" }, true],
  [{ operation: "unseen" }, false],
  [{ operation: "none" }, false],
  [{}, false],
  [{ operation: "o", statuses: [200] }, true],
  [{ operation: "o", statuses: [404, 200] }, true],
  [{ operation: "o", statuses: [404] }, false],
  [{ operation: "o", statuses: [500] }, false],
])("a waiver %j without a finding is fixed: %j", (waiver, isFixed) => {
  const operations = [
    { operationId: "o", exchanges: 1, statuses: { 200: 1, 500: 0 } },
    { operationId: "unseen", exchanges: 0, statuses: {} },
  ];
  const coverage = { kinds: {}, operations, webhooks: [{ operationId: "hook", exchanges: 1, statuses: {} }] };
  const waivers = [{ ...WAIVER, ...waiver }];
  const accepted = { path: "p", waivers, today: "2026-01-31" };
  const { baseline } = applyBaseline(reportOf({ more: { coverage } }), accepted).result;
  expect([baseline?.fixed, baseline?.unobserved]).toEqual(isFixed ? [waivers, 0] : [[], 1]);
});

test("an update accepts new and expired findings, keeps others and drops fixed ones", () => {
  const code = "response.body.invalid";
  const waivers: Waiver[] = [
    { ...WAIVER, fingerprint: "d", reason: "kept" },
    { ...WAIVER, fingerprint: "c", reason: "fixed", operation: "o", code },
    { ...WAIVER, fingerprint: "b", reason: "expired", expires: "2026-01-30", firstSeen: "2025-01-01" },
  ];
  const findings = [
    finding("b", "error"),
    finding("a", "warn"),
    { ...finding("e", "warn"), first: {} },
    finding("d", "error"),
  ];
  const coverage = { kinds: {}, operations: [{ operationId: "o", exchanges: 1, statuses: { 200: 1 } }] };
  const apply = (entries: readonly Waiver[]) =>
    applyBaseline(reportOf({ more: { findings, coverage } }), {
      path: "b.yaml",
      waivers: entries,
      today: "2026-01-31",
    });
  const applied = apply(waivers);
  const update = refreshBaseline(waivers, applied, { reason: "why", expires: "2027-01-01", today: "2026-01-31" });
  const added = {
    code: "c",
    operation: "o",
    contract: "/p",
    statuses: [200],
    reason: "why",
    expires: "2027-01-01",
  };
  expect(update).toEqual([
    { fingerprint: "a", ...added, firstSeen: "2026-01-05" },
    { fingerprint: "b", ...added, firstSeen: "2025-01-01" },
    waivers[0],
    { fingerprint: "e", ...added, firstSeen: "2026-01-31" },
  ]);
  expect(applied.unaccepted.map(({ entry, state }) => [entry.fingerprint, state])).toEqual([
    ["b", "expired"],
    ["a", "new"],
    ["e", "new"],
  ]);
  const [plain] = refreshBaseline([], apply([]), { today: "2026-01-31" });
  expect(Object.keys(plain ?? {})).not.toContain("ticket");
  expect(plain).toMatchObject({ reason: "" });
});

test("a fingerprint is accepted once", () => {
  const line = "  - { fingerprint: 0123456789abcdef, reason: r }\n";
  expect(readBaseline("b.yaml", `schemaVersion: 2\nwaivers:\n${line}`)).toEqual([WAIVER]);
  expect(() => readBaseline("b.yaml", `schemaVersion: 2\nwaivers:\n${line}${line}`)).toThrow(
    "b.yaml:4:5: duplicate waiver for 0123456789abcdef; keep one",
  );
});

const text = `openapi: 3.1.0
info: { title: t, version: "1" }
paths: { /books: { get: { operationId: listBooks, tags: [shelf] }, post: { operationId: addBook } } }
`;
const operations = listOperations(loadDocument("spec.yaml", () => text));

test.each([
  [[], ["listBooks", "addBook"]],
  [["addBook"], ["addBook"]],
  [["shelf"], ["listBooks"]],
  [["/books"], ["listBooks", "addBook"]],
  [
    ["shelf", "addBook"],
    ["listBooks", "addBook"],
  ],
])("--only %j", (only, ids) => {
  expect(selectOperations(operations, only).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["listBook", '--only: "listBook" is not an operationId, tag, path or method in the spec; did you mean "listBooks"?'],
  ["nothing\n", '--only: "nothing\\u000a" is not an operationId, tag, path or method in the spec'],
])("--only %j is unknown", (only, message) => {
  expect(() => selectOperations(operations, ["addBook", only])).toThrow(
    expect.objectContaining({ name: "SettingsError", message }),
  );
});
