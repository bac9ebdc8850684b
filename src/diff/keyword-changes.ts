import { asObject, isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { isSameJson } from "../samples/same-json.js";
import type { ApplicableSchema } from "../schema/analysis/applicable-schema.js";
import { FORMAT_VALIDATORS } from "../schema/index.js";
import type { DiffCode } from "./codes.js";
import { NON_VALIDATING_KEYWORDS, type Pair } from "./comparison.js";

/** A changed keyword that validation does not use. */
export type KeywordChange = {
  readonly code: DiffCode;
  readonly message: string;
  readonly old: Pointer;
  readonly new: Pointer;
  readonly at: string;
};

/** Finds changes of keywords that reject no value: defaults, discriminators, encodings and unknown formats. */
export function* findKeywordChanges(schemas: Pair<readonly ApplicableSchema[]>, at: string): Iterable<KeywordChange> {
  for (const keyword of NON_VALIDATING_KEYWORDS) {
    const values = { old: readKeyword(schemas.old, keyword), new: readKeyword(schemas.new, keyword) };
    yield* createChange("keyword.changed", { keyword, at }, values);
  }
  const formats = { old: readKeyword(schemas.old, "format"), new: readKeyword(schemas.new, "format") };
  if ([formats.old, formats.new].every(({ value }) => !isAsserted(value)))
    yield* createChange("keyword.changed", { keyword: "format", at }, formats);
  const tags = { old: readKeyword(schemas.old, "discriminator"), new: readKeyword(schemas.new, "discriminator") };
  const code = keepsTags(tags) ? "keyword.changed" : "discriminator.changed";
  yield* createChange(code, { keyword: "discriminator", at }, tags);
}

type KeywordValue = { readonly value: Json | undefined; readonly pointer: Pointer };

/** The value of the first schema that has the keyword, and where it is or could be. */
function readKeyword(schemas: readonly ApplicableSchema[], keyword: string): KeywordValue {
  const holder = schemas.find(({ schema }) => schema[keyword] !== undefined);
  if (holder !== undefined) return { value: holder.schema[keyword], pointer: joinPointer(holder.pointer, keyword) };
  return { value: undefined, pointer: schemas.find(({ schema }) => isObject(schema))?.pointer ?? "" };
}

function* createChange(
  code: DiffCode,
  { keyword, at }: { readonly keyword: string; readonly at: string },
  { old, new: next }: Pair<KeywordValue>,
): Iterable<KeywordChange> {
  const isSame = old.value === undefined ? next.value === undefined : isSameKeyword(old.value, next.value);
  if (isSame) return;
  const change = `${keyword} changed from ${formatKeyword(old.value)} to ${formatKeyword(next.value)}`;
  yield { code, message: at === "" ? change : `${at}: ${change}`, old: old.pointer, new: next.pointer, at };
}

function isSameKeyword(old: Json, next: Json | undefined): boolean {
  return next !== undefined && isSameJson(old, next);
}

function isAsserted(format: Json | undefined): boolean {
  return typeof format === "string" && FORMAT_VALIDATORS[format] !== undefined;
}

/** Whether every tag, and every value without one, still stands for the schema of the same name; further tags may be added. */
function keepsTags({ old, new: next }: Pair<KeywordValue>): boolean {
  const [before, after] = [asObject(old.value), asObject(next.value)];
  if (before === undefined) return true;
  if (after === undefined || before.propertyName !== after.propertyName) return false;
  if (getSchemaName(before.defaultMapping) !== getSchemaName(after.defaultMapping)) return false;
  const [tags, others] = [readMapping(before), readMapping(after)];
  return Object.entries(tags).every(([tag, target]) => getSchemaName(others[tag] ?? tag) === getSchemaName(target));
}

function readMapping({ mapping }: JsonObject): JsonObject {
  return asObject(mapping) ?? {};
}

function getSchemaName(target: Json | undefined): string {
  return String(target).replace(/^.*\//, "");
}

const MAX_LENGTH = 80;

function formatKeyword(value: Json | undefined): string {
  if (value === undefined) return "(unset)";
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
