import {
  asObject,
  asString,
  lastToken,
  listServers,
  type Pointer,
  resolveChildren,
  valueAt,
} from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import { formatCodeSamples } from "./code-samples.js";
import type { DocsContext } from "./docs-context.js";
import { escapeLabel, formatCode, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import { createOperationEntry, formatDefinition, listServerTexts, type ReferenceEntry } from "./operation-entry.js";
import { getSchemaAnchor } from "./shared-names.js";

/** Creates the text of a spec: the whole API first, then each operation in the order of the tags, event and schema. */
export function createReferenceEntries(context: DocsContext): ReferenceEntry[] {
  const { operations, schemas } = context.paths;
  const tags = [...context.tags.keys()];
  const getRank = ({ tag }: ReferenceEntry): number =>
    tag !== undefined && tags.includes(tag) ? tags.indexOf(tag) : tags.length;
  const entries = [...operations.keys()]
    .map((operation) => createOperationEntry(context, operation))
    .sort((a, b) => getRank(a) - getRank(b));
  return [
    createOverview(context, entries),
    ...entries,
    ...[...schemas].map(([pointer, path]) => createSchemaEntry(context, pointer, path)),
  ];
}

/** Creates the text about the whole API: what it is, in the words of its author, how to sign in, the first call, and all operations. */
function createOverview(context: DocsContext, entries: readonly ReferenceEntry[]): ReferenceEntry {
  const { document } = context;
  const info = asObject(document.root.info) ?? {};
  const title = asString(info.title) ?? "API";
  const text = asString(info.description) ?? "";
  const sections = [
    normalizeMarkdown(text),
    ...formatServers(context),
    ...formatFirstSteps(context),
    ...formatGroups(context, entries),
    `Version ${formatCode(asString(info.version) ?? "unknown")} as [openapi.json](/reference/openapi.json)`,
  ];
  return {
    path: "index",
    anchor: "description/introduction",
    title,
    description: summarizeMarkdown(text) || title,
    groups: ["API"],
    body: sections.filter((it) => it !== "").join("\n\n"),
  };
}

/** Formats how to sign in, and the first call, as sections of a start page. */
export function formatFirstSteps(context: DocsContext): string[] {
  return [...formatSecuritySchemes(context), ...formatFirstCall(context)];
}

/** The samples of the operation that is the easiest to call: one that reads, with the fewest required parameters. */
function formatFirstCall(context: DocsContext): string[] {
  const reading = [...context.paths.operations.keys()].filter(
    ({ kind, method }) => kind === "path" && method === "GET",
  );
  const [first] = reading
    .map((operation) => ({ operation, needed: operation.parameters.filter((it) => it.required).length }))
    .sort((a, b) => a.needed - b.needed);
  return first === undefined ? [] : ["## First call", formatCodeSamples(context, first.operation)];
}

function formatServers({ document }: DocsContext): string[] {
  const servers = listServers(document);
  const lines = listServerTexts(document, servers).map((text, at) => {
    const name = asString(asObject(valueAt(document.root, servers[at]?.pointer ?? ""))?.name);
    return `- ${text}${name === undefined ? "" : ` (${escapeLabel(name)})`}`;
  });
  return ["## Servers", [...new Set(lines)].join("\n")];
}

function formatSecuritySchemes({ document }: DocsContext): string[] {
  const schemes = resolveChildren(document, "/components/securitySchemes");
  if (schemes.length === 0) return [];
  const lines = schemes.map(({ key, value }) => {
    const { type, scheme, in: place, name, flows, deprecated, oauth2MetadataUrl, description } = value;
    const flowNames = Object.keys(asObject(flows) ?? {});
    const facts = [type, scheme, place, name, ...flowNames, deprecated === true ? "deprecated" : "", oauth2MetadataUrl];
    const shown = facts.map((it) => escapeLabel(asString(it) ?? "")).filter((it) => it !== "");
    const text = normalizeMarkdown(asString(description) ?? "").replaceAll("\n", "\n  ");
    return `- **${formatCode(key)}** ${shown.join(", ")}${text === "" ? "" : `\n\n  ${text}`}`;
  });
  return ["## Sign in", lines.join("\n")];
}

/** Lists the operations by the groups of their tags, and the events. The text of other tags, such as an introduction, comes first. */
function formatGroups({ tags }: DocsContext, entries: readonly ReferenceEntry[]): string[] {
  const formatTag = (name = ""): string => normalizeMarkdown(asString(tags.get(name)?.description) ?? "");
  const others = [...tags].flatMap(([name, tag]) => {
    const isShown = tag.description === undefined || entries.some((it) => it.tag === name);
    return isShown ? [] : [`## ${escapeLabel(asString(tag.summary) ?? name)}`, formatTag(name)];
  });
  const groups = [...groupBy(entries, (entry) => entry.groups.join(" / "))].flatMap(([name, own]) => {
    const lines = own.map(({ title, path, address = "" }) => {
      return `- [${escapeLabel(title)}](/reference/${path}/) ${formatCode(address)}`;
    });
    return [`## ${escapeLabel(name)}`, formatTag(own[0]?.tag), lines.join("\n")];
  });
  return [...others, ...groups];
}

/** Creates the text of a schema of the components. */
function createSchemaEntry(context: DocsContext, pointer: Pointer, path: string): ReferenceEntry {
  const name = lastToken(pointer);
  const text = asString(asObject(valueAt(context.document.root, pointer))?.description) ?? "";
  return {
    path,
    anchor: getSchemaAnchor(name),
    title: name,
    description: summarizeMarkdown(text) || `The schema ${name}.`,
    groups: ["Schemas"],
    body: [normalizeMarkdown(text), formatDefinition(context, pointer)].join("\n\n").trim(),
  };
}
