/** Reports of runs with other outcomes, coverage, baselines and specs. */
import {
  BASE,
  BASE_FINDING,
  baseline,
  type Change,
  COVERED,
  covered,
  diagnostic,
  drift,
  finding,
  kinds,
  known,
  one,
  operation,
  passed,
  place,
  REASON,
  REASONS,
  SPEC,
  WAIVER,
  withFindings,
} from "./base.js";

export const RUN_CHANGES: Readonly<Record<string, Change>> = {
  "no findings": passed,
  "one exchange": { counts: { exchanges: 1, passed: 1, failed: 0 } },
  "thousands of exchanges": { counts: { exchanges: 12_345, passed: 12_000, partial: 200, skipped: 145, failed: 0 } },
  "only skipped exchanges": {
    counts: { exchanges: 2, skipped: 2, passed: 0, failed: 0 },
    report: { skipped: REASONS },
  },
  "a spec without a title": { report: { spec: { ...SPEC, title: "", version: "" } } },
  "drift alone": withFindings([drift()]),
  "drift alone, which fails the run": { ...withFindings([drift()]), failOn: "warn" },
  "errors that do not fail the run": { failOn: "never", outcome: { kind: "passed" } },
  "errors and drift": withFindings([BASE_FINDING, drift(), drift({ fingerprint: "b2" })]),
  "an inconclusive run": { outcome: { kind: "inconclusive", reasons: ["first reason", "second `reason`"] } },
  "an inconclusive run whose reasons are on stderr": {
    ...{ outcome: { kind: "inconclusive", reasons: ["first reason"] }, reasonsOnStderr: true },
    report: { partial: REASONS, unreadable: [{ source: "b.har", pointer: "", reason: "no JSON" }] },
    counts: { partial: 4, unreadable: 1 },
  },
  "partially checked exchanges that are allowed": { report: { partial: REASONS }, counts: { partial: 4 } },
  "log lines that lack fields": { report: { notLogged: [REASON] }, counts: { notLogged: 2, partial: 3 } },
  "log lines alone that lack fields": {
    ...passed,
    report: { findings: [], notLogged: REASONS },
    counts: { notLogged: 1, partial: 1, findings: { error: 0, warn: 0 } },
  },
  "unreadable entries": {
    report: { unreadable: [{ source: "b.har", pointer: "/log/1", reason: "no\u0007 JSON" }] },
    counts: { unreadable: 2 },
  },
  "operations that accept nothing": {
    report: { unaccepted: [{ source: "http://a.example", reason: "all are 500", operations: ["a", "b"] }] },
  },
  "excluded operations": {
    report: {
      excluded: [
        { source: "http://a.example", selector: "--exclude DELETE", operations: ["a", "b"], reason: "costs" },
        { source: "http://a.example", selector: "-x", operations: ["b"] },
        { source: "http://b.example", selector: "-x", operations: ["c"] },
      ],
    },
  },
  "accepted findings": withFindings(
    [BASE_FINDING, known(), known({ fingerprint: "c2", code: "request.body.invalid" })],
    baseline({ known: { error: 2, warn: 0 } }),
  ),
  "accepted findings alone": {
    ...withFindings([known()], baseline({ new: 0, known: { error: 1, warn: 0 } })),
    outcome: { kind: "passed" },
  },
  "accepted drift": {
    outcome: { kind: "passed" },
    ...withFindings(
      [known({ level: "warn", waiver: { reason: "r", ticket: "T-1", expires: "2026-01-31" } })],
      baseline({ known: { error: 0, warn: 1 } }),
    ),
  },
  "new findings": one({ state: "new" }, { report: baseline() }),
  "expired findings": {
    report: {
      findings: [
        finding({ state: "expired", waiver: { reason: "r\u0007", ticket: "T-1", expires: "2026-01-31" } }),
        finding({ fingerprint: "e2", state: "expired", waiver: { reason: "r" } }),
      ],
      ...baseline({ expired: [{ ...WAIVER, expires: "2026-01-31", operation: "getBook" }], unobserved: 3 }),
    },
  },
  "fixed findings": {
    report: baseline({
      fixed: [
        { ...WAIVER, operation: null, contract: "/a", ticket: "T-2" },
        { fingerprint: "0000", reason: "x" },
      ],
    }),
  },
  "errors and warnings in the spec": {
    diagnostics: [
      { ...diagnostic, level: "error" },
      { ...diagnostic, level: "error", pointer: "/b" },
      { ...diagnostic, code: "spec.tag.undeclared", level: "warn" },
      { ...diagnostic, code: "spec.name.unusual", level: "info" },
    ],
  },
  "remarks about the spec alone": { diagnostics: [{ ...diagnostic, level: "info" }] },
  "a warning and remarks about the spec": {
    diagnostics: [
      { ...diagnostic, level: "warn" },
      ...["/x", "/y"].map((pointer) => ({ ...diagnostic, code: "spec.x", level: "info" as const, pointer })),
    ],
  },
  "errors in the spec of a run that passes": { ...passed, diagnostics: [{ ...diagnostic, level: "error" }] },
  coverage: covered({ kinds: COVERED }),
  "coverage below its threshold alone": {
    ...covered({ kinds: COVERED }, passed),
    outcome: { kind: "failed" },
    report: { findings: [], coverage: { ...BASE.coverage, kinds: COVERED } },
  },
  "coverage of two specs": covered({ kinds: kinds({}), specs: [{ path: "a.yaml", kinds: COVERED }] }),
  "coverage of changes": covered({
    changed: {
      since: "v1",
      operations: [
        { operationId: "getBook", exchanges: 2, codes: ["response.body.added", "b", "c", "d"] },
        { operationId: "aLongerNameThanOthers", exchanges: 0, codes: ["e"] },
      ],
      kinds: COVERED,
    },
  }),
  "coverage of no changes": covered({ changed: { since: "v1", operations: [], kinds: kinds({}) } }),
  "201 names that are missing": covered({
    kinds: kinds({
      operations: { total: 201, seen: 0, percent: 0, missing: Array.from({ length: 201 }, (_, at) => place(`n${at}`)) },
    }),
  }),
  "webhooks that are seen": covered({ webhooks: [operation("event", 1, { path: "event" }), operation("none", 0)] }),
  "webhooks alone": covered({
    operations: [operation("getBook", 0)],
    webhooks: [operation("event", 1, { path: "event" })],
  }),
  "many statuses": covered({
    operations: [
      operation("getBook", 1006, { statuses: { 200: 1000, 201: 5, 204: 1 }, missing: [] }),
      operation("put", 0, { missing: ["404", "4XX"], method: "PUT" }),
    ],
  }),
  "an undocumented status": one(
    { code: "response.status.undocumented", statuses: [200, 418], level: "warn" },
    covered({ operations: [operation("getBook", 9, { statuses: { 200: 8, 418: 1 } })] }),
  ),
  "51 reasons": {
    report: { skipped: Array.from({ length: 51 }, (_, at) => ({ ...REASON, reason: `r${at}` })) },
    counts: { skipped: 51 },
  },
  "201 reasons": { report: { partial: Array.from({ length: 201 }, (_, at) => ({ ...REASON, reason: `r${at}` })) } },
  "a terminal with colours": {
    ...withFindings([BASE_FINDING, drift(), known()], baseline({ fixed: [WAIVER], expired: [WAIVER] })),
    colour: true,
  },
  "a narrow terminal": { width: 40 },
};
