import {
  componentName,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
} from "../../document/index.js";
import { shapeAt } from "../shape.js";
import { isXmlName } from "./xml-names.js";

/** What the `xml` objects of the schemas at a place say of how its value is written. */
export type XmlWords = {
  /** The name that the schema gives itself. */
  readonly own?: NamedPlace;
  /** The name that a schema has which it refers to by nothing but `$ref`. */
  readonly referred?: NamedPlace;
  /** Names of other schemas that have a say: parts of `allOf`, branches. */
  readonly others: readonly string[];
  /** The components that it refers to. */
  readonly components: readonly string[];
  readonly namespace?: { readonly uri: string; readonly pointer: Pointer; readonly from: From };
  readonly attribute: boolean;
  readonly wrapped: boolean;
};

type NamedPlace = { readonly name: string; readonly pointer: Pointer };
type From = "own" | "referred" | "other";

/**
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function xmlWords(root: Json, pointers: readonly Pointer[]): XmlWords {
  const found = new Map<Pointer, Found>();
  const visit = (pointer: Pointer, from: From): void => {
    const shape = found.has(pointer) ? undefined : shapeAt(root, pointer);
    if (shape === undefined) return;
    const { schema, always, choices } = shape;
    found.set(pointer, { pointer, from, xml: isObject(schema.xml) ? schema.xml : {} });
    const isReference = typeof schema.$ref === "string" && from !== "other";
    for (const [index, next] of always.entries()) visit(next, isReference && index === 0 ? "referred" : "other");
    const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
    for (const branch of branches) visit(branch, "other");
  };
  for (const pointer of pointers) visit(pointer, "own");
  return wordsOf([...found.values()]);
}

type Found = { readonly pointer: Pointer; readonly from: From; readonly xml: JsonObject };

function wordsOf(found: readonly Found[]): XmlWords {
  const named = found.flatMap(({ pointer, from, xml }) => {
    const name = nameOf(xml);
    return name === undefined ? [] : [{ name, from, pointer: joinPointer(pointer, "xml", "name") }];
  });
  const own = named.find(({ from }) => from === "own");
  const referred = named.find(({ from }) => from === "referred");
  const spaced = found.find(({ xml }) => typeof xml.namespace === "string" && xml.namespace !== "");
  return {
    ...(own === undefined ? {} : { own }),
    ...(referred === undefined ? {} : { referred }),
    others: named.flatMap(({ from, name }) => (from === "other" ? [name] : [])),
    components: found.flatMap(({ pointer }) => {
      const name = componentName(pointer);
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
    attribute: found.some(({ xml }) => xml.attribute === true),
    wrapped: found.some(({ xml }) => xml.wrapped === true),
  };
}

/** The local name; some write it with the prefix, and what generators leave there where there is none is no name. */
function nameOf({ name }: JsonObject): string | undefined {
  if (typeof name !== "string" || !isXmlName(name)) return undefined;
  return name.slice(name.indexOf(":") + 1);
}
