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

/** What the `xml` objects of the schemas at a place say of how its value is written. */
export type XmlOptions = {
  /** The name that the schema gives itself. */
  readonly ownName?: NamedPointer;
  /** The name that a schema has which it refers to by nothing but `$ref`. */
  readonly referencedName?: NamedPointer;
  /** Names of other schemas that have a say: parts of `allOf`, branches. */
  readonly otherNames: readonly string[];
  /** The components that it refers to. */
  readonly componentNames: readonly string[];
  readonly namespace?: { readonly uri: string; readonly pointer: Pointer; readonly from: XmlOptionSource };
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
};

type NamedPointer = { readonly name: string; readonly pointer: Pointer };
type XmlOptionSource = "own" | "referred" | "other";

/**
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function readXmlOptions(root: Json, pointers: readonly Pointer[]): XmlOptions {
  const found = new Map<Pointer, FoundXmlObject>();
  const visit = (pointer: Pointer, from: XmlOptionSource): void => {
    const shape = found.has(pointer) ? undefined : readApplicableSchema(root, pointer);
    if (shape === undefined) return;
    const { schema, always, choices } = shape;
    found.set(pointer, { pointer, from, xml: isObject(schema.xml) ? schema.xml : {} });
    const isReference = typeof schema.$ref === "string" && from !== "other";
    for (const [index, next] of always.entries()) visit(next, isReference && index === 0 ? "referred" : "other");
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
  const referencedName = named.find(({ from }) => from === "referred");
  const spaced = found.find(({ xml }) => typeof xml.namespace === "string" && xml.namespace !== "");
  return {
    ...(ownName === undefined ? {} : { ownName }),
    ...(referencedName === undefined ? {} : { referencedName }),
    otherNames: named.flatMap(({ from, name }) => (from === "other" ? [name] : [])),
    componentNames: found.flatMap(({ pointer }) => {
      const name = getComponentName(pointer);
      return name === undefined || !/^\/components\/schemas\/[^/]+$/.test(pointer) ? [] : [name];
    }),
    ...(spaced === undefined
      ? {}
      : {
          namespace: {
            uri: String(spaced.xml.namespace),
            pointer: joinPointer(spaced.pointer, "xml", "namespace"),
            from: spaced.from,
          },
        }),
    isAttribute: found.some(({ xml }) => xml.attribute === true),
    isWrapped: found.some(({ xml }) => xml.wrapped === true),
  };
}

/** The local name; some write it with the prefix, and what generators leave there where there is none is no name. */
function getLocalName({ name }: JsonObject): string | undefined {
  if (typeof name !== "string" || !isXmlName(name)) return undefined;
  return name.slice(name.indexOf(":") + 1);
}
