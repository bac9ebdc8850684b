import { isObject, type Pointer, parentPointer, valueAt } from "../document/index.js";
import type { Comparison, OperationPart, Pair, SchemaPointers } from "./comparison.js";
import type { CheckedViolation } from "./containment/containment-checker.js";
import type { DiffFindingDraft } from "./finding.js";
import type { MessageFlow } from "./message-flow.js";
import { findSchemaChanges } from "./schema-changes.js";
import { formatViolation } from "./violation-message.js";

/** Compares two schemas of a part of an operation, and reports breaking, undecided and compatible changes. */
export function compareSchemas(
  comparison: Comparison,
  flow: MessageFlow,
  part: OperationPart,
  pointers: SchemaPointers,
): void {
  if (pointers.old === undefined && pointers.new === undefined) return;
  const receiver = flow.sender === "old" ? "new" : "old";
  const forward = comparison.contains({ ...flow, confirming: "compiled" }, pointers);
  const backward = comparison.contains(
    { sender: receiver, direction: flow.direction, confirming: "interpreted" },
    pointers,
  );
  const violations =
    forward.kind === "contained"
      ? []
      : forward.violations.filter((violation) => !isAcceptedAsText(comparison, flow, part, violation));
  for (const violation of violations) comparison.report(createDraft(comparison, { flow, part }, violation));
  if (backward.kind === "counterexample") {
    const reported = new Set(violations.flatMap(({ left, right }) => [left, right]));
    for (const violation of backward.violations)
      if (violation.counterexample !== undefined && !reported.has(violation.left) && !reported.has(violation.right))
        comparison.report(createCompatibleDraft(comparison, { flow, part }, violation));
  }
  for (const note of findSchemaChanges(comparison, flow, pointers))
    comparison.report({ ...note, affected: { ...part, at: note.at } });
}

type SchemaContext = { readonly flow: MessageFlow; readonly part: OperationPart };

/** Parameters are text, so a schema that accepts any string also accepts numbers. */
function isAcceptedAsText(
  { old, new: next }: Comparison,
  flow: MessageFlow,
  { part }: OperationPart,
  violation: CheckedViolation,
): boolean {
  if (violation.kind !== "type" || !/ (parameter|header) /.test(` ${part} `)) return false;
  const spec = flow.sender === "old" ? next : old;
  const schema = valueAt(spec.root, parentPointer(violation.right));
  if (!isObject(schema) || ![schema.type].flat().includes("string")) return false;
  const isScalar = violation.counterexample !== undefined && typeof violation.counterexample.value !== "object";
  return isScalar && !NARROWING_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
}

const NARROWING_KEYWORDS = [
  "enum",
  "const",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
];

function createDraft(
  { old, new: next }: Comparison,
  { flow, part }: SchemaContext,
  violation: CheckedViolation,
): DiffFindingDraft {
  const { sender } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const code = violation.counterexample === undefined ? flow.undecided : flow.breaking[violation.kind];
  const pointers = getPointers(violation, sender);
  const counterexample =
    violation.counterexample === undefined
      ? {}
      : { counterexample: { ...violation.counterexample, acceptedBy: sender, rejectedBy: receiver } };
  return {
    code,
    message: formatViolation({ old: old.document, new: next.document }, flow, violation),
    ...pointers,
    ...getSubject(violation),
    ...(counterexample as Pick<DiffFindingDraft, "counterexample">),
    affected: { ...part, at: formatValuePath(violation) },
  };
}

/** Creates a finding for the opposite direction, which is compatible. */
function createCompatibleDraft(
  { old, new: next }: Comparison,
  { flow, part }: SchemaContext,
  violation: CheckedViolation,
): DiffFindingDraft {
  const sender = flow.sender === "old" ? "new" : "old";
  return {
    code: flow.compatible,
    message: formatViolation({ old: old.document, new: next.document }, { ...flow, sender }, violation, true),
    ...getPointers(violation, sender),
    ...getSubject(violation),
    counterexample: { value: violation.counterexample?.value, acceptedBy: sender, rejectedBy: flow.sender },
    affected: { ...part, at: formatValuePath(violation) },
  };
}

function getPointers({ left, right }: CheckedViolation, sender: "old" | "new"): Pair<Pointer> {
  return sender === "old" ? { old: left, new: right } : { old: right, new: left };
}

/** The property name, because several properties may share one keyword location. */
function getSubject({ kind, path }: CheckedViolation): { readonly subject?: string } {
  return kind === "required" || kind === "refused" ? { subject: path.at(-1) ?? "" } : {};
}

function formatValuePath({ path }: Pick<CheckedViolation, "path">): string {
  return path.map((token) => `/${token}`).join("");
}
