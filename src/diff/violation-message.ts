import {
  asArray,
  type Document,
  isObject,
  type Json,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "../document/index.js";
import { isSameJson } from "../samples/same-json.js";
import type { Pair } from "./comparison.js";
import type { CheckedViolation } from "./containment/containment-checker.js";
import type { MessageFlow } from "./message-flow.js";

/** What a gap comes to, in words: what was, what is, and what would have been compatible. */
export function formatViolation(
  documents: Pair<Document>,
  flow: Pick<MessageFlow, "sender">,
  violation: CheckedViolation,
  isCompatible = false,
): string {
  const at = violation.path.length === 0 ? "" : `/${violation.path.join("/")}: `;
  const values = readKeywordValues(documents, flow, violation);
  const what = `${at}${formatChange(values, flow, violation)}`;
  if (isCompatible) return what;
  if (violation.counterexample === undefined) return `${what}; whether that is compatible could not be told`;
  return `${what}; ${formatCompatibleAlternative(flow, violation, values)}`;
}

type KeywordValues = Pair<Json | undefined> & { readonly keyword: string };

/** The keyword as it stands in both. */
function readKeywordValues(
  documents: Pair<Document>,
  { sender }: Pick<MessageFlow, "sender">,
  { left, right }: CheckedViolation,
): KeywordValues {
  const keyword = lastToken(right);
  const receiver = sender === "old" ? "new" : "old";
  const sent =
    keyword === lastToken(left) ||
    EQUIVALENT_KEYWORDS.some((pair) => pair.includes(keyword) && pair.includes(lastToken(left)));
  const read = (name: "old" | "new", pointer: Pointer): Json | undefined => readKeyword(documents[name], pointer);
  const values = { [receiver]: read(receiver, right), [sender]: sent ? read(sender, left) : undefined };
  return { keyword, old: values.old, new: values.new };
}

/** What stands there; in OpenAPI 3.0 null is a type that another word lets in. */
function readKeyword({ root, version }: Document, pointer: Pointer): Json | undefined {
  const value = valueAt(root, pointer);
  const schema = lastToken(pointer) === "type" ? valueAt(root, parentPointer(pointer)) : undefined;
  const isNullable = version === "3.0" && isObject(schema) && schema.nullable === true && typeof value === "string";
  return isNullable ? [value, "null"] : value;
}

const EQUIVALENT_KEYWORDS = [
  ["enum", "const"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
];

function formatChange(
  { keyword, old, new: next }: KeywordValues,
  { sender }: Pick<MessageFlow, "sender">,
  { kind, path }: CheckedViolation,
): string {
  const name = JSON.stringify(path.at(-1) ?? "");
  if (kind === "required") return sender === "old" ? `${name} has to be there now` : `${name} may be missing now`;
  if (kind === "refused" && path.length > 0)
    return sender === "old"
      ? `${formatPropertyName(path)} is refused now`
      : `${formatPropertyName(path)} may be there now, and was refused`;
  if (kind === "values" && keyword === "enum") {
    const differing = formatEnumDifference(old, next, sender);
    if (differing !== "") return sender === "old" ? `${differing} no longer listed` : `${differing} newly listed`;
  }
  if (isObject(old) || isObject(next) || keyword === "anyOf" || keyword === "oneOf")
    return sender === "old" ? `"${keyword}" accepts less than it did` : `"${keyword}" accepts more than it did`;
  return `${keyword} was ${formatValue(old)} and is ${formatValue(next)}`;
}

function formatPropertyName(path: readonly string[]): string {
  const name = path.at(-1);
  return name === "*" ? "a property that is not named" : JSON.stringify(name ?? "");
}

function formatEnumDifference(old: Json | undefined, next: Json | undefined, sender: "old" | "new"): string {
  const [sent, understood] = sender === "old" ? [old, next] : [next, old];
  const missing = asArray(sent).filter((value) => !asArray(understood).some((it) => isSameJson(it, value)));
  if (missing.length === 0) return "";
  return `${missing.map(formatValue).join(", ")} ${missing.length === 1 ? "is" : "are"}`;
}

function formatCompatibleAlternative(
  { sender }: Pick<MessageFlow, "sender">,
  { kind }: CheckedViolation,
  { old, keyword }: KeywordValues,
): string {
  if (kind === "required")
    return sender === "old" ? "optional would be compatible" : "still required would be compatible";
  if (kind === "refused")
    return sender === "old" ? "still accepted would be compatible" : "never there would be compatible";
  const unchanged =
    old === undefined || isObject(old) || Array.isArray(old) ? "as it was" : `${keyword} ${formatValue(old)}`;
  return `${unchanged}, or ${sender === "old" ? "wider" : "narrower"}, would be compatible`;
}

const MAX_VALUE_LENGTH = 80;

function formatValue(value: Json | undefined): string {
  if (value === undefined) return "not set";
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
