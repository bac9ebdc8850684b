import { isObject, type Json, type Pointer, pointerTokens } from "../../document/index.js";
import type { Schemas } from "../schemas.js";
import { Unjudged } from "../unjudged.js";
import type { View } from "../view.js";
import { malformed, parseXml } from "./parse-xml.js";
import { readElement } from "./read-element.js";
import { wrongNamespace } from "./read-object.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import { NO_NOTES, type XmlNote, XmlNotes } from "./xml-note.js";
import type { XmlPlace } from "./xml-place.js";
import { type XmlRead, XmlReading } from "./xml-reading.js";

export type XmlBody =
  | {
      readonly kind: "value";
      readonly value: Json;
      readonly notes: readonly XmlNote[];
      /** The element or attribute that a place in the value was read from; undefined where it was read from none. */
      readonly partAt: (at: Pointer) => XmlPart | undefined;
    }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "unjudged"; readonly reason: string };

/** Why a text is not XML, or cannot be read; undefined where it can. */
export function xmlTrouble(text: string): Exclude<XmlBody, { kind: "value" }> | undefined {
  const parsed = parseXml(text);
  return parsed.kind === "document" ? undefined : parsed;
}

/**
 * Reads XML as the value that a schema describes, by its `xml` objects and its types.
 *
 * Where the specification leaves open how something is written, whatever it may mean is accepted; `docs/xml.md` has our
 * policies.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function readXml(schemas: Schemas, schema: Pointer, text: string, view: View): XmlBody {
  const parsed = parseXml(text);
  if (parsed.kind !== "document") return parsed;
  const { root, unbound } = parsed;
  for (const [prefix, offset] of unbound)
    if (!namesPrefix(schemas, prefix))
      return { kind: "malformed", reason: malformed(text, offset, "a name has a prefix that nothing declares") };
  const reading = new XmlReading(schemas, view, text.length);
  try {
    const { value, notes } = readRoot(reading, root, reading.places([schema]));
    return { kind: "value", value, notes, partAt: (at) => partAt(reading, { root, value }, at) };
  } catch (error) {
    // Some threads have a stack that is smaller than what is read at once.
    if (error instanceof RangeError) return { kind: "unjudged", reason: "it is nested too deeply to be judged" };
    if (!(error instanceof Unjudged)) throw error;
    return { kind: "unjudged", reason: error.message };
  }
}

function partAt(reading: XmlReading, from: { readonly root: XmlPart; readonly value: Json }, at: Pointer) {
  let value: unknown = from.value;
  let part: XmlPart | undefined = from.root;
  for (const token of pointerTokens(at)) {
    if (typeof value !== "object" || value === null) return undefined;
    part = reading.partOf(value, token);
    value = (value as Readonly<Record<string, unknown>>)[token];
  }
  return part;
}

function readRoot(reading: XmlReading, root: XmlElement, place: XmlPlace): XmlRead {
  const isList = place.variants.some(({ types }) => types.has("array"));
  const item = isList ? itemOf(place) : undefined;
  const names = item && certainNames(item);
  // Of a list that is not wrapped a document can hold one item alone.
  if (item !== undefined && names?.includes(root.local) && !root.children.some(({ local }) => names.includes(local))) {
    const isOnlyItem = root.children.length > 0 && !place.words.wrapped;
    if (isOnlyItem) {
      const { value, notes } = readElement(reading, root, item);
      return { value: [value], notes };
    }
  }
  const read = readElement(reading, root, place, { isWrapped: true, names: names ?? [] });
  const notes = new XmlNotes();
  notes.add(rootNotes(place, root, isList));
  if (item !== undefined && names === undefined) notes.add(unsureItems(item, root));
  notes.add(read.notes);
  return { value: read.value, notes: notes.list() };
}

function itemOf({ variants }: XmlPlace): XmlPlace | undefined {
  return variants.find(({ types }) => types.has("array"))?.item(0);
}

/** The names that schemas give themselves; undefined where none does. */
function certainNames({ words: { own, referred } }: XmlPlace): readonly string[] | undefined {
  const named = own ?? referred;
  return named && [named.name];
}

function rootNotes({ words }: XmlPlace, { local, namespace }: XmlElement, isList: boolean): readonly XmlNote[] {
  const notes: XmlNote[] = [];
  const named = isList && !words.wrapped ? undefined : (words.own ?? words.referred);
  if (named !== undefined && named.name !== local) {
    const reason = `the root element is ${JSON.stringify(local)}, and the contract names it ${JSON.stringify(named.name)}`;
    notes.push(noteAt("invalid", { reason, contract: named.pointer, valueClass: `element ${local}` }));
  }
  const { components, others } = words;
  const likely = [...others, ...components];
  if (named === undefined && !isList && likely.length > 0 && !likely.includes(local)) notes.push(unsure(local, likely));
  const spaced = words.namespace;
  if (spaced !== undefined && spaced.from !== "other" && spaced.uri !== namespace)
    notes.push(wrongNamespace("element", spaced));
  return notes;
}

/** The name of a component is that of its element to most who write one, and no rule. */
function unsure(local: string, likely: readonly string[]): XmlNote {
  const reason = `the contract does not say whether the element ${JSON.stringify(local)} is ${likely.map((it) => JSON.stringify(it)).join(" or ")}`;
  return noteAt("unsure", { reason, contract: "", valueClass: `element ${local}` });
}

function unsureItems({ words }: XmlPlace, root: XmlElement): readonly XmlNote[] {
  const likely = [...words.others, ...words.components];
  const strange = root.children.find(({ local }) => !likely.includes(local) && local !== root.local);
  return likely.length === 0 || strange === undefined ? NO_NOTES : [unsure(strange.local, likely)];
}

function noteAt(kind: XmlNote["kind"], about: Pick<XmlNote, "reason" | "contract" | "valueClass">): XmlNote {
  return { kind, tokens: [], occurrences: 1, ...about };
}

/** Whether some schema gives a prefix and not what it stands for: nobody then knows what to declare. */
function namesPrefix(schemas: Schemas, prefix: string): boolean {
  const known = prefixes.get(schemas) ?? prefixesIn(schemas.root);
  prefixes.set(schemas, known);
  return known.has(prefix);
}

const prefixes = new WeakMap<Schemas, ReadonlySet<string>>();

function prefixesIn(root: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const { xml } = value as { readonly xml?: Json };
    if (isObject(xml) && typeof xml.prefix === "string" && xml.namespace === undefined) found.add(xml.prefix);
    for (const child of Object.values(value)) open.push(child);
  }
  return found;
}
