import { escapeControlLines } from "./escape-control.js";

/** Text that is HTML or XML already. Nothing else gets into a page unescaped. */
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

/** A template of HTML or XML: what is put into it is text, in content and in quoted attributes, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) text += renderValue(value) + (strings[index + 1] ?? "");
  return { markup: text };
}

/** Text as it stands in the content of an element or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return escapeControlLines(text).replaceAll(/[&<>"'\t]/g, (char) => ENTITIES[char] ?? char);
}

function renderValue(value: MarkupValue): string {
  if (value === undefined) return "";
  if (typeof value === "string") return escapeMarkup(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map((it) => it.markup).join("");
}
