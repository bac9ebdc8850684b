import { findPropertyPointers } from "../model/schema-model.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import { isXmlBlank } from "./xml-scalar.js";
import { isSpread, type XmlProperty, type XmlVariant } from "./xml-schema.js";

/** An element without the nodes of its spread properties, and an element for each of them that has nodes. */
export type SplitElement = { readonly own: XmlElement; readonly spread: ReadonlyMap<XmlProperty, XmlElement> };

/**
 * Gives each spread property the nodes that it describes and the object itself does not declare.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#xml-node-types
 */
export function splitElement(element: XmlElement, variant: XmlVariant): SplitElement {
  const members = [...variant.properties().all.values()].filter(isSpread);
  const spread = new Map<XmlProperty, XmlElement>();
  if (members.length === 0) return { own: element, spread };
  const { elements, attributes, text } = variant.properties();
  const add = (member: XmlProperty, nodes: Partial<XmlElement>): void => {
    const known = spread.get(member) ?? { ...element, children: [], attributes: [], text: "" };
    spread.set(member, { ...known, ...nodes });
  };
  const children = element.children.filter((child) => {
    const owner = findXmlProperty(elements, child) === undefined ? findOwner(members, "elements", child) : undefined;
    if (owner !== undefined) add(owner, { children: [...(spread.get(owner)?.children ?? []), child] });
    return owner === undefined;
  });
  const kept = element.attributes.filter((it) => {
    const owner = findXmlProperty(attributes, it) === undefined ? findOwner(members, "attributes", it) : undefined;
    if (owner !== undefined) add(owner, { attributes: [...(spread.get(owner)?.attributes ?? []), it] });
    return owner === undefined;
  });
  const isOthers = text === undefined && !isXmlBlank(element.text);
  const textOwner = isOthers ? members.find((it) => hasText(getSpreadVariant(it))) : undefined;
  if (textOwner !== undefined) add(textOwner, { text: element.text });
  const own = { ...element, children, attributes: kept, text: textOwner === undefined ? element.text : "" };
  return { own, spread };
}

/** The spread property that declares a node, or else the first that describes properties of any name. */
function findOwner(
  members: readonly XmlProperty[],
  kind: "elements" | "attributes",
  node: XmlElement | XmlAttribute,
): XmlProperty | undefined {
  const name = kind === "elements" ? node.local : `@${node.local}`;
  return (
    members.find((it) => declares(getSpreadVariant(it), kind, node)) ??
    members.find((it) => (findPropertyPointers(getSpreadVariant(it).applicableSchemas, name) ?? []).length > 0)
  );
}

function declares(variant: XmlVariant, kind: "elements" | "attributes", node: XmlElement | XmlAttribute): boolean {
  const members = variant.properties();
  const inner = [...members.all.values()].filter(isSpread);
  return (
    findXmlProperty(members[kind], node) !== undefined || inner.some((it) => declares(getSpreadVariant(it), kind, node))
  );
}

/** Whether the text of an element is a property. */
export function hasText(variant: XmlVariant): boolean {
  const { text, all } = variant.properties();
  return text !== undefined || [...all.values()].some((it) => isSpread(it) && hasText(getSpreadVariant(it)));
}

export function findXmlProperty(
  byName: ReadonlyMap<string, readonly XmlProperty[]>,
  { local, namespace }: XmlElement | XmlAttribute,
): XmlProperty | undefined {
  const members = byName.get(local);
  if (members === undefined || members.length === 1) return members?.[0];
  return members.find(({ xmlSchema }) => (xmlSchema.options.namespace?.uri ?? "") === namespace) ?? members[0];
}

/** The schema of the objects whose nodes stand in the element of the parent. */
function getSpreadVariant({ list, xmlSchema: { merged } }: XmlProperty): XmlVariant {
  return list === undefined ? merged : merged.item(0).merged;
}
