import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { escapeMarkdown, formatInlineCode, OUTCOME_MARKS } from "../formatting/markdown.js";
import { pluralize } from "../formatting/pluralize.js";
import { MAX_COMMENT_LENGTH } from "../markdown/markdown-report.js";
import {
  type DiagnosticGroup,
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  LEVEL_NAMES,
  type LintReportInput,
} from "./lint-report-input.js";

/** Room for the line that says how many findings are left out. */
const RESERVED_LENGTH = 200;

/** Formats the lint findings as Markdown for a comment or a job summary: the result, and the findings as far as they fit. */
export function formatLintMarkdown(input: LintReportInput, limit = MAX_COMMENT_LENGTH): string {
  const { specs, unchecked } = input;
  const mark = OUTCOME_MARKS[getLintOutcome(input).kind];
  let text = `## ${mark} ${escapeMarkdown(formatLintVerdict(input))}\n`;
  const blocks: { readonly block: string; readonly findings: number }[] = [
    ...unchecked.map(({ reason }) => ({ block: `\n- ${escapeMarkdown(reason)}\n`, findings: 0 })),
    ...specs.flatMap(({ path, diagnostics }) =>
      groupDiagnostics(diagnostics).map((group, index) => ({
        block: `${index === 0 ? `\n### ${escapeMarkdown(path)}\n` : ""}\n${formatGroup(group)}\n`,
        findings: group.diagnostics.length,
      })),
    ),
  ];
  let rest = 0;
  for (const { block, findings } of blocks) {
    if (rest === 0 && text.length + block.length <= limit - RESERVED_LENGTH) text += block;
    else rest += findings;
  }
  return rest === 0 ? text : `${text}\n_and ${pluralize(rest, "finding")} more; \`--format json\` has them all_\n`;
}

function formatGroup({ code, diagnostics }: DiagnosticGroup): string {
  const { title, fix } = getRuleTexts(code);
  const level = LEVEL_NAMES[diagnostics[0]?.level ?? "error"];
  return [
    `**${level}** ${formatInlineCode(code)} ${escapeMarkdown(`${title} ${fix}`.trim())}`,
    "",
    ...diagnostics.map((it) => `- ${formatInlineCode(formatSpecLocation(it))} ${escapeMarkdown(it.message)}`),
  ].join("\n");
}
