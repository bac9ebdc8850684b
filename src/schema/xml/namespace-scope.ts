import { XML_NAMESPACE, type XmlAttribute } from "./xml-element.js";
import { splitName } from "./xml-names.js";
import { XmlSyntaxError } from "./xml-syntax-error.js";

/** The namespaces of the prefixes at the current position. */
export class NamespaceScope {
  /** Undeclared prefixes, with the offset of their first use. */
  readonly unbound = new Map<string, number>();
  /** The declarations in force for each prefix, innermost last. */
  readonly #bindings = new Map<string, string[]>([["xml", [XML_NAMESPACE]]]);

  /** Adds the declarations of a start tag, and returns their prefixes for {@link leave}. */
  enter(attributes: readonly RawAttribute[]): readonly string[] {
    let declared: string[] | undefined;
    for (const { name, value, start } of attributes) {
      const prefix = getDeclaredPrefix(name);
      if (prefix === undefined) continue;
      if (prefix === "xmlns" || (prefix === "xml") !== (value === XML_NAMESPACE) || value === XMLNS_NAMESPACE)
        throw new XmlSyntaxError(start, "a reserved XML prefix or namespace is redeclared");
      if (prefix !== "" && value === "")
        throw new XmlSyntaxError(start, "the prefix is declared with an empty namespace");
      const stack = this.#bindings.get(prefix);
      if (stack === undefined) this.#bindings.set(prefix, [value]);
      else stack.push(value);
      declared ??= [];
      declared.push(prefix);
    }
    return declared ?? NONE;
  }

  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.#bindings.get(prefix)?.pop();
  }

  /** Resolves the namespace of a name. An attribute without a prefix has none. */
  resolve(name: string, start: number, isAttribute: boolean): { readonly local: string; readonly namespace: string } {
    if (!name.includes(":"))
      return { local: name, namespace: isAttribute ? "" : (this.#bindings.get("")?.at(-1) ?? "") };
    const split = splitName(name);
    if (split === undefined)
      throw new XmlSyntaxError(start, "the name is invalid; expected one colon, between prefix and name");
    const { prefix, local } = split;
    const namespace = this.#bindings.get(prefix)?.at(-1);
    if (namespace === undefined && !this.unbound.has(prefix)) this.unbound.set(prefix, start);
    return { local, namespace: namespace ?? "" };
  }

  /** Resolves the namespaces of attributes, and drops those that declare namespaces. */
  attributes(raw: readonly RawAttribute[]): readonly XmlAttribute[] {
    if (raw.length === 0) return NONE;
    const attributes: XmlAttribute[] = [];
    const seen = new Set<string>();
    for (const { name, value, start, contentStart, end } of raw) {
      if (getDeclaredPrefix(name) !== undefined) continue;
      const { local, namespace } = this.resolve(name, start, true);
      attributes.push({ name, local, namespace, value, start, contentStart, end });
      if (namespace === "") continue;
      // The scanner rejects equal names, but two prefixes can have the same namespace.
      const key = `${local} ${namespace}`;
      if (seen.has(key)) throw new XmlSyntaxError(start, "the attribute is a duplicate");
      seen.add(key);
    }
    return attributes;
  }
}

export type RawAttribute = Omit<XmlAttribute, "local" | "namespace">;

const NONE: readonly never[] = [];
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

function getDeclaredPrefix(name: string): string | undefined {
  if (!name.startsWith("xmlns")) return undefined;
  if (name.length === 5) return "";
  return name[5] === ":" ? name.slice(6) : undefined;
}
