import {
  getComponentName,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
} from "../../document/index.js";
import { readApplicableSchema } from "../analysis/applicable-schema.js";
import { isXmlName } from "./xml-names.js";

/** How a value is written, by the `xml` objects of its schemas. */
export type XmlOptions = {
  /** The name that the schema itself defines. */
  readonly ownName?: NamedPointer;
  /** The name that the target of its `$ref` defines. */
  readonly referencedName?: NamedPointer;
  /** Names that other applicable schemas define: parts of `allOf`, branches. */
  readonly otherNames: readonly string[];
  /** The names of the components that it refers to. */
  readonly componentNames: readonly string[];
  /** The names of the components whose elements it stands for, because it has none of its own (OpenAPI 3.2). */
  readonly innerNames: readonly string[];
  readonly namespace?: { readonly uri: string; readonly pointer: Pointer; readonly from: XmlOptionSource };
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
  /** Whether it is the text of the element of its parent. */
  readonly isText: boolean;
  /** Whether it has no node of its own, so that the nodes in it stand in the element of its parent. */
  readonly isNone: boolean;
};

type NamedPointer = { readonly name: string; readonly pointer: Pointer };
type XmlOptionSource = "own" | "referenced" | "other";

/**
 * @see https://spec.openapis.org/oas/v3.2.0#xml-object
 */
export function readXmlOptions(root: Json, pointers: readonly Pointer[]): XmlOptions {
  const found = new Map<Pointer, FoundXmlObject>();
  const visit = (pointer: Pointer, from: XmlOptionSource): void => {
    const applicable = found.has(pointer) ? undefined : readApplicableSchema(root, pointer);
    if (applicable === undefined) return;
    const { schema, always, choices } = applicable;
    found.set(pointer, { pointer, from, xml: isObject(schema.xml) ? schema.xml : {} });
    const isReference = typeof schema.$ref === "string" && from !== "other";
    for (const [index, next] of always.entries()) visit(next, isReference && index === 0 ? "referenced" : "other");
    const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
    for (const branch of branches) visit(branch, "other");
  };
  for (const pointer of pointers) visit(pointer, "own");
  const elements = pointers.map((pointer) => listElementSchemas(root, pointer));
  const inner = elements.flat().filter((it) => !pointers.includes(it) && COMPONENT.test(it));
  const isVersion32 = isObject(root) && String(root.openapi).startsWith("3.2");
  return {
    ...mergeXmlOptions([...found.values()]),
    innerNames: isVersion32 ? inner.flatMap((it) => getComponentName(it) ?? []) : [],
    isNone: elements.some((it) => it.length === 0),
  };
}

/** The schemas whose elements a schema stands for: itself, or with the node type `none` those of its target and branches. */
function listElementSchemas(root: Json, pointer: Pointer, depth = 0): Pointer[] {
  const applicable = depth > MAX_HOPS ? undefined : readApplicableSchema(root, pointer);
  if (applicable === undefined) return [pointer];
  const { schema, always, choices } = applicable;
  const isReference = typeof schema.$ref === "string";
  const xml = isObject(schema.xml) ? schema.xml : {};
  // A branch of its own has no element, because it has no name.
  const isBranch = depth > 0 && xml.name === undefined && !COMPONENT.test(pointer);
  if ((xml.nodeType ?? (isReference || isBranch ? "none" : "element")) !== "none") return [pointer];
  const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  const inner = [...(isReference ? always.slice(0, 1) : []), ...branches];
  return inner.flatMap((next) => listElementSchemas(root, next, depth + 1));
}

const MAX_HOPS = 50;
const COMPONENT = /^\/components\/schemas\/[^/]+$/;

type FoundXmlObject = { readonly pointer: Pointer; readonly from: XmlOptionSource; readonly xml: JsonObject };

function mergeXmlOptions(found: readonly FoundXmlObject[]): Omit<XmlOptions, "isNone" | "innerNames"> {
  const named = found.flatMap(({ pointer, from, xml }) => {
    const name = getLocalName(xml);
    return name === undefined ? [] : [{ name, from, pointer: joinPointer(pointer, "xml", "name") }];
  });
  const ownName = named.find(({ from }) => from === "own");
  const referencedName = named.find(({ from }) => from === "referenced");
  const namespaced = found.find(({ xml }) => typeof xml.namespace === "string" && xml.namespace !== "");
  return {
    ...(ownName === undefined ? {} : { ownName }),
    ...(referencedName === undefined ? {} : { referencedName }),
    otherNames: named.flatMap(({ from, name }) => (from === "other" ? [name] : [])),
    componentNames: found.flatMap(({ pointer }) => {
      const name = getComponentName(pointer);
      return name === undefined || !COMPONENT.test(pointer) ? [] : [name];
    }),
    ...(namespaced === undefined
      ? {}
      : {
          namespace: {
            uri: String(namespaced.xml.namespace),
            pointer: joinPointer(namespaced.pointer, "xml", "namespace"),
            from: namespaced.from,
          },
        }),
    isAttribute: found.some(({ xml }) => xml.attribute === true || xml.nodeType === "attribute"),
    isWrapped: found.some(({ xml }) => xml.wrapped === true || xml.nodeType === "element"),
    isText: found.some(({ xml }) => xml.nodeType === "text" || xml.nodeType === "cdata"),
  };
}

/** The local name. Drops a prefix, which some specs include, and ignores the invalid names of some generators. */
function getLocalName({ name }: JsonObject): string | undefined {
  if (typeof name !== "string" || !isXmlName(name)) return undefined;
  return name.slice(name.indexOf(":") + 1);
}
