import { isObject, type Json, type Pointer, parsePointer } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import { formatSyntaxError, parseXml } from "./parse-xml.js";
import { readElement } from "./read-element.js";
import { createNamespaceDiagnostic } from "./read-object.js";
import { NO_XML_DIAGNOSTICS, type XmlDiagnostic, XmlDiagnostics } from "./xml-diagnostic.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import { XmlReader, type XmlValue } from "./xml-reader.js";
import type { XmlSchema } from "./xml-schema.js";

export type XmlBody =
  | {
      readonly kind: "value";
      readonly value: Json;
      readonly diagnostics: readonly XmlDiagnostic[];
      /** The element or attribute that a place in the value was read from; undefined where it was read from none. */
      readonly partAt: (at: Pointer) => XmlPart | undefined;
    }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "not-checked"; readonly reason: string };

/** Why a text is not XML, or cannot be read; undefined where it can. */
export function checkXmlSyntax(text: string): Exclude<XmlBody, { kind: "value" }> | undefined {
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
export function readXml(schemas: Schemas, schema: Pointer, text: string, view: MessageDirection): XmlBody {
  const parsed = parseXml(text);
  if (parsed.kind !== "document") return parsed;
  const { root, unbound } = parsed;
  for (const [prefix, offset] of unbound)
    if (!isPrefixInSpec(schemas, prefix))
      return {
        kind: "malformed",
        reason: formatSyntaxError(text, offset, "a name has a prefix that nothing declares"),
      };
  const reading = new XmlReader(schemas, view, text.length);
  try {
    const { value, diagnostics } = readRoot(reading, root, reading.getSchema([schema]));
    return { kind: "value", value, diagnostics, partAt: (at) => findPart(reading, { root, value }, at) };
  } catch (error) {
    // Some threads have a stack that is smaller than what is read at once.
    if (error instanceof RangeError) return { kind: "not-checked", reason: "it is nested too deeply to be judged" };
    if (!(error instanceof CannotValidateError)) throw error;
    return { kind: "not-checked", reason: error.message };
  }
}

function findPart(reading: XmlReader, from: { readonly root: XmlPart; readonly value: Json }, at: Pointer) {
  let value: unknown = from.value;
  let part: XmlPart | undefined = from.root;
  for (const token of parsePointer(at)) {
    if (typeof value !== "object" || value === null) return undefined;
    part = reading.getPart(value, token);
    value = (value as Readonly<Record<string, unknown>>)[token];
  }
  return part;
}

function readRoot(reading: XmlReader, root: XmlElement, place: XmlSchema): XmlValue {
  const isList = place.variants.some(({ types }) => types.has("array"));
  const item = isList ? getItemSchema(place) : undefined;
  const names = item && listOwnNames(item);
  // Of a list that is not wrapped a document can hold one item alone.
  if (item !== undefined && names?.includes(root.local) && !root.children.some(({ local }) => names.includes(local))) {
    const isOnlyItem = root.children.length > 0 && !place.options.isWrapped;
    if (isOnlyItem) {
      const { value, diagnostics } = readElement(reading, root, item);
      return { value: [value], diagnostics };
    }
  }
  const read = readElement(reading, root, place, { isWrapped: true, names: names ?? [] });
  const notes = new XmlDiagnostics();
  notes.add(checkRoot(place, root, isList));
  if (item !== undefined && names === undefined) notes.add(checkItemNames(item, root));
  notes.add(read.diagnostics);
  return { value: read.value, diagnostics: notes.list() };
}

function getItemSchema({ variants }: XmlSchema): XmlSchema | undefined {
  return variants.find(({ types }) => types.has("array"))?.item(0);
}

/** The names that schemas give themselves; undefined where none does. */
function listOwnNames({ options: { ownName, referencedName } }: XmlSchema): readonly string[] | undefined {
  const named = ownName ?? referencedName;
  return named && [named.name];
}

function checkRoot(
  { options }: XmlSchema,
  { local, namespace }: XmlElement,
  isList: boolean,
): readonly XmlDiagnostic[] {
  const notes: XmlDiagnostic[] = [];
  const named = isList && !options.isWrapped ? undefined : (options.ownName ?? options.referencedName);
  if (named !== undefined && named.name !== local) {
    const reason = `the root element is ${JSON.stringify(local)}, and the contract names it ${JSON.stringify(named.name)}`;
    notes.push(createDiagnostic("invalid", { reason, contract: named.pointer, valueClass: `element ${local}` }));
  }
  const { componentNames, otherNames } = options;
  const likely = [...otherNames, ...componentNames];
  if (named === undefined && !isList && likely.length > 0 && !likely.includes(local))
    notes.push(createUnsureDiagnostic(local, likely));
  const spaced = options.namespace;
  if (spaced !== undefined && spaced.from !== "other" && spaced.uri !== namespace)
    notes.push(createNamespaceDiagnostic("element", spaced));
  return notes;
}

/** The name of a component is that of its element to most who write one, and no rule. */
function createUnsureDiagnostic(local: string, likely: readonly string[]): XmlDiagnostic {
  const reason = `the contract does not say whether the element ${JSON.stringify(local)} is ${likely.map((it) => JSON.stringify(it)).join(" or ")}`;
  return createDiagnostic("unsure", { reason, contract: "", valueClass: `element ${local}` });
}

function checkItemNames({ options }: XmlSchema, root: XmlElement): readonly XmlDiagnostic[] {
  const likely = [...options.otherNames, ...options.componentNames];
  const strange = root.children.find(({ local }) => !likely.includes(local) && local !== root.local);
  return likely.length === 0 || strange === undefined
    ? NO_XML_DIAGNOSTICS
    : [createUnsureDiagnostic(strange.local, likely)];
}

function createDiagnostic(
  kind: XmlDiagnostic["kind"],
  about: Pick<XmlDiagnostic, "reason" | "contract" | "valueClass">,
): XmlDiagnostic {
  return { kind, tokens: [], occurrences: 1, ...about };
}

/** Whether some schema gives a prefix and not what it stands for: nobody then knows what to declare. */
function isPrefixInSpec(schemas: Schemas, prefix: string): boolean {
  const known = prefixCache.get(schemas) ?? collectPrefixes(schemas.root);
  prefixCache.set(schemas, known);
  return known.has(prefix);
}

const prefixCache = new WeakMap<Schemas, ReadonlySet<string>>();

function collectPrefixes(root: Json): ReadonlySet<string> {
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
