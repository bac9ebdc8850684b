import type { DiffFinding, DiffLevel, DiffPlace } from "../../diff/index.js";
import { printable } from "../../gate/index.js";
import { clauseLines } from "../clause.js";
import { type Paint, paint } from "../paint.js";
import { wrapped } from "../wrapped.js";
import { acceptanceLine, acceptedAs, acceptedInVain } from "./accepted.js";
import { diffPlace, diffSentence, fails, type ToldDiff, touched, witnessLine } from "./told.js";

/** The difference for people: what it is, the lines of both descriptions, and the value that shows it. */
export function diffText(told: ToldDiff): string {
  const { difference, colour, width } = told;
  const ink = paint(colour);
  const inVain = acceptedInVain(told.accepted, difference.findings);
  const sections = [
    ...difference.findings.map((finding) => findingText(finding, told, ink)),
    ...(inVain.length === 0 ? [] : [inVain.map((line) => printable(line)).join("\n")]),
    (fails(told) ? ink.red : ink.green)(printable(diffSentence(told))),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapped(text, width);
}

function findingText(finding: DiffFinding, told: ToldDiff, ink: Paint): string {
  const witness = witnessLine(finding);
  const acceptance = acceptanceLine(told.accepted, finding);
  const isAccepted = acceptedAs(told.accepted, finding) !== undefined;
  return [
    `${isAccepted ? ink.dim("~ accepted") : mark(finding.level, ink)} ${ink.bold(finding.code)}  ${ink.dim(printable(touched(finding)))}`,
    `    ${printable(finding.message)}`,
    ...(acceptance === undefined ? [] : [`    ${printable(acceptance)}`]),
    ...(witness === undefined ? [] : [`    ${printable(witness)}`]),
    ...placeLines("old", finding.old, told, ink),
    ...placeLines("new", finding.new, told, ink),
  ].join("\n");
}

function mark(level: DiffLevel, ink: Paint): string {
  if (level === "error") return ink.red("✗ breaking");
  return level === "warn" ? ink.yellow("! may break") : ink.green("· compatible");
}

function placeLines(side: "old" | "new", place: DiffPlace | undefined, told: ToldDiff, ink: Paint): string[] {
  if (place === undefined) return [];
  return [
    `    ${ink.dim(side)} ${printable(diffPlace(place, told[side]))}  ${ink.dim(printable(place.pointer))}`,
    ...clauseLines(place, told.source[side]).map((line) => `    ${line}`),
  ];
}
