import { isObject, lastToken, parentPointer } from "../../document/index.js";
import type { ContainmentViolation } from "../containment/containment-violation.js";
import type { VersionedDocument } from "../containment/schemas/versioned-document.js";
import type { WireText, WireVerdict } from "./wire-channel.js";

/** Sends a value to the receiver. */
export type SendValue = (value: unknown) => WireVerdict;

/**
 * What a violation of schemas means for values that travel as text. `harmless`: the receiver reads each such text as a valid
 * value. `undecided`: no text was found that it refuses, but there may be one. `unchecked`: the text cannot be read.
 */
export type WireConfirmation =
  | { readonly kind: "refused"; readonly value: unknown; readonly sent: WireText }
  | { readonly kind: "harmless" | "undecided" | "unchecked" };

/** Tests whether the receiver refuses one of the values. */
export function checkOnWire(
  receiver: VersionedDocument,
  violation: ContainmentViolation,
  values: readonly unknown[],
  send: SendValue,
): WireConfirmation {
  let [accepted, unknown] = [0, 0];
  // A text that is not empty shows more.
  for (const value of [...values].sort((one, other) => Number(hasEmptyText(one)) - Number(hasEmptyText(other)))) {
    const verdict = send(value);
    if (verdict.kind === "refused") return { kind: "refused", value, sent: verdict.sent };
    if (verdict.kind === "accepted" || verdict.kind === "reinterpreted") accepted += 1;
    if (verdict.kind === "unknown") unknown += 1;
  }
  if (unknown > 0 && accepted === 0) return { kind: "unchecked" };
  if (accepted > 0 && (violation.isAboutOneValue === true || acceptsAnyText(receiver, violation)))
    return { kind: "harmless" };
  // HTTP cannot carry the empty text in a path or as an item.
  const isUnsendable = accepted === 0 && values.length > 0 && values.every((value) => value === "");
  return { kind: isUnsendable ? "harmless" : "undecided" };
}

function hasEmptyText(value: unknown): boolean {
  return JSON.stringify(value)?.includes('""') ?? false;
}

/** A schema of any string accepts the text of every value. */
function acceptsAnyText({ at }: VersionedDocument, { kind, right }: ContainmentViolation): boolean {
  if (kind !== "type" || lastToken(right) !== "type") return false;
  const schema = at(parentPointer(right));
  if (!isObject(schema) || ![schema.type].flat().includes("string")) return false;
  return !NARROWING_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
}

const NARROWING_KEYWORDS = [
  ...["enum", "const", "pattern", "format", "minLength", "maxLength"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "$ref"],
];
