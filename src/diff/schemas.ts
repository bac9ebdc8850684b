import {
  asArray,
  asObject,
  type Document,
  isObject,
  type Json,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import { isEqual } from "../document/values/exact-number.js";
import { isNullable } from "../schema/registry/normalize-schema.js";
import type { ComparedSchemas, Comparison, OperationPart, Pair, PartComparison } from "./comparison.js";
import {
  type CheckedViolation,
  type ContainmentResult,
  containsNullAt,
  isShown,
} from "./containment/containment-checker.js";
import { EQUIVALENT_KEYWORD } from "./containment/create-violation.js";
import { ANY_TOKEN } from "./containment/prover.js";
import { acceptsValue, isAnyValue } from "./containment/schemas/versioned-document.js";
import {
  type Counterexample,
  type DiffFindingDraft,
  formatValue,
  KEEP_ACCEPTING,
  KEEP_REQUIRED,
  MAKE_OPTIONAL,
} from "./finding.js";
import type { MessageFlow } from "./message-flow.js";
import { findSchemaChanges, showDiscriminatorChange } from "./schema-changes.js";

/** Compares two schemas of a part of an operation, and reports breaking, undecided and compatible changes. */
export const compareSchemas: PartComparison<ComparedSchemas> = (comparison, flow, part, compared) => {
  const { channel, isSent: _, ...pointers } = compared;
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
  for (const violation of mergeMembers(violations))
    comparison.report(createBreakingDraft(comparison, { flow, part }, violation));
  if (backward.kind !== "contained") {
    const reported = new Set(violations.flatMap(({ left, right }) => [left, right]));
    const compatible = backward.violations.filter(
      ({ isAlreadyReported, left, right }) => isAlreadyReported !== true && !reported.has(left) && !reported.has(right),
    );
    for (const violation of mergeMembers(compatible))
      comparison.report(createCompatibleDraft(comparison, { flow, part }, violation));
  }
  reportHarmless(comparison, { flow, part }, { forward, backward });
  for (const change of findSchemaChanges(comparison, flow, compared)) {
    const isJson = channel === undefined;
    // Null has no text of its own.
    if (!isJson && [change.old, change.new].some((pointer = "") => lastToken(pointer) === "nullable")) continue;
    const note = isJson ? showDiscriminatorChange(comparison, { flow, part }, pointers, change) : change;
    comparison.report({ ...note, affected: { ...part, at: note.at } });
  }
};

/** A violation of one schema, or of the schemas of several members of an object, where the other spec allows any value. */
type ReportedViolation = CheckedViolation & { readonly members?: readonly string[] };

function mergeMembers(violations: readonly CheckedViolation[]): readonly ReportedViolation[] {
  const getObject = (violation: CheckedViolation): unknown => {
    const { kind, left, enclosing, path } = violation;
    if (left !== "" || path.length === 0 || kind === "required" || kind === "refused") return violation;
    return [isShown(violation), enclosing, ...path.slice(0, -1)].join("\n");
  };
  return [...groupBy(violations, getObject).values()].flatMap((group): readonly ReportedViolation[] => {
    const getName = ({ path }: CheckedViolation): string =>
      path.at(-1) === ANY_TOKEN ? "all others" : formatPropertyName(path);
    const members = [...new Set(group.map(getName))];
    if (members.length === 1) return group;
    const shown = group.find(({ counterexample }) => counterexample !== undefined) ?? group[0];
    return [{ ...shown, kind: "schema", path: shown.path.slice(0, -1), members }];
  });
}

/** Reports changes that no text shows, unless a compatible change of the same schema is reported anyway. */
function reportHarmless(
  comparison: Comparison,
  { flow, part }: SchemaContext,
  { forward, backward }: Readonly<Record<"forward" | "backward", ContainmentResult>>,
): void {
  if (forward.kind !== "contained" || backward.kind !== "contained") return;
  for (const violation of forward.harmless ?? backward.harmless ?? []) {
    const { change } = describeViolation(comparison, flow, violation, true);
    const texts = { code: flow.compatible, change, advice: "as text, every value is still accepted" };
    comparison.report(createDraft({ sender: flow.sender, part }, violation, texts));
  }
}

type SchemaContext = { readonly flow: MessageFlow; readonly part: OperationPart };

/** A violation that breaks the receiver, or may break it. */
function createBreakingDraft(comparison: Comparison, { flow, part }: SchemaContext, violation: ReportedViolation) {
  const code =
    isShown(violation) && violation.isUndocumented !== true && violation.isBeyond64Bits !== true
      ? (flow.breaking[violation.kind] ?? flow.breaking.schema)
      : flow.undecided;
  return createDraft({ sender: flow.sender, part }, violation, {
    code,
    ...describeViolation(comparison, flow, violation),
  });
}

/** A violation of the opposite direction, which is compatible. */
function createCompatibleDraft(comparison: Comparison, { flow, part }: SchemaContext, violation: ReportedViolation) {
  const sender = flow.sender === "old" ? "new" : "old";
  const texts = describeViolation(comparison, { sender }, violation, true);
  return createDraft({ sender, part }, violation, { code: flow.compatible, ...texts });
}

/** @param sender the spec whose values the other one rejects. */
function createDraft(
  { sender, part }: { readonly sender: "old" | "new"; readonly part: OperationPart },
  violation: ReportedViolation,
  texts: ChangeTexts & Pick<DiffFindingDraft, "code">,
): DiffFindingDraft {
  const { counterexample, kind, path, alternatives } = violation;
  const names = violation.branches?.names ?? violation.members;
  return {
    ...texts,
    ...getPointers(violation, sender),
    ...(names === undefined ? {} : { subject: names.join() }),
    // Several properties may share one keyword location.
    ...(kind === "required" || kind === "refused" ? { subject: alternatives?.join() ?? path.at(-1) ?? "" } : {}),
    ...(counterexample === undefined ? {} : { counterexample: createCounterexample(counterexample, sender, part) }),
    affected: { ...part, at: path.map((token) => `/${token}`).join("") },
  };
}

/** The value, its text unless it travels as JSON, and the part of which operation it is a value of. */
function createCounterexample(
  { value, sent }: NonNullable<CheckedViolation["counterexample"]>,
  sender: "old" | "new",
  { operation, part }: OperationPart,
): Counterexample {
  const text = sent === undefined ? {} : { text: sent.text };
  return { value, ...text, operation, part, acceptedBy: sender, rejectedBy: sender === "old" ? "new" : "old" };
}

function getPointers({ left, enclosing, right }: CheckedViolation, sender: "old" | "new"): Pair<Pointer> {
  const sent = left === "" ? (enclosing ?? left) : left;
  return sender === "old" ? { old: sent, new: right } : { old: right, new: sent };
}

type ChangeTexts = Pick<DiffFindingDraft, "change" | "advice">;

function formatUndetermined({ sender }: Pick<MessageFlow, "sender">): string {
  return `compatibility could not be determined: no value was found that only the ${sender} spec accepts`;
}

/** Describes a violation: the old value, the new value, and how to stay compatible. */
function describeViolation(
  comparison: Comparison,
  flow: Pick<MessageFlow, "sender">,
  violation: ReportedViolation,
  isCompatible = false,
): ChangeTexts {
  const names = violation.branches?.names ?? violation.members;
  if (names !== undefined) return describeNamedChange(flow, violation, { names, isCompatible });
  const values = readKeywordValues(comparison, flow, violation);
  if (!isAboutProperty(violation) && isUnchanged(values)) {
    if (violation.counterexample !== undefined) return describeIndirectChange(violation, values);
    const change = `${values.keyword} ${formatKeywordValue(values.new)} applies to something else than before`;
    return isCompatible || violation.isAlreadyReported === true
      ? { change }
      : { change, advice: formatUndetermined(flow) };
  }
  if (violation.isUndocumented === true || sendsOnlyNull(comparison, values, violation)) {
    const texts = describeNull(values, violation);
    return isCompatible ? { change: texts.change } : texts;
  }
  const change = formatChange(values, violation, isShown(violation)) + formatCondition(comparison, values, violation);
  if (isCompatible) return { change };
  if (!isShown(violation)) return { change, advice: formatUndetermined(flow) };
  if (violation.isBeyond64Bits === true) return { change, advice: "it affects only numbers beyond 64 bits" };
  return { change, advice: formatCompatibleAlternative(violation, values) };
}

/** Whether types or values are stated in another place than before, and of those that this excludes only null is sent. */
function sendsOnlyNull(
  comparison: Comparison,
  { sender }: KeywordValues,
  { kind, left, right, path, counterexample }: CheckedViolation,
): boolean {
  if (kind !== "type" && !(kind === "values" && containsNullAt(counterexample?.value, path))) return false;
  const isKeyword = ["type", "enum", "const"].includes(lastToken(left));
  if (isKeyword || isAnyValue(comparison[sender].at(left))) return false;
  const receiver = sender === "old" ? "new" : "old";
  const isSent = (value: unknown): boolean => {
    const accepts = (name: "old" | "new", pointer: Pointer): boolean =>
      acceptsValue({ spec: comparison[name], pointer }, "response", value);
    return accepts(sender, left) && !accepts(receiver, parentPointer(right));
  };
  return isSent(null) && ![true, 0, "", [], {}].some(isSent);
}

/** A change with the keyword of OpenAPI 3.0, where null is no type. */
function formatNullableChange({ old, new: next }: KeywordValues): string | undefined {
  if (old.isNullable === next.isNullable || !isEqual(old.value ?? null, next.value ?? null)) return undefined;
  return `nullable was ${next.isNullable ? "added" : "removed"}`;
}

/** Describes that branches, or the schemas of members, were added or removed. A schema refuses what its absence accepts. */
function describeNamedChange(
  { sender }: Pick<MessageFlow, "sender">,
  violation: ReportedViolation,
  { names, isCompatible }: { readonly names: readonly string[]; readonly isCompatible: boolean },
): ChangeTexts {
  const isRemoved = (sender === "old") === (violation.members === undefined);
  const subject = violation.members === undefined ? (names.length === 1 ? "branch" : "branches") : "schemas of";
  const [verb, what] = names.length === 1 ? ["was", "it"] : ["were", "them"];
  const isNull = violation.members === undefined && names.join() === "null";
  const change = isNull
    ? `null is ${isRemoved ? "no longer" : "now"} allowed`
    : `the ${subject} ${names.join(", ")} ${verb} ${isRemoved ? "removed" : "added"}`;
  if (isCompatible) return { change };
  if (!isShown(violation)) return { change, advice: formatUndetermined({ sender }) };
  return { change, advice: `${isRemoved ? `keep ${what}` : `leave ${what} out`} to stay compatible` };
}

/** Whether the keyword is the same: keywords or schemas beside it changed. */
function isUnchanged({ old, new: next }: KeywordValues): boolean {
  if (old.name !== next.name || old.isNullable !== next.isNullable) return false;
  return old.value !== undefined && next.value !== undefined && isEqual(old.value, next.value);
}

function describeIndirectChange(violation: CheckedViolation, values: KeywordValues): ChangeTexts {
  const { sender, keyword, new: next } = values;
  if (containsNullAt(violation.counterexample?.value, violation.path)) return describeNull(values, violation);
  const [verb, amount] = sender === "old" ? ["accepting", "more"] : ["rejecting", "less"];
  return {
    change: `${keyword} ${formatKeywordValue(next)} rejects ${amount} than before, because schemas beside it changed`,
    advice: `keep ${verb} the same values to stay compatible`,
  };
}

function describeNull({ sender }: KeywordValues, { isUndocumented = false }: CheckedViolation): Required<ChangeTexts> {
  const [change, verb] = sender === "old" ? ["is no longer", "accepting"] : ["is now", "rejecting"];
  const advice = isUndocumented
    ? `it is drift in the ${sender} spec, where nullable has no effect`
    : `keep ${verb} it to stay compatible`;
  return { change: `null ${change} accepted`, advice };
}

/** A keyword of one spec. With `nullable`, which adds "null" to the type, null is no type. */
type KeywordValue = { readonly name: string; readonly value: Json | undefined; readonly isNullable: boolean };

/** A keyword in both specs. Its names may differ, such as `minimum` and `exclusiveMinimum`. */
type KeywordValues = Pair<KeywordValue> & Pick<MessageFlow, "sender"> & { readonly keyword: string };

function readKeywordValues(
  comparison: Comparison,
  { sender }: Pick<MessageFlow, "sender">,
  { left, right }: CheckedViolation,
): KeywordValues {
  const keyword = lastToken(right);
  const isStated = keyword === lastToken(left) || EQUIVALENT_KEYWORD[keyword] === lastToken(left);
  const receiver = sender === "old" ? "new" : "old";
  const received = readKeyword(comparison[receiver].document, right);
  const sent = isStated
    ? readKeyword(comparison[sender].document, left)
    : { name: keyword, value: undefined, isNullable: false };
  return { sender, keyword, ...(sender === "old" ? { old: sent, new: received } : { old: received, new: sent }) };
}

function readKeyword({ root }: Document, pointer: Pointer): KeywordValue {
  const name = lastToken(pointer);
  const value = valueAt(root, pointer);
  const isType = name === "type" && typeof value === "string";
  return { name, value, isNullable: isType && isNullable(asObject(valueAt(root, parentPointer(pointer))) ?? {}) };
}

function isAboutProperty({ kind, path, alternatives }: CheckedViolation): boolean {
  return alternatives !== undefined || (["required", "refused"].includes(kind) && path.length > 0);
}

/** The condition of a change that is stated about a property. */
function formatCondition(comparison: Comparison, { sender }: KeywordValues, violation: CheckedViolation): string {
  const { condition } = violation;
  if (condition === undefined) return "";
  const schema = asObject(comparison[sender === "old" ? "new" : "old"].at(condition.pointer)) ?? {};
  const properties = asObject(schema.properties) ?? {};
  const names = new Set([...Object.keys(properties), ...asArray(schema.required).map(String)]);
  const texts = [...names].map((name) => {
    const { const: value, ...others } = asObject(properties[name]) ?? {};
    if (Object.keys(others).length > 0) return undefined;
    return `${JSON.stringify(name)} is ${value === undefined ? "given" : formatValue(value)}`;
  });
  const isSimple = Object.keys(schema).every((keyword) => /^(type|properties|required)$/.test(keyword));
  if (!isSimple || texts.length === 0 || texts.includes(undefined)) return " under a condition";
  return ` ${condition.isMet ? "if" : "unless"} ${texts.join(" and ")}`;
}

/** What is stated about a property, or about several of which one is required. */
function formatPropertyChange(isOld: boolean, { kind, path, alternatives }: CheckedViolation): string {
  if (alternatives !== undefined) {
    const names = alternatives.map((all) => all.map((it) => JSON.stringify(it)).join(" and "));
    return `one of ${names.join(", ")} is ${isOld ? "now" : "no longer"} required`;
  }
  if (kind === "required") return `${JSON.stringify(path.at(-1))} is now ${isOld ? "required" : "optional"}`;
  const name = formatPropertyName(path);
  return isOld ? `${name} is no longer accepted` : `${name} is now allowed, but was rejected before`;
}

function formatChange(values: KeywordValues, violation: CheckedViolation, isProven: boolean): string {
  const { sender, keyword } = values;
  if (isAboutProperty(violation)) return formatPropertyChange(sender === "old", violation);
  if (violation.kind === "values" && keyword === "enum") {
    const differing = formatEnumDifference(values);
    if (differing !== "")
      return sender === "old" ? `${differing} removed from the enum` : `${differing} added to the enum`;
  }
  const nullableChange = formatNullableChange(values);
  if (nullableChange !== undefined) return nullableChange;
  if (hasSubschemas(values)) return formatSubschemaChange(values, isProven);
  return formatKeywordChange(values);
}

/** Without a counterexample, it is only certain that something changed. */
function formatSubschemaChange({ keyword, sender }: KeywordValues, isProven: boolean): string {
  if (!isProven) return `"${keyword}" changed`;
  return sender === "old" ? `"${keyword}" accepts less than before` : `"${keyword}" accepts more than before`;
}

function hasSubschemas({ keyword, old, new: next }: KeywordValues): boolean {
  return isObject(old.value) || isObject(next.value) || keyword === "anyOf" || keyword === "oneOf";
}

function formatKeywordChange({ old, new: next }: KeywordValues): string {
  const [before, after] = [formatKeywordValue(old), formatKeywordValue(next)];
  if (old.value === undefined) return `${next.name} ${after} was added`;
  if (next.value === undefined) return `${old.name} ${before} was removed`;
  if (old.name === next.name) return `${old.name} changed from ${before} to ${after}`;
  return `${old.name} ${before} was replaced by ${next.name} ${after}`;
}

/** The value as its spec writes it. */
function formatKeywordValue({ value, isNullable: isTypeNullable }: KeywordValue): string {
  return `${formatValue(value)}${isTypeNullable ? " with nullable" : ""}`;
}

function formatPropertyName(path: readonly string[]): string {
  const name = path.at(-1) ?? "";
  const [, pattern] = /^\{(.*)\}$/.exec(name) ?? [];
  if (pattern !== undefined) return `a property that matches ${pattern}`;
  return name === ANY_TOKEN ? "an undeclared property" : JSON.stringify(name);
}

function formatEnumDifference({ sender, old, new: next }: KeywordValues): string {
  const [sent, understood] = sender === "old" ? [old, next] : [next, old];
  const missing = asArray(sent.value).filter((value) => !asArray(understood.value).some((it) => isEqual(it, value)));
  if (missing.length === 0) return "";
  return `${missing.map(formatValue).join(", ")} ${missing.length === 1 ? "was" : "were"}`;
}

const KEEP_FORBIDDING =
  "keep forbidding it to stay compatible, or state `reader: tolerant` if all clients ignore what they do not know";

function formatCompatibleAlternative({ kind, path, alternatives }: CheckedViolation, values: KeywordValues): string {
  const { sender, old } = values;
  if (alternatives !== undefined)
    return sender === "old" ? "keep all of them optional to stay compatible" : "keep requiring one to stay compatible";
  if (kind === "required" && path.length > 0) return sender === "old" ? MAKE_OPTIONAL : KEEP_REQUIRED;
  if (kind === "refused" && path.length > 0) return sender === "old" ? KEEP_ACCEPTING : KEEP_FORBIDDING;
  if (formatNullableChange(values) !== undefined)
    return `${sender === "old" ? "keep" : "remove"} it to stay compatible`;
  if (old.value === undefined && sender === "old" && !hasSubschemas(values)) return "remove it to stay compatible";
  const unchanged =
    old.value === undefined || isObject(old.value) || Array.isArray(old.value)
      ? "it unchanged"
      : `${old.name} ${formatKeywordValue(old)}`;
  return `keep ${unchanged} or ${sender === "old" ? "widen" : "narrow"} it to stay compatible`;
}
