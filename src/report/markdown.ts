import { formatNumberedLine } from "./finding-texts.js";
import {
  escapeMarkdown,
  escapeMarkdownHtml,
  formatCodeBlock,
  formatInlineCode,
  OUTCOME_MARKS,
} from "./formatting/markdown.js";
import { capitalize, pluralize } from "./formatting/text.js";
import {
  formatPlace,
  formatVerdict,
  groupIssues,
  type IssueSection,
  type List,
  listPlaceIssues,
  type PageFinding,
  type PageTable,
  type ReportPage,
  type SourcePlace,
  type Subject,
} from "./page.js";

/** GitHub rejects longer comments. */
const MAX_COMMENT_LENGTH = 65_536;

/** Room for the line that counts the omitted findings, and for the closing tags. */
const RESERVED_LENGTH = 400;

/**
 * Formats Markdown for a pull request comment or a job summary: outcome, counts, issues, and coverage. Text from traffic is
 * escaped.
 *
 * @param limit The maximum length in UTF-16 code units. Issues that do not fit are omitted.
 */
export function renderMarkdown(page: ReportPage, limit = MAX_COMMENT_LENGTH): string {
  const { issues, tool } = page;
  const head = [
    `## ${OUTCOME_MARKS[page.outcome.kind]} ${escapeMarkdown(formatVerdict(page))}`,
    ...page.statements.map(escapeMarkdown),
    ...page.warnings.map(({ text }) => `⚠ ${escapeMarkdown(text)}`),
    ...(page.counts === "" ? [] : [escapeMarkdown(page.counts)]),
    ...page.lists.filter(({ id }) => id !== "skipped").map(formatList),
  ].map((text) => `${text}\n\n`);
  const open = issues.filter(({ state }) => state !== "known");
  const tail = [
    ...(page.difference === undefined ? [] : [formatComparison(page.difference)]),
    ...page.tables.map(formatPageTable),
    ...page.lists.filter(({ id }) => id === "skipped").map(formatList),
  ];
  const closing = `<sub>${escapeMarkdownHtml(`${tool.name} ${tool.version}`)}</sub>\n`;
  const room = limit - RESERVED_LENGTH - closing.length;
  const first = takeFitting(head, room);
  // Coverage takes at most half of the remaining room.
  const last = takeFitting(
    tail.map((text) => `${text}\n\n`),
    Math.max(0, room - first.length) / 2,
  );
  const accepted = issues.filter(({ state }) => state === "known");
  const { text, shown } = renderIssues([...open, ...accepted], page, room - first.length - last.length);
  const omitted = listPlaceIssues(issues).length - listPlaceIssues(shown).length;
  const more = omitted === 0 ? "" : `_and ${pluralize(omitted, "more finding")}; \`--format json\` lists all_\n\n`;
  return first + text + more + last + closing;
}

/** Formats the comparison with an older spec, which is a part of another report. */
function formatComparison(page: ReportPage): string {
  const shown = page.issues.filter(({ level }) => level !== "info");
  const title = `### ${escapeMarkdown(`Changes since ${page.spec}`)}`;
  return [title, ...page.statements.map(escapeMarkdown), ...shown.map((it) => formatIssue(it).trimEnd())].join("\n\n");
}

/** Joins the blocks that fit into the room. */
function takeFitting(blocks: readonly string[], room: number): string {
  let text = "";
  for (const block of blocks) if (text.length + block.length <= room) text += block;
  return text;
}

function renderIssues(issues: readonly PageFinding[], page: ReportPage, room: number) {
  let text = "";
  const shown: PageFinding[] = [];
  for (const section of groupIssues(issues, page, (it) => [it.section])) {
    let title = formatTitle(section);
    for (const issue of section.issues) {
      const block = title + formatIssue(issue);
      if (text.length + block.length > room) return { text, shown };
      text += block;
      shown.push(issue);
      title = "";
    }
  }
  return { text, shown };
}

function formatTitle({ subject, title }: IssueSection): string {
  const name = subject?.operation === undefined ? escapeMarkdown(title) : formatOperation(subject.operation, " · ");
  return `### ${name}\n\n`;
}

function formatOperation({ name, method, path }: NonNullable<Subject["operation"]>, between: string): string {
  return `${name === undefined ? "" : escapeMarkdown(name) + between}${formatInlineCode(`${method} ${path}`)}`;
}

const LEVEL_MARKS = { error: "✗", warn: "△", info: "·" } as const;

function formatIssue(issue: PageFinding): string {
  const { code, level, message, note, places, fix, fails, state, details } = issue;
  const isRule = places.some((it) => it.message !== undefined);
  // Remarks need no details.
  if (level === "info" && !isRule) return `- ${formatInlineCode(code)} ${escapeMarkdown(`${message} (${note})`)}\n\n`;
  const mark = fails ? "✗" : state === "known" ? "✓" : LEVEL_MARKS[level];
  const paragraphs = isRule
    ? [escapeMarkdown(fix), places.map(formatPlaceItem).join("\n")]
    : [
        ...(places.length === 0 ? [escapeMarkdown(note)] : []),
        ...details.map(escapeMarkdown),
        ...places.map((place) => formatPlaceBlock(place, issue)),
        escapeMarkdown(fix),
      ];
  const body = paragraphs.filter((text) => text !== "").join("\n\n");
  return `<details${fails ? " open" : ""}><summary>${mark} <b>${escapeMarkdownHtml(code)}</b> ${escapeMarkdownHtml(message)}</summary>

${body}

</details>

`;
}

function formatPlaceItem({ name, message = "" }: SourcePlace): string {
  return `- ${formatInlineCode(name)} ${escapeMarkdown(message)}`;
}

/** The last place has the facts about the issue. */
function formatPlaceBlock(place: SourcePlace, issue: PageFinding): string {
  const { label, name, exchange, notes = [] } = place;
  const lines = place.lines.map(({ line, text }) => formatNumberedLine(line, text));
  const code = lines.length === 0 ? [] : [formatCodeBlock(exchange === undefined ? "yaml" : "json", lines)];
  const title = `${capitalize(label)} ${formatInlineCode(exchange === undefined ? name : formatPlace(place))}`;
  if (place !== issue.places.at(-1)) return [title, ...code, ...notes.map(escapeMarkdown)].join("\n\n");
  const { note, fingerprint, acceptance, consequences, reproduction } = issue;
  const facts = [title, escapeMarkdown(note), formatInlineCode(fingerprint), escapeMarkdown(acceptance)];
  return [
    facts.filter((text) => text !== "").join(" · "),
    ...consequences.map((it) => `And ${escapeMarkdown(it)}`),
    ...code,
    ...(reproduction.length === 0 ? [] : ["To reproduce", formatCodeBlock("sh", reproduction)]),
  ].join("\n\n");
}

/** The maximum number of rows of a list. */
const MAX_ROWS = 50;

function formatList({ title, count, rows }: List): string {
  const lines = rows.slice(0, MAX_ROWS).map(({ exchanges, operations, text, place }) => {
    if (exchanges !== undefined)
      return `- ${exchanges} × ${escapeMarkdown(text)} (first at ${formatInlineCode(place)})`;
    if (operations === undefined) return `- ${formatInlineCode(place)} ${escapeMarkdown(text)}`;
    return `- ${escapeMarkdown(operations)}: ${escapeMarkdown(text)} (${formatInlineCode(place)})`;
  });
  if (rows.length > MAX_ROWS) lines.push(`- and ${pluralize(rows.length - MAX_ROWS, "more reason")}`);
  return formatCollapsible(`${title}: ${count}`, lines.join("\n"));
}

function formatPageTable({ title, columns, rows, notes }: PageTable): string {
  const cells = rows.map((row) => row.map(escapeMarkdown));
  const grid = rows.length === 0 ? [] : [formatTable(columns, cells, (column) => (column === 1 ? "--:" : "---"))];
  const lines = notes.map((it) => `- ${escapeMarkdown(it)}`).join("\n");
  return formatCollapsible(title, [...grid, lines].filter((text) => text !== "").join("\n\n"));
}

function formatCollapsible(summary: string, body: string): string {
  return `<details><summary>${escapeMarkdownHtml(summary)}</summary>\n\n${body}\n\n</details>`;
}

function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: (column: number) => string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => align(column))), ...rows.map(line)].join("\n");
}
