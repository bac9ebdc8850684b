import {
  asObject,
  asString,
  type Document,
  getComponentName,
  isObject,
  type JsonObject,
  type Pointer,
  resolvePointer,
} from "../../src/document/index.js";
import { type Merged, merged } from "./merged-schema.js";
import { Ungeneratable } from "./ungeneratable.js";

/** Different serializations of the same document. */
export type Style = "plain" | "indented" | "sections";

const STYLES: readonly Style[] = ["plain", "indented", "sections"];

/**
 * Serializes a value as XML according to the `xml` objects of the schema, independently of the code of the project. Returns
 * undefined for a value that XML cannot represent.
 */
export function writtenXml(document: Document, schema: Pointer, value: unknown): string | undefined {
  const style = STYLES[JSON.stringify(value).length % STYLES.length] ?? "plain";
  try {
    const { name, xml, it } = described(document, [schema], "root");
    const items = it.items === undefined || xml.wrapped === true ? undefined : it.items;
    const inside = items === undefined ? undefined : itemsOf({ document, style }, { items, name: "item" }, value);
    const root =
      inside === undefined ? element({ document, style }, { name, xml, it }, value) : `<list>${inside}</list>`;
    return style === "plain" ? root : `<?xml version="1.0" encoding="UTF-8"?>\n<!-- -->${root}\n`;
  } catch (error) {
    if (error instanceof Unwritable || error instanceof Ungeneratable) return undefined;
    throw error;
  }
}

class Unwritable extends Error {}

type Context = { readonly document: Document; readonly style: Style };
type Described = { readonly name: string; readonly xml: JsonObject; readonly it: Merged };

/** A schema and its `xml` object, which can be at the target of its `$ref`. */
function described(document: Document, pointers: readonly Pointer[], property: string): Described {
  const [pointer] = pointers;
  const found = pointer === undefined ? undefined : resolvePointer(document, pointer);
  if (found === undefined || pointers.length > 1) throw new Unwritable();
  const it = merged(document, found.pointer, found.value);
  if (it.choices.length > 0) throw new Unwritable();
  const xml = asObject(found.value.xml) ?? {};
  const own = asString(xml.name);
  const isRoot = property === "root";
  const name =
    own !== undefined && /^[A-Za-z]/.test(own) ? own : isRoot ? (getComponentName(found.pointer) ?? "root") : property;
  return { name, xml, it };
}

function element(context: Context, { name, xml, it }: Described, value: unknown): string {
  const tag = named(name, xml);
  const declared =
    xml.namespace === undefined ? "" : ` xmlns${xml.prefix === undefined ? "" : `:${xml.prefix}`}="${xml.namespace}"`;
  if (value === null) return `<${tag}${declared} xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`;
  if (Array.isArray(value)) {
    if (it.items === undefined) throw new Unwritable();
    return `<${tag}${declared}>${itemsOf(context, { items: it.items, name }, value)}</${tag}>`;
  }
  if (!isObject(value)) return `<${tag}${declared}>${text(context, value)}</${tag}>`;
  const { attributes, elements } = parts(context, it, value);
  const gap = context.style === "indented" ? "\n  " : "";
  const start = `<${tag}${declared}${attributes.map((at) => ` ${at}`).join("")}`;
  return elements.length === 0 ? `${start}/>` : `${start}>${elements.map((at) => gap + at).join("")}${gap}</${tag}>`;
}

function parts(context: Context, it: Merged, value: JsonObject): { attributes: string[]; elements: string[] } {
  const attributes: string[] = [];
  const elements: string[] = [];
  for (const [property, member] of Object.entries(value)) {
    const pointers = it.properties.get(property);
    if (pointers === undefined) {
      elements.push(undeclared(context, property, member));
      continue;
    }
    const described_ = described(context.document, pointers, property);
    const { xml, name } = described_;
    if (xml.attribute === true) {
      if (typeof member === "object") throw new Unwritable();
      attributes.push(
        `${name}="${escaped(member)
          .replaceAll('"', "&quot;")
          .replaceAll(/[\t\n]/g, (at) => `&#${at.charCodeAt(0)};`)}"`,
      );
    } else if (Array.isArray(member) && xml.wrapped !== true) {
      if (described_.it.items === undefined) throw new Unwritable();
      elements.push(itemsOf(context, { items: described_.it.items, name: property }, member));
    } else elements.push(element(context, described_, member));
  }
  return { attributes, elements };
}

function itemsOf(context: Context, { items, name }: { items: Pointer; name: string }, value: unknown): string {
  if (!Array.isArray(value)) throw new Unwritable();
  const item = described(context.document, [items], name);
  if (item.it.items !== undefined) throw new Unwritable();
  return value.map((it) => element(context, item, it)).join("");
}

function undeclared({ style, document }: Context, name: string, value: unknown): string {
  if (typeof value === "object" || typeof value !== "string") throw new Unwritable();
  const tag = named(name, {});
  return `<${tag}>${text({ style, document }, value)}</${tag}>`;
}

function named(name: string, { prefix }: JsonObject): string {
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) throw new Unwritable();
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function text({ style }: Context, value: unknown): string {
  const plain = String(value);
  const isSection = style === "sections" && plain !== "" && !/\]\]>|\r/.test(plain);
  return isSection ? `<![CDATA[${checked(plain)}]]>` : escaped(value);
}

function escaped(value: unknown): string {
  return checked(String(value))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

function checked(plain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(plain)) throw new Unwritable();
  return plain;
}
