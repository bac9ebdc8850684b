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
  readonly namespace?: { readonly uri: string; readonly pointer: Pointer; readonly from: XmlOptionSource };
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
  /** Whether it is the text of the element of its parent. */
  readonly isText: boolean;
  /** Whether an object has no element of its own, which is not supported. */
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
  return mergeXmlOptions([...found.values()]);
}

type FoundXmlObject = { readonly pointer: Pointer; readonly from: XmlOptionSource; readonly xml: JsonObject };

function mergeXmlOptions(found: readonly FoundXmlObject[]): XmlOptions {
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
      return name === undefined || !/^\/components\/schemas\/[^/]+$/.test(pointer) ? [] : [name];
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
    isNone: found.some(({ from, xml }) => from === "own" && xml.nodeType === "none"),
  };
}

/** The local name. Drops a prefix, which some specs include, and ignores the invalid names of some generators. */
function getLocalName({ name }: JsonObject): string | undefined {
  if (typeof name !== "string" || !isXmlName(name)) return undefined;
  return name.slice(name.indexOf(":") + 1);
}
