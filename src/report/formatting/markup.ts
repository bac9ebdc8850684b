import { escapeControlLines } from "./text.js";

/** HTML or XML. All other values are escaped when they are inserted. */
export type Markup = { readonly markup: string };

type MarkupValue = string | number | Markup | readonly Markup[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "&#9;",
};

/** Builds HTML or XML from a template. Values are escaped, in content and in quoted attributes, unless they are `Markup`. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) text += renderValue(value) + (strings[index + 1] ?? "");
  return { markup: text };
}

/** Escapes text for the content of an element or a quoted attribute. */
export function escapeMarkup(text: string): string {
  return escapeControlLines(text).replaceAll(/[&<>"'\t]/g, (char) => ENTITIES[char] ?? char);
}

function renderValue(value: MarkupValue): string {
  if (value === undefined) return "";
  if (typeof value === "string") return escapeMarkup(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map((it) => it.markup).join("");
}
