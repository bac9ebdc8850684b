import type { Difference, DiffFinding, DiffLevel, DiffPlace } from "../../diff/index.js";
import type { SourceLines } from "../clause.js";
import type { Tool } from "../json.js";
import { listed } from "../listed.js";
import { type AcceptedBreaks, acceptedAs } from "./accepted.js";

/** One of the two descriptions, as it is told of. */
export type ToldDescription = {
  readonly path: string;
  /** The commit that it was read from, where it does not lie in the folder. */
  readonly ref?: string;
  readonly title: string;
  readonly version: string;
};

/** A difference as every format is given it. */
export type ToldDiff = {
  readonly difference: Difference;
  readonly old: ToldDescription;
  readonly new: ToldDescription;
  readonly failOn: "error" | "warn" | "never";
  readonly accepted?: AcceptedBreaks;
  readonly tool: Tool;
  /** The lines of a file of either description. */
  readonly source: { readonly old: SourceLines; readonly new: SourceLines };
  readonly pathInRepository?: (file: string) => string | undefined;
  readonly colour: boolean;
  readonly width?: number | undefined;
};

export function counted({ findings }: Difference): Readonly<Record<DiffLevel, number>> {
  const count = (level: DiffLevel): number => findings.filter((it) => it.level === level).length;
  return { error: count("error"), warn: count("warn"), info: count("info") };
}

/** The differences that nobody has accepted. */
export function unaccepted({ difference, accepted }: Pick<ToldDiff, "difference" | "accepted">): Difference {
  return { ...difference, findings: difference.findings.filter((it) => acceptedAs(accepted, it) === undefined) };
}

/** Whether the difference fails the run. */
export function fails(told: Pick<ToldDiff, "difference" | "failOn" | "accepted">): boolean {
  const { error, warn } = counted(unaccepted(told));
  return told.failOn !== "never" && error + (told.failOn === "warn" ? warn : 0) > 0;
}

/** What it all comes to, in one sentence. */
export function diffSentence(told: Pick<ToldDiff, "difference" | "old" | "new" | "accepted">): string {
  const { difference, old, new: next } = told;
  const { error, warn, info } = counted(difference);
  const names = `from ${nameOf(old)} to ${nameOf(next)}`;
  if (error + warn + info === 0)
    return difference.bump === "none"
      ? `Nothing differs ${names}.`
      : `Nothing that an exchange shows differs ${names}: patch.`;
  const count = difference.findings.length - unaccepted(told).findings.length;
  const known = count === 0 ? "" : ` (${count} of them accepted)`;
  return `F${names.slice(1)}: ${error} breaking, ${warn} that may break, ${info} compatible${known}: ${difference.bump}.`;
}

/** `file:line:column`, with the commit before it. */
export function diffPlace({ file, line, column }: DiffPlace, { ref }: ToldDescription): string {
  const at = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return ref === undefined ? at : `${ref}:${at}`;
}

/** Who is touched, shortly: the operations, and where in the first of them. */
export function touched({ touches }: DiffFinding): string {
  const names = [...new Set(touches.map(({ operation }) => operation))];
  const [first] = touches;
  const at = first?.at === undefined || first.at === "" ? "" : ` ${first.at}`;
  return names.length === 1
    ? `${names[0]}, ${first?.part ?? ""}${at}`
    : `${listed(names, 4)}; first ${first?.part ?? ""}${at}`;
}

/** The value that shows it, and who takes it. */
export function witnessLine({ witness }: DiffFinding, most = 400): string | undefined {
  if (witness === undefined) return undefined;
  const text = JSON.stringify(witness.value) ?? "";
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return `the ${witness.acceptedBy} accepts, the ${witness.refusedBy} refuses: ${shown}`;
}

function nameOf({ path, ref }: ToldDescription): string {
  return ref === undefined ? path : `${ref}:${path}`;
}
