/** A small diff that is made by hand, and what changes it. */
import type { DiffFinding, FindingTraffic } from "../../../src/diff/index.js";
import { acceptChanges } from "../../../src/report/accepted.js";
import type { DiffReportInput, WeighedTraffic } from "../../../src/report/diff/formats.js";

const LINES = ["openapi: 3.1.0", "  Book: # a `book`", "    type: object"];
const at = (file: string) => ({ file, line: 2, column: 3, pointer: "/components/schemas/Book" });

const BASE_FINDING: DiffFinding = {
  code: "request.property.refused",
  level: "error",
  message: "the property is gone",
  change: "the property is gone",
  old: at("old.yaml"),
  new: at("new.yaml"),
  affects: [{ operation: "getBook", part: "response 200 body", at: "/id" }],
  fingerprint: "00000000000000aa",
};

const finding = (more: Partial<DiffFinding>): DiffFinding => ({ ...BASE_FINDING, ...more });
const added = finding({ code: "operation.added", level: "info", message: "is new", fingerprint: "00000000000000bb" });
const risky = finding({
  code: "request.property.removed",
  level: "warn",
  message: "may be",
  fingerprint: "00000000000000cc",
});
const many = (count: number, more: Partial<DiffFinding> = {}): DiffFinding[] =>
  Array.from({ length: count }, (_, index) =>
    finding({ message: `number ${index}`, fingerprint: `f${index}`, ...more }),
  );
const affects = (...names: readonly string[]) => names.map((operation) => ({ operation, part: "query q" }));

const counts = { old: 3, new: 4, compared: 2 };
const difference = {
  findings: [BASE_FINDING],
  bump: "major",
  operations: counts,
  notCompared: [],
  endpoints: new Map([["getBook", "GET /books/{id}"]]),
  schemas: { compared: 1, undecided: 0 },
} as const;

export const BASE_DIFF: DiffReportInput = {
  difference,
  ...{ failOn: "error", tool: { name: "tool", version: "1.2.3" }, colour: false },
  old: { path: "old.yaml", title: "Books", version: "1.0" },
  new: { path: "new.yaml", title: "Books", version: "2.0" },
  source: { old: () => LINES, new: () => LINES },
  pathInRepository: (file) => `spec/${file}`,
};

type Change = Partial<DiffReportInput>;

const of = (...findings: readonly DiffFinding[]): Change => ({ difference: { ...difference, findings } });
const counterexample = {
  value: { a: "x\ny" },
  operation: "getBook",
  part: "p",
  acceptedBy: "old",
  rejectedBy: "new",
} as const;

const WEIGHT: FindingTraffic = {
  ...{ exchanges: 3, of: 2000, basis: "refused" },
  operations: [{ name: "getBook", exchanges: 3 }],
  consumers: [
    { name: "app", exchanges: 2 },
    { name: null, exchanges: 1 },
  ],
  ...{ firstSeen: "2026-01-01T00:00:00Z", lastSeen: "2026-02-01T00:00:00Z" },
};

const traffic = (weight: Partial<FindingTraffic>, more: Partial<WeighedTraffic> = {}): Change => ({
  traffic: {
    ...{ exchanges: 2000, others: 0, unknown: 0, unexplained: 0, consumers: 2, minExchanges: 1 },
    findings: new Map([["00000000000000aa", { ...WEIGHT, ...weight }]]),
    ...more,
  },
});

const accept = (more = {}, fingerprint = "00000000000000aa", change: Change = {}): Change => {
  const waivers = [{ fingerprint, reason: "agreed\u0007", ...more }];
  const accepted = { path: "accepted.yaml", today: "2026-02-01", waivers };
  return acceptChanges({ ...BASE_DIFF, ...change }, accepted).result;
};

export const DIFF_CHANGES: Readonly<Record<string, Change>> = {
  "no findings": of(),
  "no changes at all": { difference: { ...difference, findings: [], bump: "none" } },
  "no changes at all in the same version": {
    difference: { ...difference, findings: [], bump: "none" },
    old: { ...BASE_DIFF.old, version: "2.0" },
  },
  "as many breaking as compatible changes": of(BASE_FINDING, added),
  "one change of each level": of(BASE_FINDING, risky, added),
  "a compatible change alone": of(added),
  "a possibly breaking change alone": of(risky),
  "a possibly breaking change that fails the run": { ...of(risky), failOn: "warn" },
  "a compatible change, and possibly breaking ones fail the run": { ...of(added), failOn: "warn" },
  "a breaking change that does not fail the run": { failOn: "never" },
  "a finding without the old location": of({ ...added, old: undefined } as never),
  "a finding in one operation twice": of(
    finding({ affects: [...BASE_FINDING.affects, { operation: "getBook", part: "request body" }] }),
  ),
  "a finding in three operations": of(finding({ affects: affects("b", "a", "c") })),
  "a finding in six operations": of(finding({ affects: affects("b", "a", "c", "d", "e", "f") }), risky),
  "a finding in no operation": of(finding({ affects: [] })),
  "a whole body": of(finding({ affects: [{ operation: "getBook", part: "request body", at: "" }] })),
  "a counterexample": of(finding({ counterexample })),
  "a counterexample that the new spec accepts, and its text": of(
    finding({ counterexample: { ...counterexample, value: 7, text: "q=7", acceptedBy: "new" } }),
  ),
  "a counterexample with the same text": of(finding({ counterexample: { ...counterexample, value: 7, text: "7" } })),
  "a counterexample of 398 characters": of(finding({ counterexample: { ...counterexample, value: "x".repeat(398) } })),
  "a counterexample of 399 characters": of(finding({ counterexample: { ...counterexample, value: "x".repeat(399) } })),
  "a counterexample without a value": of(
    finding({ counterexample: { ...counterexample, value: undefined, text: "a\r\nb" } }),
  ),
  "a location without a column": of(finding({ new: { file: "new.yaml", line: 1, pointer: "/info" } })),
  "a location without a line": of(finding({ new: { file: "new.yaml", pointer: "" } })),
  "an old spec of a commit": { old: { ...BASE_DIFF.old, ref: "v1" } },
  "a new spec of a commit": { new: { ...BASE_DIFF.new, ref: "v2" } },
  "a removed location of a commit": {
    ...of({ ...BASE_FINDING, new: undefined } as never),
    old: { ...BASE_DIFF.old, ref: "v1" },
  },
  "a spec without a title": { new: { path: "new.yaml", title: "", version: "" } },
  "specs of the same version": { old: { ...BASE_DIFF.old, version: "2.0" } },
  "an old spec without a version": { old: { ...BASE_DIFF.old, version: "" } },
  "a version that is enough": { version: { old: "1.0", new: "2.0", isEnough: true, least: "2.0" } },
  "a version that is not enough": {
    ...of(added),
    version: { old: "1.0", new: "1.0.1", isEnough: false, least: "1.1.0" },
  },
  "a version without a form": { version: { old: "x", new: "y", isEnough: false } },
  "an accepted change": accept(),
  "an accepted change with a ticket and a last day": accept({ ticket: "T-1", expires: "2026-02-01" }),
  "a change that was accepted until yesterday": accept({ ticket: "T-1", expires: "2026-01-31" }),
  "another accepted change": accept({ code: "operation.removed" }, "ffff"),
  "another accepted change without a code": accept({}, "ffff"),
  "an accepted compatible change": accept({}, added.fingerprint, of(added)),
  "an accepted change in traffic": accept({}, undefined, traffic({})),
  traffic: traffic({}),
  "traffic without the change": traffic({ exchanges: 0 }),
  "traffic of one exchange": traffic(
    { exchanges: 1, of: 1 },
    { exchanges: 1, consumers: 1, others: 1, unknown: 2000, unexplained: 3000 },
  ),
  "traffic of several operations": traffic({
    operations: [
      { name: "a", exchanges: 2 },
      { name: "b", exchanges: 1 },
    ],
  }),
  "traffic at one time": traffic({ lastSeen: "2026-01-01T00:00:00Z" }),
  "traffic without times": traffic({ firstSeen: undefined, lastSeen: undefined } as never),
  "traffic with other consumers": traffic({
    unlisted: 1234,
    consumers: Array.from({ length: 12 }, (_, index) => ({ name: `c${index}`, exchanges: 1 })),
  }),
  "traffic that receives the change": traffic({ basis: "received" }),
  "traffic that partly shows the change": traffic({ basis: "received", unshown: 1 }),
  "traffic that does not show the change": traffic({ basis: "received", unshown: 3 }),
  "traffic with a possibly breaking change": {
    ...of({ ...risky, fingerprint: BASE_FINDING.fingerprint }),
    ...traffic({}),
  },
  "traffic with a breaking change that must be seen": { ...traffic({}), failOn: "seen" },
  "no traffic with a change that must be seen": { failOn: "seen" },
  "traffic without the change that must be seen": { ...traffic({}, { findings: new Map() }), failOn: "seen" },
  "traffic with too few exchanges": { ...traffic({}, { minExchanges: 4 }), failOn: "seen" },
  "traffic with just enough exchanges": { ...traffic({}, { minExchanges: 3 }), failOn: "seen" },
  "a possibly breaking change that is not seen": { ...of(risky), ...traffic({}), failOn: "seen" },
  "operations that were not compared": { difference: { ...difference, notCompared: ["a", "b"] } },
  "9 breaking changes": of(...many(9)),
  "11 breaking and 10 other changes": of(...many(11), ...many(10, { level: "warn", code: "request.property.removed" })),
  "a link in the message": of(finding({ message: "see [a](b) <i> ::x%\u0007" })),
  "a terminal with colours": {
    ...accept({}, "dd", { ...of(BASE_FINDING, risky, added, finding({ fingerprint: "dd" })), ...traffic({}) }),
    version: { old: "1", new: "2", isEnough: false },
    colour: true,
  },
  "a terminal with colours where nothing fails": {
    ...of(),
    colour: true,
    version: { old: "1", new: "2", isEnough: true },
  },
  "a narrow terminal": { width: 40 },
};
