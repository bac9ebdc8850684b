import type { DiffFinding, DiffLevel, DiffPlace } from "../../diff/index.js";
import { clauseLines } from "../clause.js";
import { codeBlock, inlineCode, plainMarkdown } from "../markdown-text.js";
import { acceptanceLine } from "./accepted.js";
import { diffPlace, diffSentence, fails, type ToldDiff, touched, witnessLine } from "./told.js";

/** A comment on GitHub holds 65 536 characters; room for the last lines is kept. */
const MOST = 64_000;

const TITLES: Readonly<Record<DiffLevel, string>> = { error: "Breaking", warn: "May break", info: "Compatible" };

/** Markdown for a comment on a pull request: the outcome, and the differences as far as they fit. */
export function diffMarkdown(told: ToldDiff): string {
  const { findings } = told.difference;
  let text = `## ${fails(told) ? "✗" : "✓"} ${plainMarkdown(diffSentence(told))}\n`;
  let left = findings.length;
  for (const [index, finding] of findings.entries()) {
    const title = findings[index - 1]?.level === finding.level ? "" : `\n### ${TITLES[finding.level]}\n`;
    const next = `${title}\n${findingBlock(finding, told)}\n`;
    if (text.length + next.length > MOST) break;
    text += next;
    left -= 1;
  }
  return left === 0 ? text : `${text}\nand ${left} more; \`--format json\` has them all\n`;
}

function findingBlock(finding: DiffFinding, told: ToldDiff): string {
  const witness = witnessLine(finding, 200);
  // Of what is compatible a line is enough.
  if (finding.level === "info")
    return `- ${inlineCode(finding.code)} ${plainMarkdown(`${finding.message} (${touched(finding)})`)}`;
  const acceptance = acceptanceLine(told.accepted, finding);
  return [
    `- ${inlineCode(finding.code)} ${plainMarkdown(finding.message)}  `,
    `  ${plainMarkdown(touched(finding))}`,
    ...(acceptance === undefined ? [] : [`  ${plainMarkdown(acceptance)}  `]),
    ...(witness === undefined ? [] : [`  ${inlineCode(witness)}`]),
    "",
    ...[...placeLines("old", finding.old, told), ...placeLines("new", finding.new, told)].map((line) => `  ${line}`),
  ].join("\n");
}

function placeLines(side: "old" | "new", place: DiffPlace | undefined, told: ToldDiff): string[] {
  if (place === undefined) return [];
  const lines = clauseLines(place, told.source[side]);
  return codeBlock("", [`${side} ${diffPlace(place, told[side])}`, ...lines]).split("\n");
}
