import {
  asObject,
  asString,
  buildServerUrl,
  type Document,
  type JsonObject,
  lastToken,
  listServers,
  type Operation,
  type Pointer,
  resolveChildren,
  valueAt,
} from "../document/index.js";
import { makeValue } from "../samples/make-value.js";
import { createDocsContext, type DocsContext, formatType } from "./docs-context.js";
import { formatExample } from "./json-example.js";
import { escapeLabel, formatCode, formatFence, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import { createOperationPage } from "./operation-page.js";
import { toConcreteUrl } from "./sample-request.js";
import { formatConstraints, formatSchemaFields } from "./schema-fields.js";
import { collectSchemaUses, type SchemaUse } from "./schema-uses.js";
import type { SitePage } from "./site-page.js";
import { findTagGroup } from "./tag-groups.js";

/**
 * Creates the pages of a spec: the overview, and a page for each operation, event and schema.
 *
 * @param options.overviewPath the path of the overview; empty if it is the start page.
 * @param options.tryServers what the forms "Try it" propose as servers; the first is the default.
 */
export function createSpecPages(
  document: Document,
  { overviewPath, tryServers }: { readonly overviewPath: string; readonly tryServers: readonly string[] },
): SitePage[] {
  const context = createDocsContext(document);
  const uses = collectSchemaUses(context);
  return [
    createOverviewPage(context, overviewPath),
    ...[...context.paths.operations.keys()].map((operation) => createOperationPage(context, operation, tryServers)),
    ...[...context.paths.schemas].map(([pointer, path]) =>
      createSchemaPage(context, { pointer, path, name: lastToken(pointer), uses: uses.get(pointer) ?? [] }),
    ),
  ];
}

/** Creates the page about the whole API: servers, authentication, and a list of all operations. */
function createOverviewPage(context: DocsContext, path: string): SitePage {
  const { document, paths } = context;
  const info = asObject(document.root.info) ?? {};
  const title = asString(info.title) ?? "API";
  const text = asString(info.description) ?? "";
  const sections = [
    `Version ${formatCode(asString(info.version) ?? "unknown")}. Download: [openapi.json](/openapi.json)`,
    ...formatServers(context),
    ...formatSecuritySchemes(context),
    ...formatTags(context),
    ...formatGroup(
      "Events",
      [...paths.operations].filter(([{ kind }]) => kind === "webhook"),
      context,
    ),
    ...(text === "" ? [] : ["## About this API", normalizeMarkdown(text)]),
  ];
  return {
    path,
    title,
    description: summarizeMarkdown(text) || title,
    groups: ["API"],
    label: "Overview",
    isFirst: true,
    body: sections.join("\n\n"),
  };
}

function formatServers({ document }: DocsContext): string[] {
  const servers = listServers(document);
  const lines = servers.map((server) => {
    const name = asString(asObject(valueAt(document.root, server.pointer))?.name);
    return `- ${formatCode(toConcreteUrl(buildServerUrl(server)))}${name === undefined ? "" : ` (${escapeLabel(name)})`}`;
  });
  return lines.length === 0 ? [] : ["## Servers", [...new Set(lines)].join("\n")];
}

function formatSecuritySchemes({ document }: DocsContext): string[] {
  const schemes = resolveChildren(document, "/components/securitySchemes");
  if (schemes.length === 0) return [];
  const lines = schemes.map(({ key, value }) => {
    const kind = [
      ...[asString(value.type), asString(value.scheme), asString(value.in), asString(value.name)],
      ...Object.keys(asObject(value.flows) ?? {}),
      ...(value.deprecated === true ? ["deprecated"] : []),
      asString(value.oauth2MetadataUrl),
    ];
    const text = normalizeMarkdown(asString(value.description) ?? "").replaceAll("\n", "\n  ");
    return `- **${formatCode(key)}** ${kind
      .filter((it) => it !== undefined)
      .map(escapeLabel)
      .join(", ")}${text === "" ? "" : `\n\n  ${text}`}`;
  });
  return ["## Authentication", lines.join("\n")];
}

function formatTags(context: DocsContext): string[] {
  const { paths } = context;
  const operations = [...paths.operations].filter(([{ kind }]) => kind === "path");
  const groups = new Map<string, { readonly own: [Operation, string][]; readonly description?: string }>();
  for (const entry of operations) {
    const { titles, ...rest } = findTagGroup(context, entry[0]);
    const name = titles.join(" / ");
    const group = groups.get(name) ?? { own: [], ...rest };
    group.own.push(entry);
    groups.set(name, group);
  }
  return [...groups].flatMap(([name, { own, description }]) => formatGroup(name, own, context, description));
}

function formatGroup(
  name: string,
  entries: readonly (readonly [Operation, string])[],
  { document }: DocsContext,
  text = "",
): string[] {
  if (entries.length === 0) return [];
  const lines = entries.map(([operation, path]) => {
    const value = resolveOperation(document, operation);
    return `- [${escapeLabel(value)}](/${path}/) ${formatCode(`${operation.method} ${operation.path}`)}`;
  });
  return [`## ${escapeLabel(name)}`, ...(text === "" ? [] : [normalizeMarkdown(text)]), lines.join("\n")];
}

function resolveOperation(document: DocsContext["document"], { pointer, id }: Operation): string {
  const summary = resolveChildren(document, pointer.slice(0, pointer.lastIndexOf("/"))).find(
    (child) => child.pointer === pointer,
  )?.value.summary;
  return asString(summary)?.trim() || id;
}

/** Creates the page of a schema of the components. */
function createSchemaPage(
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
  const made = makeValue({ ...context, direction: "response", isComplete: true }, context.schemas.model.at([pointer]));
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
