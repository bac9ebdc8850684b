/** A small report that is made by hand, without a run, and functions to change it. */
import { COVERAGE_KINDS, type FindingGroup, type Report } from "../../../src/check/index.js";
import type { ReportInput } from "../../../src/report/index.js";

type Coverage = Report["coverage"];
type Kinds = NonNullable<Coverage["kinds"]>;
type Spec = Report["spec"];

export const BASE_FINDING: FindingGroup = {
  code: "response.body.invalid",
  level: "error",
  message: "must be integer",
  operationId: "getBook",
  contract: { file: "/repo/spec.yaml", line: 2, column: 3, pointer: "/components/schemas/Book" },
  recording: { source: "traffic.har", index: 4, pointer: "/log/entries/4", body: "/id" },
  status: "200",
  property: "/id",
  keyword: "type",
  fingerprint: "00000000000000aa",
  occurrences: 1,
  exchanges: 1,
  of: 9,
  first: { source: "traffic.har", index: 4, method: "GET", url: "https://a.example/books/7", status: 200 },
  last: { source: "more.har", index: 8 },
  names: [],
  statuses: [200],
};

export const finding = (more: Partial<FindingGroup>): FindingGroup => ({ ...BASE_FINDING, ...more });
export const drift = (more: Partial<FindingGroup> = {}): FindingGroup =>
  finding({
    code: "response.body.undeclared",
    level: "warn",
    message: "undeclared",
    fingerprint: "00000000000000bb",
    ...more,
  });
export const others = (count: number, more: Partial<FindingGroup> = {}): FindingGroup[] =>
  Array.from({ length: count }, (_, index) =>
    finding({ fingerprint: `f${index}`, message: `number ${index}`, ...more }),
  );

export const operation = (operationId: string, exchanges: number, more = {}) => ({
  ...{ operationId, method: "GET", path: "/books/{id}", exchanges },
  ...{ statuses: exchanges === 0 ? {} : { 200: exchanges }, missing: ["404"] },
  ...more,
});

export const REASON = {
  reason: "no <schema>",
  exchanges: 1,
  first: { source: "a.har", index: 0, pointer: "/log/entries/0" },
};
export const REASONS = [REASON, { ...REASON, reason: "another", exchanges: 3 }];
export const WAIVER = { fingerprint: "0123456789abcdef", reason: "old", code: "response.body.invalid" as const };

/** Coverage without targets, except for the given kinds. */
export function kinds(given: Partial<Record<keyof Kinds, object>>): Kinds {
  const empty = { total: 0, seen: 0, percent: 100, missing: [] };
  // Each kind is there.
  return Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, { ...empty, ...given[kind] }])) as unknown as Kinds;
}

export const place = (name: string, pointer = "/components/schemas/Book/properties/x") => ({
  name,
  pointer,
  file: "spec.yaml",
  line: 9,
  column: 1,
});
export const COVERED = kinds({
  operations: { total: 2, seen: 1, percent: 50, atLeast: 50, missing: [place("GET /a", "/paths/~1a/get")] },
  statuses: {
    ...{ total: 4, seen: 2, percent: 50, atLeast: 90 },
    missing: [place("200", "/components/responses/Ok"), place("404", "/components/responses/NotFound")],
  },
  properties: { total: 4, seen: 0, percent: 0, missing: ["/a", "/b", "/c", "/d"].map((it) => place(it)) },
  values: { total: 1, seen: 1, percent: 100 },
});

const summary = {
  exchanges: 10,
  passed: 9,
  failed: 1,
  partial: 0,
  skipped: 0,
  unreadable: 0,
  findings: { error: 1, warn: 0 },
};
export const SPEC: Spec = { path: "/repo/spec.yaml", title: "Books", version: "1.0" };
export const BASE: Report = {
  ...{ spec: SPEC, summary, findings: [BASE_FINDING], skipped: [], partial: [], unreadable: [], runErrors: [] },
  coverage: { operations: [operation("getBook", 9), operation("GET /books", 0, { path: "/books" })] },
};

const LINES = ["openapi: 3.1.0", "  Book: # a `book` | \u0007", "    type: object", "", "    x: 1"];

export const BASE_INPUT: ReportInput = {
  ...{ report: BASE, outcome: { kind: "failed" }, tool: { name: "tool", version: "1.2.3" }, diagnostics: [] },
  source: (file) => (file === "/repo/spec.yaml" ? LINES : []),
  pathInRepository: (file) => (file.startsWith("/repo/") ? file.slice(6) : undefined),
};

export type Change = Partial<Omit<ReportInput, "report">> & {
  readonly report?: Partial<Report>;
  readonly counts?: object;
};

export const withFindings = (findings: readonly FindingGroup[], more: Partial<Report> = {}): Change => ({
  report: { findings, ...more },
  counts: {
    findings: {
      error: findings.filter(({ level }) => level === "error").length,
      warn: findings.filter(({ level }) => level === "warn").length,
    },
  },
});
export const one = (more: Partial<FindingGroup>, { report = {}, ...rest }: Change = {}): Change => ({
  ...withFindings([finding(more)], report),
  ...rest,
});
export const baseline = (more = {}): Partial<Report> => ({
  baseline: { path: "base.yaml", new: 1, known: { error: 0, warn: 0 }, expired: [], fixed: [], unobserved: 0, ...more },
});
export const passed: Change = { ...withFindings([]), outcome: { kind: "passed" } };
export const covered = (coverage: Partial<Coverage>, more: Change = {}): Change => ({
  report: { coverage: { ...BASE.coverage, ...coverage } },
  ...more,
});
export const diagnostic = {
  code: "spec.object.missing-field",
  message: "is wrong",
  file: "spec.yaml",
  line: 3,
  column: 1,
  pointer: "/a",
};
export const known = (more: Partial<FindingGroup> = {}): FindingGroup =>
  finding({ state: "known", waiver: { reason: "agreed" }, fingerprint: "00000000000000cc", ...more });
