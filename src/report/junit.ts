import { formatNumberedLine } from "./finding-texts.js";
import { type Markup, markup } from "./formatting/markup.js";
import {
  formatPlace,
  type PageFinding,
  type ReportPage,
  type SourcePlace,
  type Subject,
  type TestCase,
} from "./page.js";

/**
 * Formats JUnit XML for Jenkins and GitLab (junit-10.xsd of Jenkins' xUnit plugin). A suite is an operation or a spec. A case is an
 * issue, or states that the suite passed. Issues that do not fail the run are skipped cases, which are visible.
 */
export function renderJunit(page: ReportPage): string {
  const suites = [page, page.difference].flatMap((it) => (it === undefined ? [] : createSuites(it)));
  const cases = suites.flatMap((suite) => suite.cases);
  const times = suites.flatMap(({ durationMs }) => durationMs ?? []);
  const time = times.length === 0 ? undefined : times.reduce((sum, it) => sum + it, 0);
  const root = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${page.tool.name}" tests="${cases.length}" failures="${countCases(cases, "failure")}" errors="${countCases(cases, "error")}"${renderTime(time)}>
${suites.map(renderSuite)}</testsuites>
`;
  return root.markup;
}

/** The first case has the duration, because build servers add up cases. */
type Suite = Pick<Subject, "durationMs"> & {
  readonly name: string;
  readonly className: string;
  readonly cases: readonly TestCase[];
};

function createSuites({ subjects, issues, tool }: ReportPage): Suite[] {
  const suites = subjects.map(({ id, title, suite = title, durationMs, results }) => ({
    ...{ name: suite, className: `${tool.name}.${id || "(not in the spec)"}`, durationMs },
    cases: [...issues.filter((it) => it.subjects.includes(id)).map(createCase), ...results],
  }));
  return suites.filter(({ cases }) => cases.length > 0);
}

function createCase(issue: PageFinding): TestCase {
  const { name, code, word, fails, message, acceptance } = issue;
  const prefix = !fails && word === "drift" ? "drift: " : "";
  const because = acceptance === "" ? "" : ` (${acceptance})`;
  return {
    ...{ name, kind: fails ? "failure" : "skipped", type: code },
    ...{ message: `${prefix}${message}${because}`, details: formatDetails(issue) },
  };
}

function formatDetails({ message, note, consequences, details, places, reproduction, fix }: PageFinding): string {
  return [
    ...(places.some((it) => it.message !== undefined) ? [] : [message, note]),
    ...consequences.map((it) => `and ${it}`),
    ...details,
    ...(places.some((it) => it.message !== undefined) ? [] : [""]),
    ...places.flatMap(formatPlaceLines),
    ...(reproduction.length === 0 ? [] : ["", "to reproduce", ...reproduction]),
    ...(fix === "" ? [] : ["", fix]),
  ].join("\n");
}

function formatPlaceLines(place: SourcePlace): string[] {
  const { label, name, pointer, message, exchange, notes = [] } = place;
  const lines = place.lines.map(({ line, text }) => formatNumberedLine(line, text));
  if (message !== undefined) return [`${name}: ${message}`, ...lines.slice(0, 1)];
  const where = exchange === undefined ? `${name}  ${pointer}` : formatPlace(place);
  return [`${label.padEnd(9)} ${where}`, ...lines, ...notes];
}

/** The schema requires a time; 0 stands for an unknown one. */
function renderTime(durationMs: number | undefined): Markup {
  return markup` time="${durationMs === undefined ? 0 : (durationMs / 1000).toFixed(3)}"`;
}

function renderSuite({ name, className, cases, durationMs }: Suite): Markup {
  const numbers = markup`tests="${cases.length}" failures="${countCases(cases, "failure")}" errors="${countCases(cases, "error")}" skipped="${countCases(cases, "skipped")}"`;
  return markup`  <testsuite name="${name}" ${numbers}${renderTime(durationMs)}>
${cases.map((it, index) => renderCase(it, className, index === 0 ? durationMs : undefined))}  </testsuite>
`;
}

function renderCase(
  { name, kind, type = "", message = "", details }: TestCase,
  className: string,
  durationMs: number | undefined,
): Markup {
  const head = markup`<testcase classname="${className}" name="${name}"${renderTime(durationMs)}`;
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

function countCases(cases: readonly TestCase[], kind: TestCase["kind"]): number {
  return cases.filter((it) => it.kind === kind).length;
}
