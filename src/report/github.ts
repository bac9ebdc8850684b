import type { FindingGroup } from "../gate/index.js";
import { belowText } from "./changed.js";
import { mostImportant } from "./finding-order.js";
import { acceptance, contractPlace, recordingPlace, reproductionLines, seenIn } from "./places.js";
import { plural } from "./plural.js";
import { ruleWords } from "./rule-words.js";
import type { Told } from "./told.js";
import { counts, verdictSentence } from "./verdict.js";
import { visible, visibleLines } from "./visible.js";

/** GitHub shows as many annotations of one kind for a step; what is beyond is dropped without a word. */
const MOST = 10;

export type Kind = "error" | "warning" | "notice";
type Place = { readonly file: string; readonly line?: number; readonly column?: number };

/**
 * Workflow commands of GitHub Actions: an annotation on the line of the description for each finding, the most important
 * first, and one line with the verdict. What counts is an error, drift a warning, what is accepted is not annotated.
 */
export function githubReport(told: Told): string {
  const { report, outcome, failOn } = told;
  const open = mostImportant(report.findings).filter(({ state }) => state !== "known");
  const failing = open.filter((it) => counts(it, failOn));
  const others = open.filter((it) => !counts(it, failOn));
  const below = [belowText(report.coverage)].filter((text) => text !== "");
  const errors = [
    ...below.map((text) => command("error", `Too little was seen: ${text}`, { title: "coverage" })),
    ...failing.map((finding) => annotation("error", finding, told)),
  ];
  const warnings = others.map((finding) => annotation("warning", finding, told));
  const verdict = command(
    outcome.kind === "holds" ? "notice" : "error",
    verdictSentence(report, outcome, told.problems),
    {
      title: "contract",
    },
  );
  // The verdict takes a place of its own kind.
  const room = outcome.kind === "holds" ? MOST : MOST - 1;
  const lines = [...atMost(errors, room, "error"), ...atMost(warnings, MOST, "warning"), verdict];
  return `${lines.join("\n")}\n`;
}

/** As many as are shown; where there are more, the last of them says so. */
function atMost(commands: readonly string[], most: number, kind: Kind): readonly string[] {
  if (commands.length <= most) return commands;
  const rest = commands.length - most + 1;
  const words = kind === "error" ? plural(rest, "error") : `${rest} places of drift`;
  return [
    ...commands.slice(0, most - 1),
    command(kind, `and ${words} more; the job summary has them`, { title: "more" }),
  ];
}

function annotation(kind: Kind, finding: FindingGroup, told: Told): string {
  const { code, contract, recording, operationId } = finding;
  const { fix } = ruleWords(code);
  const text = [
    finding.message,
    `${operationId ?? "not in the contract"}, ${seenIn(finding)}${finding.state === "expired" ? `, was ${acceptance(finding)}` : ""}`,
    `contract: ${contractPlace(contract)} ${contract.pointer}`,
    `recording: ${recordingPlace(recording)}`,
    ...reproductionLines(finding).slice(0, 1),
    ...(fix === "" ? [] : [fix]),
  ].join("\n");
  return command(kind, text, { title: code, ...placeOf(contract, told) });
}

/** A line of a file outside the repository cannot be annotated; the message names it. */
function placeOf({ file, line, column = 1 }: Place, { pathInRepository }: Told): object {
  const path = pathInRepository === undefined ? file : pathInRepository(file);
  if (path === undefined) return {};
  return line === undefined ? { file: path } : { file: path, line, col: column };
}

export function command(kind: Kind, text: string, properties: object): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  return `::${kind} ${list.join(",")}::${escapedData(visibleLines(text))}`;
}

/** What the runner would take for the end of the text or a line of its own is written as it reads it back. */
function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
