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
import { isSame } from "../probe/same-value.js";
import type { Pair } from "./comparison.js";
import type { Told } from "./containment/contains.js";
import type { Flow } from "./flow.js";

/** What a gap comes to, in words: what was, what is, and what would have been compatible. */
export function gapMessage(documents: Pair<Document>, flow: Pick<Flow, "sender">, gap: Told, isEased = false): string {
  const at = gap.path.length === 0 ? "" : `/${gap.path.join("/")}: `;
  const values = valuesOf(documents, flow, gap);
  const what = `${at}${sentence(values, flow, gap)}`;
  if (isEased) return what;
  if (gap.witness === undefined) return `${what}; whether that is compatible could not be told`;
  return `${what}; ${compatible(flow, gap, values)}`;
}

type Values = Pair<Json | undefined> & { readonly keyword: string };

/** The keyword as it stands in both. */
function valuesOf(documents: Pair<Document>, { sender }: Pick<Flow, "sender">, { left, right }: Told): Values {
  const keyword = lastToken(right);
  const receiver = sender === "old" ? "new" : "old";
  const sent =
    keyword === lastToken(left) || AKIN.some((pair) => pair.includes(keyword) && pair.includes(lastToken(left)));
  const read = (name: "old" | "new", pointer: Pointer): Json | undefined => wordAt(documents[name], pointer);
  const values = { [receiver]: read(receiver, right), [sender]: sent ? read(sender, left) : undefined };
  return { keyword, old: values.old, new: values.new };
}

/** What stands there; in OpenAPI 3.0 null is a type that another word lets in. */
function wordAt({ root, version }: Document, pointer: Pointer): Json | undefined {
  const value = valueAt(root, pointer);
  const schema = lastToken(pointer) === "type" ? valueAt(root, parentPointer(pointer)) : undefined;
  const isNullable = version === "3.0" && isObject(schema) && schema.nullable === true && typeof value === "string";
  return isNullable ? [value, "null"] : value;
}

const AKIN = [
  ["enum", "const"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
];

function sentence({ keyword, old, new: next }: Values, { sender }: Pick<Flow, "sender">, { kind, path }: Told): string {
  const name = JSON.stringify(path.at(-1) ?? "");
  if (kind === "required") return sender === "old" ? `${name} has to be there now` : `${name} may be missing now`;
  if (kind === "refused" && path.length > 0)
    return sender === "old" ? `${nameOf(path)} is refused now` : `${nameOf(path)} may be there now, and was refused`;
  if (kind === "values" && keyword === "enum") {
    const differing = listedDifference(old, next, sender);
    if (differing !== "") return sender === "old" ? `${differing} no longer listed` : `${differing} newly listed`;
  }
  if (isObject(old) || isObject(next) || keyword === "anyOf" || keyword === "oneOf")
    return sender === "old" ? `"${keyword}" accepts less than it did` : `"${keyword}" accepts more than it did`;
  return `${keyword} was ${shown(old)} and is ${shown(next)}`;
}

function nameOf(path: readonly string[]): string {
  const name = path.at(-1);
  return name === "*" ? "a property that is not named" : JSON.stringify(name ?? "");
}

function listedDifference(old: Json | undefined, next: Json | undefined, sender: "old" | "new"): string {
  const [sent, understood] = sender === "old" ? [old, next] : [next, old];
  const missing = asArray(sent).filter((value) => !asArray(understood).some((it) => isSame(it, value)));
  if (missing.length === 0) return "";
  return `${missing.map(shown).join(", ")} ${missing.length === 1 ? "is" : "are"}`;
}

function compatible({ sender }: Pick<Flow, "sender">, { kind }: Told, { old, keyword }: Values): string {
  if (kind === "required")
    return sender === "old" ? "optional would be compatible" : "still required would be compatible";
  if (kind === "refused")
    return sender === "old" ? "still accepted would be compatible" : "never there would be compatible";
  const kept = old === undefined || isObject(old) || Array.isArray(old) ? "as it was" : `${keyword} ${shown(old)}`;
  return `${kept}, or ${sender === "old" ? "wider" : "narrower"}, would be compatible`;
}

const MOST_SHOWN = 80;

function shown(value: Json | undefined): string {
  if (value === undefined) return "not set";
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
