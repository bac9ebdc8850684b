import { type Markup, markup } from "./formatting/markup.js";

/** Writes suites as JUnit XML. */
export function renderJunit(suites: readonly JunitSuite[], name: string): string {
  const cases = suites.flatMap((suite) => suite.cases);
  const root = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" tests="${cases.length}" failures="${countCases(cases, "failure")}" errors="${countCases(cases, "error")}"${renderTime(sumTimes(suites))}>
${suites.map(renderSuite)}</testsuites>
`;
  return root.markup;
}

/** The result of a test case. A failure corresponds to exit code 1, an error to exit code 2. */
type JunitResult = {
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message?: string;
  readonly details?: string;
};

export type JunitCase = { readonly name: string; readonly result: JunitResult };
export type JunitSuite = {
  readonly name: string;
  readonly className: string;
  readonly cases: readonly JunitCase[];
  /** The milliseconds that the requests took. The first case has them, because build servers add up cases. */
  readonly durationMs?: number | undefined;
};

function sumTimes(suites: readonly JunitSuite[]): number | undefined {
  const times = suites.flatMap(({ durationMs }) => durationMs ?? []);
  return times.length === 0 ? undefined : times.reduce((sum, it) => sum + it, 0);
}

/** The schema requires a time; 0 stands for an unknown one. */
function renderTime(durationMs: number | undefined): Markup {
  return markup` time="${durationMs === undefined ? 0 : (durationMs / 1000).toFixed(3)}"`;
}

function renderSuite({ name, className, cases, durationMs }: JunitSuite): Markup {
  const numbers = markup`tests="${cases.length}" failures="${countCases(cases, "failure")}" errors="${countCases(cases, "error")}" skipped="${countCases(cases, "skipped")}"`;
  return markup`  <testsuite name="${name}" ${numbers}${renderTime(durationMs)}>
${cases.map((it, index) => renderCase(it, className, index === 0 ? durationMs : undefined))}  </testsuite>
`;
}

function renderCase({ name, result }: JunitCase, className: string, durationMs: number | undefined): Markup {
  const head = markup`<testcase classname="${className}" name="${name}"${renderTime(durationMs)}`;
  const { kind, type = "", message = "", details } = result;
  if (kind === "passed") return markup`    ${head}/>\n`;
  const attributes = markup`${type === "" ? undefined : markup` type="${type}"`} message="${message}"`;
  // Build servers show the text of failures but not of skipped cases.
  const inside = kind === "skipped" ? markup`/>` : markup`>${details}</${{ markup: kind }}>`;
  const others =
    kind === "skipped" && details !== undefined ? markup`\n      <system-out>${details}</system-out>` : undefined;
  return markup`    ${head}>
      <${{ markup: kind }}${attributes}${inside}${others}
    </testcase>
`;
}

function countCases(cases: readonly JunitCase[], kind: JunitResult["kind"]): number {
  return cases.filter(({ result }) => result.kind === kind).length;
}
