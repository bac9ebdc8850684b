import { asObject, type JsonObject, type Pointer, valueAt } from "../document/index.js";
import { makeValue } from "../samples/make-value.js";
import { type DocsContext, formatType } from "./docs-context.js";
import { formatExample } from "./json-example.js";
import { escapeLabel, formatFence, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import { formatConstraints, formatSchemaFields } from "./schema-fields.js";
import type { SchemaUse } from "./schema-uses.js";
import type { SitePage } from "./site-page.js";

/** Creates the page of a schema of the components. */
export function createSchemaPage(
  context: DocsContext,
  {
    pointer,
    name,
    path,
    uses,
  }: {
    readonly pointer: Pointer;
    readonly name: string;
    readonly path: string;
    readonly uses: readonly SchemaUse[];
  },
): SitePage {
  const value = asObject(valueAt(context.document.root, pointer)) ?? {};
  const text = typeof value.description === "string" ? value.description : "";
  const fields = formatSchemaFields(context, pointer);
  const made = makeValue({ ...context, direction: "response", isComplete: true }, context.nodes.at([pointer]));
  const sections = [
    normalizeMarkdown(text),
    `Type: ${formatType(context, pointer)}`,
    formatConstraints(value),
    ...(fields === "" ? [] : ["## Fields", fields]),
    ...(made === undefined ? [] : ["## Example", formatExample(made.value, "application/json")]),
    ...(uses.length === 0 ? [] : ["## Used by", formatUses(uses)]),
    "## JSON Schema",
    formatDefinition(value),
  ];
  return {
    path,
    title: name,
    description: summarizeMarkdown(text) || `The schema ${name}.`,
    groups: ["Schemas"],
    body: sections.filter((it) => it !== "").join("\n\n"),
  };
}

function formatUses(uses: readonly SchemaUse[]): string {
  const shown = uses.slice(0, MAX_USES).map(({ label, path }) => `- [${escapeLabel(label)}](/${path}/)`);
  const rest = uses.length - shown.length;
  return [...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}

const MAX_USES = 30;

function formatDefinition(value: JsonObject): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > MAX_DEFINITION
    ? "The schema is too long for this page. It is in the OpenAPI document."
    : formatFence("json", text);
}

const MAX_DEFINITION = 6000;
