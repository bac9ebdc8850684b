/** Lint findings of a small spec that are made by hand, and what changes them. */
import type { SpecFinding } from "../../../src/lint/index.js";
import type { LintReportInput } from "../../../src/report/lint/lint-page.js";

const BASE_FINDING: SpecFinding = {
  code: "spec.object.missing-field",
  level: "error",
  message: 'an info must have "version"',
  ...{ file: "/repo/spec.yaml", line: 2, column: 3, pointer: "/info" },
};

const finding = (more: Partial<SpecFinding>): SpecFinding => ({ ...BASE_FINDING, ...more });
const warning = finding({ code: "spec.component.unused", level: "warn", message: "a tag" });
const note = finding({ code: "spec.example.invalid", level: "info", message: "an example" });
const many = (count: number, more: Partial<SpecFinding> = {}): SpecFinding[] =>
  Array.from({ length: count }, (_, index) => finding({ message: `number ${index}`, ...more }));

const spec = (path: string, ...diagnostics: readonly SpecFinding[]) => ({
  ...{ path, title: "Books", version: "1.0", specification: "3.1.0" },
  diagnostics,
});

export const BASE_LINT: LintReportInput = {
  specs: [spec("spec.yaml", BASE_FINDING)],
  unchecked: [],
  ...{ failOn: "error", tool: { name: "tool", version: "1.2.3" }, colour: false },
  source: () => ["openapi: 3.1.0", "  info: # `info`", "    title: T"],
  pathInRepository: (file) => (file.startsWith("/repo/") ? file.slice(6) : undefined),
};

const of = (...diagnostics: readonly SpecFinding[]): Partial<LintReportInput> => ({
  specs: [spec("spec.yaml", ...diagnostics)],
});

export const LINT_CHANGES: Readonly<Record<string, Partial<LintReportInput>>> = {
  "no findings": of(),
  "one finding of each level": of(BASE_FINDING, warning, note),
  "several findings of each level": of(...many(2), ...many(2, warning), ...many(2, note)),
  "one code with two levels": of(BASE_FINDING, finding({ level: "warn" })),
  "a warning alone": of(warning),
  "a warning that fails the run": { ...of(warning), failOn: "warn" },
  "a remark alone, where warnings fail the run": { ...of(note), failOn: "warn" },
  "an error where nothing fails the run": { failOn: "never" },
  "two specs": { specs: [spec("a.yaml", BASE_FINDING), spec("b.yaml", warning)] },
  "two specs, of which one has no findings": { specs: [spec("a.yaml"), spec("b.yaml", note)] },
  "a spec that cannot be read": { unchecked: [{ path: "gone.yaml", reason: "gone.yaml: is <gone>" }] },
  "no spec that can be read": {
    specs: [],
    unchecked: [
      { path: "a\u0007", reason: "x" },
      { path: "b", reason: "y" },
    ],
  },
  "a spec without a title": { specs: [{ ...spec("spec.yaml", BASE_FINDING), title: "" }] },
  "a spec without a version": { specs: [{ ...spec("spec.yaml", BASE_FINDING), version: "" }] },
  "a finding without a place": of({ ...BASE_FINDING, line: undefined, column: undefined } as never),
  "a finding in another file": of(finding({ file: "/other/x.yaml", message: "see [a](b) <i>\u0007" })),
  "an unknown code": of(finding({ code: "spec.unknown" as never })),
  "10 errors": of(...many(10)),
  "10 warnings of a run that passes": of(...many(10, warning)),
  "11 warnings": of(...many(11, warning)),
  "a terminal with colours": {
    ...of(BASE_FINDING, warning, note),
    unchecked: [{ path: "b", reason: "y" }],
    colour: true,
  },
  "a terminal with colours and no errors": { ...of(warning), colour: true },
  "a narrow terminal": { width: 40 },
};
