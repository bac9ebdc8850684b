import {
  combineOutcomes,
  type FindingGroup,
  groupBy,
  OUTCOME_LABELS,
  type Report,
  type RunOutcome,
  type Waiver,
} from "../check/index.js";
import type { SnippetLine } from "./finding-texts.js";
import { escapeControl } from "./formatting/text.js";

/** The program that wrote a report. */
export type Tool = { readonly name: string; readonly version: string };

/** What the reports of all commands need besides their results. */
export type ReportContext = {
  readonly tool: Tool;
  /** The path of a file relative to the repository root, with slashes; undefined for files outside. */
  readonly pathInRepository?: (file: string) => string | undefined;
  readonly colour?: boolean | undefined;
  /** The width of the terminal. Without it, lines are not wrapped. */
  readonly width?: number | undefined;
};

/**
 * The report of a command. An adapter for each command creates it, and each format renders it. JSON and NDJSON are interfaces with
 * schemas of their own, so they do not use it.
 */
export type ReportPage = {
  readonly tool: Tool;
  /** The command as its results name it: `contract`, `contract lint` or `contract diff`. */
  readonly command: string;
  /** Identifies reports of the same kind. */
  readonly id: string;
  readonly outcome: RunOutcome;
  /** What was found, without the name of the outcome. */
  readonly result: string;
  /** Sentences after the verdict. */
  readonly statements: readonly string[];
  /** The title of the report: what it is, of what, in which version. */
  readonly kind: string;
  readonly name: string;
  readonly version: string;
  readonly numbers: readonly PageNumber[];
  /** The levels of issues, and their names. */
  readonly levels: readonly (readonly [level: PageFinding["level"], name: string])[];
  readonly subjectName: "Operation" | "Spec";
  readonly warnings: readonly TitledText[];
  /** What fails the run without being an issue, or was not checked. */
  readonly failures: readonly TitledText[];
  /** Everything else that code scanning shows about the run. */
  readonly notifications: readonly Notification[];
  /** What the issues are about, with or without issues, in the order of the report. */
  readonly subjects: readonly Subject[];
  readonly issues: readonly PageFinding[];
  /** Issues of the spec itself, in a report about traffic. */
  readonly specIssues: readonly PageFinding[];
  /** Accepted findings that are fixed. */
  readonly fixed: readonly Waiver[];
  /** The path of the spec; of the old one in a comparison. */
  readonly spec: string;
  /** How many things were checked, in one line; empty if the result has it. */
  readonly counts: string;
  /** What was not checked, and other lists about the run. */
  readonly lists: readonly List[];
  /** What was covered and accepted. */
  readonly tables: readonly PageTable[];
  /** The report of a run over traffic, with its counts, coverage and baseline. */
  readonly report: Report | undefined;
  /** The comparison with an older spec. */
  readonly difference: ReportPage | undefined;
  readonly pathInRepository: ((file: string) => string | undefined) | undefined;
};

/** Formats the outcome and what was found in one sentence. */
export function formatVerdict(page: ReportPage): string {
  return `${OUTCOME_LABELS[page.outcome.kind]}: ${formatResults(page)}.`;
}

/** Formats what was found, also by the comparison with an older spec. */
export function formatResults({ result, difference }: ReportPage): string {
  return difference === undefined ? result : `${result}; ${difference.result}`;
}

/** Adds the comparison with an older spec to a report. It counts for the outcome. */
export function addDifference(page: ReportPage, difference: ReportPage | undefined): ReportPage {
  if (difference === undefined) return page;
  return { ...page, difference, outcome: combineOutcomes(page.outcome, difference.outcome) };
}

export type PageNumber = {
  readonly count: number;
  readonly name: string;
  /** The name of one. */
  readonly one?: string;
  readonly tone: "good" | "bad" | "warn" | "";
  /** Left out if it is 0. */
  readonly isOptional?: boolean;
};

export type List = {
  readonly id: "partial" | "notLogged" | "unreadable" | "unaccepted" | "excluded" | "skipped" | "unchecked" | "unused";
  readonly title: string;
  /** The number of things that it is about, such as `7 exchanges`. */
  readonly count: string;
  readonly rows: readonly ListRow[];
};

export type ListRow = {
  /** How many exchanges, or which operations; neither if it is about one place. */
  readonly exchanges?: number;
  readonly operations?: string;
  readonly text: string;
  readonly place: string;
  /** What the place is: `first at`, `by` or `for`. */
  readonly relation: string;
};

export type TitledText = { readonly title: string; readonly text: string };

export type Notification = {
  readonly level: "warning" | "error" | "note";
  readonly text: string;
  /** The file that it is about. */
  readonly source?: string | undefined;
};

/** An operation, or a spec. */
export type Subject = {
  /** Empty for requests without an operation. */
  readonly id: string;
  readonly title: string;
  /** The operationId, method and path of an operation of the spec. */
  readonly operation?: { readonly name: string | undefined; readonly method: string; readonly path: string };
  /** The name of its test suite, if not the title. */
  readonly suite?: string;
  /** How long its requests took. */
  readonly durationMs?: number | undefined;
  /** Results besides the issues, such as a test that passed. */
  readonly results: readonly TestCase[];
};

/** A test case. A failure corresponds to exit code 1, an error to exit code 2. */
export type TestCase = {
  readonly name: string;
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message?: string;
  readonly details?: string | undefined;
};

/** A violation, a change or a defect of a spec. */
export type PageFinding = {
  readonly code: string;
  readonly level: "error" | "warn" | "info";
  /** The level in the words of the command, such as `drift`. */
  readonly word: string;
  readonly message: string;
  /** The operation, unless the note names it. */
  readonly operation: string;
  /** How often it was seen, or what it affects. */
  readonly note: string;
  /** What else was seen at the same place. */
  readonly consequences: readonly string[];
  /** More about it, one line each. */
  readonly details: readonly string[];
  /** What the page for people lists besides the details. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly places: readonly SourcePlace[];
  /** Commands that reproduce it. */
  readonly reproduction: readonly string[];
  readonly fix: string;
  readonly fingerprint: string;
  /** The name of its test case, which is the same in each run. */
  readonly name: string;
  /** The ids of its subjects. */
  readonly subjects: readonly string[];
  /** The subject, or another title, that text and Markdown list it under. */
  readonly section: string;
  readonly fails: boolean;
  readonly state: "new" | "known" | "expired" | undefined;
  /** Why and until when it is or was accepted; empty otherwise. */
  readonly acceptance: string;
  readonly waiver: Pick<Waiver, "reason" | "ticket"> | undefined;
  /** Issues of one cause are shown together in formats for people. */
  readonly cause: string;
  /** Whether the spec lacks something. Such issues stand after violations of it. */
  readonly isGap?: boolean;
  /** How much of a run the issue affects, such as a number of exchanges. */
  readonly weight: number;
  /** The last exchange with it, if there are several. */
  readonly last?: string;
  readonly properties?: object;
};

export type PageTable = {
  readonly title: string;
  /** The first column is a name. A second one is a number. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Lines below the rows. */
  readonly notes: readonly string[];
};

/** A place that an issue is about. */
export type SourcePlace = {
  /** `spec` or `recording`; in a comparison `old` or `new`. */
  readonly label: string;
  /** `file:line:column`, or the name of a recording. */
  readonly name: string;
  readonly pointer: string;
  readonly lines: readonly SnippetLine[];
  /** What is shown beside the lines: the declared names. */
  readonly notes?: readonly string[];
  /** Where editors and code scanning show the issue. */
  readonly position?: Position;
  /** The exchange of a recording. */
  readonly exchange?: FindingGroup["first"] & { readonly pointer: string; readonly text: string };
  /** A place with a message is an issue of its own for editors and code scanning. */
  readonly message?: string;
  readonly fingerprint?: string;
};

export type Position = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer: string;
};

/** Counts the issues of each level. */
export function countByLevel(
  findings: readonly Pick<PageFinding, "level">[],
): Readonly<Record<PageFinding["level"], number>> {
  const count = (level: PageFinding["level"]): number => findings.filter((it) => it.level === level).length;
  return { error: count("error"), warn: count("warn"), info: count("info") };
}

export function countLevels(issues: readonly PageFinding[], levels: ReportPage["levels"]): PageNumber[] {
  const tones = { error: "bad", warn: "warn", info: "" } as const;
  const counts = countByLevel(listPlaceIssues(issues));
  return levels.map(([level, name]) => ({ count: counts[level], name, tone: tones[level] }));
}

/** Formats a place with its pointer, in one line. */
export function formatPlace({ name, pointer }: SourcePlace): string {
  return escapeControl(`${name} ${pointer}`);
}

/** Lists the issues of each place. */
export function listPlaceIssues(issues: readonly PageFinding[]): readonly PageFinding[] {
  return issues.flatMap((issue) => {
    const [first] = issue.places;
    if (first?.message === undefined) return [issue];
    return issue.places.map((place) => {
      const { message = "", fingerprint = "" } = place;
      return { ...issue, message, fingerprint, note: "", places: [place] };
    });
  });
}

const LEVEL_WEIGHTS = { error: 2, warn: 1, info: 0 } as const;

/**
 * Groups issues by their cause, the most important cause first: what fails the run, then errors. Violations of the spec come before what
 * the spec lacks, and what is seen often before what is seen once.
 */
export function groupCauses<Issue extends Pick<PageFinding, "cause" | "fails" | "isGap" | "level" | "weight">>(
  issues: readonly Issue[],
): [Issue, ...Issue[]][] {
  const causes = groupBy(issues, ({ cause }) => cause);
  const rank = (group: readonly [Issue, ...Issue[]]): readonly number[] => [
    Number(group.some(({ fails }) => fails)),
    LEVEL_WEIGHTS[group[0].level],
    Number(group[0].isGap !== true),
    group.reduce((sum, { weight }) => sum + weight, 0),
  ];
  const ranked = [...causes.values()].map((group) => ({ group, rank: rank(group) }));
  const compare = (a: readonly number[], b: readonly number[]): number =>
    b.map((it, index) => it - (a[index] ?? 0)).find((it) => it !== 0) ?? 0;
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ group }) => group);
}

export type IssueSection = {
  readonly id: string;
  readonly subject: Subject | undefined;
  readonly title: string;
  readonly issues: PageFinding[];
};

/** Groups issues by the ids of subjects or by other titles, in order of appearance. */
export function groupIssues(
  issues: readonly PageFinding[],
  { subjects }: ReportPage,
  listIds: (issue: PageFinding) => readonly string[],
): IssueSection[] {
  const known = new Map(subjects.map((it) => [it.id, it]));
  const sections = new Map<string, IssueSection>();
  for (const issue of issues)
    for (const id of listIds(issue)) {
      const subject = known.get(id);
      const section = sections.get(id) ?? { id, subject, title: subject?.title ?? id, issues: [] };
      sections.set(id, section);
      section.issues.push(issue);
    }
  return [...sections.values()];
}

/** Selects the first `most` issues, errors first. The selected ones keep their order. */
export function selectMostImportant<T extends Pick<PageFinding, "level">>(
  issues: readonly T[],
  most: number,
): readonly T[] {
  if (issues.length <= most) return issues;
  const errors = issues.filter(({ level }) => level === "error");
  const kept = new Set([...errors, ...issues.filter(({ level }) => level !== "error")].slice(0, most));
  return issues.filter((issue) => kept.has(issue));
}
