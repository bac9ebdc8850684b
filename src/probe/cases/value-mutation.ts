import type { Pointer } from "../../document/index.js";
import type { ProbeCase } from "../requests/probe-case.js";
import { serializeExactJson } from "../requests/serialize-json.js";

/** Another value for a place, and what the contract says of it. */
export type ValueMutation = {
  /** What kind of variant, and after a colon which of its kind: `below-minimum`, `value:OPENED`. */
  readonly slug: string;
  /** In words, to follow the name of the place: "101, above the maximum 100". */
  readonly what: string;
  readonly value: unknown;
  readonly expect: ProbeCase["expect"];
  /** Where the contract speaks of it. */
  readonly contract: Pointer;
};

/** A value in a few characters, for people. */
export function summarizeValue(value: unknown): string {
  const text = value === undefined ? "nothing" : serializeExactJson(value);
  return text.length <= 48 ? text : `${[...text].slice(0, 40).join("")}… (${formatSize(value, text)})`;
}

function formatSize(value: unknown, text: string): string {
  return Array.isArray(value) && value.length > 1 ? `${value.length} values` : `${[...text].length} characters`;
}

/** A value as a part of an id: short, without what parts an id. */
export function toSlug(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const plain = text.replaceAll(/[^\w.+-]+/g, "-").slice(0, 40);
  return plain === "" ? "empty" : plain;
}
