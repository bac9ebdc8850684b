import type { Pointer } from "../document/index.js";
import type { Comparison, OperationPart, Pair, SchemaPointers } from "./comparison.js";
import type { CheckedViolation, ContainmentResult } from "./containment/containment-checker.js";
import type { Counterexample, DiffFindingDraft } from "./finding.js";
import type { MessageFlow } from "./message-flow.js";
import { findSchemaChanges } from "./schema-changes.js";
import { formatViolation } from "./violation-message.js";
import type { WireChannel } from "./wire/wire-channel.js";

/** The schemas of a part in both specs, and how its values travel unless as JSON. */
export type ComparedSchemas = SchemaPointers & { readonly channel?: WireChannel };

/** Compares two schemas of a part of an operation, and reports breaking, undecided and compatible changes. */
export function compareSchemas(
  comparison: Comparison,
  flow: MessageFlow,
  part: OperationPart,
  { channel, ...pointers }: ComparedSchemas,
): void {
  if (pointers.old === undefined && pointers.new === undefined) return;
  const receiver = flow.sender === "old" ? "new" : "old";
  const forward = comparison.contains(flow, pointers, channel);
  // The differences of the other direction are compatible, so they need a text only if nothing else is shown.
  const backward = comparison.contains(
    {
      sender: receiver,
      direction: flow.direction,
      isInformative: channel === undefined || forward.kind !== "contained",
    },
    pointers,
    forward.kind === "contained" ? channel : undefined,
  );
  const violations = forward.kind === "contained" ? [] : forward.violations;
  for (const violation of violations) comparison.report(createDraft(comparison, { flow, part }, violation));
  if (backward.kind !== "contained") {
    const reported = new Set(violations.flatMap(({ left, right }) => [left, right]));
    for (const violation of backward.violations)
      if (violation.isAlreadyReported !== true && !reported.has(violation.left) && !reported.has(violation.right))
        comparison.report(createCompatibleDraft(comparison, { flow, part }, violation));
  }
  reportHarmless(comparison, { flow, part }, { forward, backward });
  for (const note of findSchemaChanges(comparison, flow, pointers))
    comparison.report({ ...note, affected: { ...part, at: note.at } });
}

/** Reports changes that no text shows, unless a compatible change of the same schema is reported anyway. */
function reportHarmless(
  comparison: Comparison,
  context: SchemaContext,
  { forward, backward }: Readonly<Record<"forward" | "backward", ContainmentResult>>,
): void {
  if (forward.kind !== "contained" || backward.kind !== "contained") return;
  const { old: before, new: after } = comparison;
  for (const violation of forward.harmless ?? backward.harmless ?? [])
    comparison.report({
      code: context.flow.compatible,
      message: `${formatViolation({ old: before.document, new: after.document }, context.flow, violation, true)}; as text, every value is still accepted`,
      ...getPointers(violation, context.flow.sender),
      ...getSubject(violation),
      affected: { ...context.part, at: formatValuePath(violation) },
    });
}

type SchemaContext = { readonly flow: MessageFlow; readonly part: OperationPart };

function createDraft(
  { old, new: next }: Comparison,
  { flow, part }: SchemaContext,
  violation: CheckedViolation,
): DiffFindingDraft {
  const { sender } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const isShown = violation.counterexample !== undefined || violation.isAlreadyReported === true;
  const code = isShown ? flow.breaking[violation.kind] : flow.undecided;
  const pointers = getPointers(violation, sender);
  const counterexample =
    violation.counterexample === undefined
      ? {}
      : { counterexample: createCounterexample(violation.counterexample, { sender, receiver }, part) };
  return {
    code,
    message: formatViolation({ old: old.document, new: next.document }, flow, violation),
    ...pointers,
    ...getSubject(violation),
    ...counterexample,
    affected: { ...part, at: formatValuePath(violation) },
  };
}

/** The value, its text unless it travels as JSON, and the part of which operation it is a value of. */
function createCounterexample(
  { value, sent }: NonNullable<CheckedViolation["counterexample"]>,
  { sender, receiver }: Readonly<Record<"sender" | "receiver", "old" | "new">>,
  { operation, part }: OperationPart,
): Counterexample {
  const text = sent === undefined ? {} : { text: sent.text };
  return { value, ...text, operation, part, acceptedBy: sender, rejectedBy: receiver };
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
    ...(violation.counterexample === undefined
      ? {}
      : { counterexample: createCounterexample(violation.counterexample, { sender, receiver: flow.sender }, part) }),
    affected: { ...part, at: formatValuePath(violation) },
  };
}

function getPointers({ left, enclosing, right }: CheckedViolation, sender: "old" | "new"): Pair<Pointer> {
  const sent = left === "" ? (enclosing ?? left) : left;
  return sender === "old" ? { old: sent, new: right } : { old: right, new: sent };
}

/** The property name, because several properties may share one keyword location. */
function getSubject({ kind, path }: CheckedViolation): { readonly subject?: string } {
  return kind === "required" || kind === "refused" ? { subject: path.at(-1) ?? "" } : {};
}

function formatValuePath({ path }: Pick<CheckedViolation, "path">): string {
  return path.map((token) => `/${token}`).join("");
}
