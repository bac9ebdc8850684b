import { escapeControl, escapeControlLines, pluralize } from "./formatting/text.js";
import { formatPlace, formatVerdict, listPlaceIssues, type PageFinding, type ReportPage } from "./page.js";

/** GitHub silently drops further annotations of one kind in a step. */
const MAX_ANNOTATIONS = 10;

type AnnotationLevel = "error" | "warning" | "notice";

/**
 * Formats workflow commands of GitHub Actions: annotations on lines of the spec, the most important first, and the outcome.
 * Issues that fail the run are errors, others are warnings. Accepted issues and remarks have no annotation.
 */
export function renderGithub(page: ReportPage): string {
  const { outcome, statements, command, issues, difference } = page;
  const open = listPlaceIssues([...issues, ...(difference?.issues ?? [])]).filter(
    ({ state, level }) => state !== "known" && level !== "info",
  );
  const errors = [
    ...page.failures.map(({ title, text }) => formatWorkflowCommand("error", text, { title })),
    ...open.filter(({ fails }) => fails).map((it) => formatAnnotation("error", it, page)),
  ];
  const warnings = open.filter(({ fails }) => !fails).map((it) => formatAnnotation("warning", it, page));
  const isPassed = outcome.kind === "passed";
  const lines = [
    ...page.warnings.map(({ text }) => formatWorkflowCommand("warning", text, { title: command })),
    // The outcome of a failed run is an annotation of the kind `error` too.
    ...limitCommands(errors, isPassed ? MAX_ANNOTATIONS : MAX_ANNOTATIONS - 1, "error"),
    ...limitCommands(warnings, MAX_ANNOTATIONS, "warning"),
    formatWorkflowCommand(isPassed ? "notice" : "error", [formatVerdict(page), ...statements].join("\n"), {
      title: command,
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** Limits the commands to `most`. The last one then counts the omitted ones. */
function limitCommands(commands: readonly string[], most: number, kind: AnnotationLevel): readonly string[] {
  if (commands.length <= most) return commands;
  const rest = commands.length - most + 1;
  const text = kind === "error" ? pluralize(rest, "more error") : `${rest} more places with drift`;
  return [
    ...commands.slice(0, most - 1),
    formatWorkflowCommand(kind, `and ${text}; the job summary lists all`, { title: "more" }),
  ];
}

function formatAnnotation(kind: AnnotationLevel, issue: PageFinding, { pathInRepository }: ReportPage): string {
  const { code, message, places, state, reproduction, fix } = issue;
  const expired = state === "expired" ? issue.acceptance : "";
  const text = [
    message,
    ...issue.consequences.map((it) => `and ${it}`),
    [issue.operation, issue.note, expired].filter((it) => it !== "").join(", "),
    ...issue.details,
    ...places.map((it) => `${it.label}: ${formatPlace(it)}`),
    ...reproduction.slice(0, 1),
    fix,
  ].filter((line) => line !== "");
  const { position } = places.find((it) => it.position !== undefined) ?? {};
  // GitHub cannot annotate files outside the repository. The message names them.
  const path =
    position === undefined || pathInRepository === undefined ? position?.file : pathInRepository(position.file);
  const { line, column: col = 1 } = position ?? {};
  const place = path === undefined ? {} : line === undefined ? { file: path } : { file: path, line, col };
  return formatWorkflowCommand(kind, text.join("\n"), { title: code, ...place });
}

function formatWorkflowCommand(kind: AnnotationLevel, text: string, properties: object): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${kind} ${list.join(",")}::${escapeData(escapeControlLines(text))}`;
}

/** Escapes the characters that would end a workflow command. The runner decodes them. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(escapeControl(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
