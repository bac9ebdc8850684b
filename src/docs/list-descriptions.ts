import { asObject, type JsonObject, type Operation, type Parameter, parsePointer, valueAt } from "../document/index.js";
import { getListFacts, getSelections, type ListFacts, listBodyFields, type Selection } from "../resources/index.js";
import type { ListStyle } from "../resources/list-facts.js";
import type { Schemas } from "../schema/index.js";
import { formatCode } from "./normalize-markdown.js";

/**
 * Adds what the spec states with `x-list` and `x-selects` to the descriptions of an operation, of its query parameters, and of the fields of its
 * body. What names suggest is not added.
 *
 * @param root a copy of the document, which is changed
 */
export function describeList(root: JsonObject, { document }: Schemas, operation: Operation): void {
  const list = getListFacts(document, operation);
  const selections = getSelections(document, operation);
  for (const parameter of [...operation.parameters, ...listBodyFields(document, operation)]) {
    const stated = selections.filter((it) => it.parameter?.pointer === parameter.pointer && parameter.in !== "path");
    const roles = Object.entries(ROLES).filter(([field]) => list?.[field as keyof ListFacts] === parameter.name);
    const sentences = [...roles.map(([, sentence]) => sentence), ...stated.map(describeSelection)];
    addSentences(asObject(valueAt(root, parameter.pointer)), sentences);
  }
  const next = list && describeNext(list);
  addSentences(asObject(valueAt(root, operation.pointer)), next === undefined ? [] : [next]);
}

/** Parameters and schemas can belong to several operations. */
function addSentences(holder: JsonObject | undefined, sentences: readonly string[]): void {
  if (holder === undefined || holder.$ref !== undefined) return;
  const { description = "" } = holder;
  const text = String(description);
  const added = sentences.filter((it) => !text.includes(it));
  if (added.length > 0) Object.assign(holder, { description: `${text}\n\n${added.join(" ")}`.trimStart() });
}

const ROLES: Partial<Record<keyof ListFacts, string>> = {
  start: "Where the page starts.",
  size: "Number of items on the page.",
  before: "The item or cursor that the page ends before.",
};

function describeSelection({ properties, by, unless, values }: Selection): string {
  const names = properties.map(formatLocation).join(" or ");
  const what = values === undefined ? (RELATIONS[by] ?? "fits the value") : "fits the value";
  const others = unless.map((it: Parameter["name"]) => formatCode(it)).join(" or ");
  const ignored = others === "" ? "" : ` It is ignored beside ${others}.`;
  if (by === "presence") return `Without ${names} in the response if it is \`false\`.${ignored}`;
  return `Selects by ${names}, which ${what}.${ignored}`;
}

const RELATIONS: Readonly<Record<string, string>> = {
  equal: "is the value",
  "one-of": "is one of the values",
  prefix: "starts with the value",
  suffix: "ends with the value",
  contains: "contains the value",
  from: "is not below the value",
  until: "is not above the value",
  range: "is in the range",
};

/** How the list continues; undefined if a response has the whole list. */
function describeNext({ style, start = "start", next = "", id = "/id" }: ListFacts): string | undefined {
  const [from, at, last] = [formatCode(start), formatLocation(next), formatLocation(id)];
  const ways: Partial<Record<ListStyle, string>> = {
    links: "the link `next` of a page leads to the next one",
    header: `the header ${formatCode(next || "Link")} of a page leads to the next one`,
    url: `${at} is the URL of the next one`,
    cursor: `${at} is the ${from} of the next one`,
    after: `${last} of the last item is the ${from} of the next one`,
  };
  return style && `Pages: ${ways[style] ?? `${from} is where the next one starts`}.`;
}

function formatLocation(pointer: string): string {
  return formatCode(parsePointer(pointer).join("."));
}
