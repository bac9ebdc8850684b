import {
  asObject,
  asString,
  buildServerUrl,
  listServers,
  type Operation,
  resolveChildren,
  valueAt,
} from "../document/index.js";
import type { DocsContext } from "./docs-context.js";
import { escapeLabel, formatCode, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import { toConcreteUrl } from "./sample-request.js";
import type { SitePage } from "./site-page.js";
import { findTagGroup } from "./tag-groups.js";

/** Creates the page about the whole API: servers, authentication, and a list of all operations. */
export function createOverviewPage(context: DocsContext, path: string): SitePage {
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
