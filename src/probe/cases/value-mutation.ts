import type { Pointer } from "../../document/index.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import type { ProbeCase } from "../requests/probe-case.js";

/** A replacement value and its expected outcome. */
export type ValueMutation = {
  /** The kind of mutation, with a variant after the colon: `below-minimum`, `value:OPENED`. */
  readonly slug: string;
  /** Text that follows the location in a message: "101, above the maximum 100". */
  readonly what: string;
  readonly value: unknown;
  readonly expect: ProbeCase["expect"];
  /** The keyword in the spec. */
  readonly contract: Pointer;
};

/** Summarizes a value for messages in at most 48 characters of JSON. */
export function summarizeValue(value: unknown): string {
  const text = value === undefined ? "nothing" : serializeExactJson(value);
  return text.length <= 48 ? text : `${[...text].slice(0, 40).join("")}… (${formatSize(value, text)})`;
}

function formatSize(value: unknown, text: string): string {
  return Array.isArray(value) && value.length > 1 ? `${value.length} values` : `${[...text].length} characters`;
}

/** Formats a value as a short id segment without separators. */
export function toSlug(value: unknown): string {
  const text = typeof value === "string" ? value : serializeExactJson(value);
  const plain = text.replaceAll(/[^\w.+-]+/g, "-").slice(0, 40);
  return plain === "" ? "empty" : plain;
}
