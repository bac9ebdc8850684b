import { isObject, type Pointer, parentPointer, valueAt } from "../document/index.js";
import type { Comparison, Pair, Part, Places } from "./comparison.js";
import type { Told } from "./containment/contains.js";
import type { Draft } from "./finding.js";
import type { Flow } from "./flow.js";
import { gapMessage } from "./gap-message.js";
import { notesOf } from "./notes.js";

/** Compares two schemas of one part of an operation: what breaks, what cannot be told, and what is compatible. */
export function compareSchemas(comparison: Comparison, flow: Flow, part: Part, places: Places): void {
  if (places.old === undefined && places.new === undefined) return;
  const receiver = flow.sender === "old" ? "new" : "old";
  const there = comparison.contains({ ...flow, confirming: "judge" }, places);
  const back = comparison.contains({ sender: receiver, view: flow.view, confirming: "schemas" }, places);
  const broken = there.kind === "contained" ? [] : there.gaps.filter((gap) => !isOfText(comparison, flow, part, gap));
  for (const gap of broken) comparison.tell(draftOf(comparison, { flow, part }, gap));
  if (back.kind === "counterexample") {
    const told = new Set(broken.flatMap(({ left, right }) => [left, right]));
    for (const gap of back.gaps)
      if (gap.witness !== undefined && !told.has(gap.left) && !told.has(gap.right))
        comparison.tell(easedDraft(comparison, { flow, part }, gap));
  }
  for (const note of notesOf(comparison, flow, places)) comparison.tell({ ...note, touch: { ...part, at: note.at } });
}

type Way = { readonly flow: Flow; readonly part: Part };

/** In a parameter everything is text: a number is understood where any text is. */
function isOfText({ old, new: next }: Comparison, flow: Flow, { part }: Part, gap: Told): boolean {
  if (gap.kind !== "type" || !/ (parameter|header) /.test(` ${part} `)) return false;
  const sided = flow.sender === "old" ? next : old;
  const schema = valueAt(sided.root, parentPointer(gap.right));
  if (!isObject(schema) || ![schema.type].flat().includes("string")) return false;
  const isScalar = gap.witness !== undefined && typeof gap.witness.value !== "object";
  return isScalar && !NARROWING.some((keyword) => schema[keyword] !== undefined);
}

const NARROWING = ["enum", "const", "pattern", "format", "minLength", "maxLength", "allOf", "anyOf", "oneOf", "not"];

function draftOf({ old, new: next }: Comparison, { flow, part }: Way, gap: Told): Draft {
  const { sender } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const code = gap.witness === undefined ? flow.undecided : flow.broken[gap.kind];
  const places = placesOf(gap, sender);
  const witness =
    gap.witness === undefined ? {} : { witness: { ...gap.witness, acceptedBy: sender, refusedBy: receiver } };
  return {
    code,
    message: gapMessage({ old: old.document, new: next.document }, flow, gap),
    ...places,
    ...subjectOf(gap),
    ...(witness as Pick<Draft, "witness">),
    touch: { ...part, at: atOf(gap) },
  };
}

/** The same gap the other way round is no trouble to anybody. */
function easedDraft({ old, new: next }: Comparison, { flow, part }: Way, gap: Told): Draft {
  const sender = flow.sender === "old" ? "new" : "old";
  return {
    code: flow.eased,
    message: gapMessage({ old: old.document, new: next.document }, { ...flow, sender }, gap, true),
    ...placesOf(gap, sender),
    ...subjectOf(gap),
    witness: { value: gap.witness?.value, acceptedBy: sender, refusedBy: flow.sender },
    touch: { ...part, at: atOf(gap) },
  };
}

function placesOf({ left, right }: Told, sender: "old" | "new"): Pair<Pointer> {
  return sender === "old" ? { old: left, new: right } : { old: right, new: left };
}

/** What tells two gaps of one keyword apart: the name that is required or refused. */
function subjectOf({ kind, path }: Told): { readonly subject?: string } {
  return kind === "required" || kind === "refused" ? { subject: path.at(-1) ?? "" } : {};
}

function atOf({ path }: Pick<Told, "path">): string {
  return path.map((token) => `/${token}`).join("");
}
