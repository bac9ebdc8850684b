import MarkdownIt from "markdown-it";
import {
  asArray,
  asObject,
  asString,
  buildServerUrl,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  listServers,
  resolveChildren,
  valueAt,
} from "../document/index.js";
import { mapValues } from "../document/structure.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { completeOperations } from "../generate/generate.js";
import { formatReceiver } from "./code-samples.js";
import { createDocsContext, type DocsContext } from "./docs-context.js";
import { adaptExamples, addExamples } from "./example-document.js";
import type { ReferenceEntry } from "./operation-entry.js";
import { CODE_BLOCK, formatTwin, type ResolveTarget, rewriteSiteLinks } from "./page-links.js";
import { createReferenceEntries, formatFirstSteps } from "./reference-entries.js";
import type { SitePage } from "./written-pages.js";

/** What programs import the client of the built-in spec from. */
export const BUILT_IN_CLIENT = "commerce-contract";

export type ReferenceOptions = {
  readonly title?: string | undefined;
  /** Whether `contract docs` serves the page, which is loaded again after each change of the spec. */
  readonly isLive?: boolean;
  /** The address of the page, such as `https://example.org/api/`. */
  readonly url?: string | undefined;
  /** The path from the page to the start page of the site that it belongs to. */
  readonly home?: string | undefined;
  /** Returns the target of a link to another page of that site. */
  readonly resolvePage?: ResolveTarget;
  /** What samples import the generated client from. */
  readonly clientModule?: string | undefined;
  /** Servers that the reader can choose, besides those of the spec. */
  readonly tryServers?: readonly string[] | undefined;
  /** Where a reader can change the spec. */
  readonly editUrl?: string | undefined;
  /** Other versions of the spec, which the reader can switch to. Their names are names of directories. */
  readonly versions?: readonly SpecVersion[] | undefined;
};

export type SpecVersion = Pick<ReferenceOptions, "editUrl"> & { readonly name: string; readonly document: Document };

export type Reference = {
  readonly title: string;
  readonly entries: readonly ReferenceEntry[];
  /** The texts by the path of their file: the page, the spec, a Markdown file for each entry, and the lists of files. */
  readonly files: ReadonlyMap<string, string>;
};

/** Creates the reference of a spec, except for the scripts of its page. Each other version has a directory of its own. */
export function createReference(document: Document, options: ReferenceOptions = {}): Reference {
  const { versions = [], url, home, resolvePage } = options;
  const current = getVersion(document);
  const createSwitch = (shown: string, pathToRoot: string): VersionSwitch => ({
    pathToRoot,
    links: [
      { name: current, href: pathToRoot || "./", isShown: shown === current },
      ...versions.map(({ name }) => ({ name, href: pathToRoot + getVersionPath(name), isShown: shown === name })),
    ],
  });
  const reference = createVersion(document, options, createSwitch(current, ""));
  const files = new Map(reference.files);
  for (const { name, document: other, editUrl } of versions) {
    const path = getVersionPath(name);
    const own: ReferenceOptions = {
      ...options,
      editUrl,
      url: url && url + path,
      home: home && PATH_FROM_VERSION + home,
      resolvePage: (...link) => {
        const target = resolvePage?.(...link);
        return target && PATH_FROM_VERSION + target;
      },
    };
    for (const [file, text] of createVersion(other, own, createSwitch(name, PATH_FROM_VERSION)).files)
      files.set(path + file, text);
  }
  files.set("404.html", formatMissing(reference.title, url ?? (options.isLive ? "/" : undefined)));
  return { ...reference, files };
}

/** The versions that the page of a reference shows, and the path from it to the page of the current version. */
type VersionSwitch = {
  readonly pathToRoot: string;
  readonly links: readonly { readonly name: string; readonly href: string; readonly isShown: boolean }[];
};

/** Returns the name of the current version. */
export function getVersion({ root }: Document): string {
  return asString(asObject(root.info)?.version) ?? "current";
}

function getVersionPath(name: string): string {
  return `versions/${name}/`;
}

const PATH_FROM_VERSION = "../../";

function createVersion(document: Document, options: ReferenceOptions, versions: VersionSwitch): Reference {
  const servers = [...asArray(document.root.servers), ...(options.tryServers ?? []).map((url) => ({ url }))];
  const root = servers.length > 0 ? { ...document.root, servers } : document.root;
  const needsUrl = servers.length > 0 && asArray(document.root.servers).length === 0;
  const complete = addExamples(completeOperations(removeInternal({ ...document, root }), { keepsIds: true }).document);
  const context = createDocsContext(complete, options.clientModule, needsUrl);
  const entries = createReferenceEntries(context);
  const [overview] = entries;
  const title = options.title ?? overview?.title ?? "API";
  const page = createReferencePage(complete, entries, { ...options, title }, versions);
  const resolveTwin = createEntryResolver(entries, ({ path }) => `${path}.md`, options);
  const twins = entries.map((entry) => [`${entry.path}.md`, formatTwin(entry, resolveTwin)] as const);
  const files = new Map([
    ["index.html", page],
    ["openapi.json", `${serializeExactJson(removeInternal(document).root, 2)}\n`],
    ["reference.json", formatScalarDocument(context, options)],
    ...twins,
    ["llms.txt", formatIndex(title, overview?.description ?? title, options.url ?? "", listEntryFiles(entries))],
    ["llms-full.txt", twins.map(([, text]) => text).join("\n")],
  ]);
  return { title, entries, files };
}

/** The spec without the operations that `x-internal` hides, each by itself or with its path, which can refer to another place. */
function removeInternal(document: Document): Document {
  const hide = (node: Json): Json => {
    const shown = Object.entries(asObject(node) ?? {}).filter(([, item]) => {
      const { $ref = "", ...own } = asObject(item) ?? {};
      return ![own, valueAt(document.root, String($ref).slice(1))].some((it) => asObject(it)?.["x-internal"] === true);
    });
    return isObject(node) ? Object.fromEntries(shown) : node;
  };
  const hideIn = (value: Json, name: string) =>
    /^(paths|webhooks|pathItems)$/.test(name) ? mapValues(hide(value), hide) : value;
  const root = mapValues(document.root, (value, name) => mapValues(hideIn(value, name), hideIn));
  return { ...document, root: root as JsonObject };
}

/** Finds the target of a link of an entry: another entry, the spec, or another page of the site. */
function createEntryResolver(
  entries: readonly ReferenceEntry[],
  getTarget: (entry: ReferenceEntry) => string,
  { resolvePage }: ReferenceOptions,
): ResolveTarget {
  const targets = new Map(entries.map((entry) => [`reference/${entry.path}`, getTarget(entry)]));
  targets.set("reference/openapi.json", "openapi.json");
  return (path, anchor) => targets.get(path) ?? resolvePage?.(path, anchor);
}

type ListedFile = Pick<SitePage, "title" | "description" | "group"> & { readonly file: string };

export function listEntryFiles(entries: readonly ReferenceEntry[], folder = ""): ListedFile[] {
  return entries.map(({ groups: [group = "API"], path, title, description }) => {
    return { title, description, group, file: `${folder}${path}.md` };
  });
}

/** Formats llms.txt: a list of all files for language models (https://llmstxt.org). */
export function formatIndex(title: string, description: string, root: string, listed: readonly ListedFile[]): string {
  const sections = [...new Set(listed.map(({ group = "Other" }) => group))].map((name) => {
    const own = listed.filter(({ group = "Other" }) => group === name);
    const lines = own.map((it) => `- [${it.title}](${root}${it.file})${it.description ? `: ${it.description}` : ""}`);
    return `## ${name}\n\n${lines.join("\n")}`;
  });
  return `${[`# ${title}`, `> ${description}`, ...sections].join("\n\n")}\n`;
}

/** @param root the address of the reference; relative links do not work, because the page is shown for any path. */
function formatMissing(title: string, root: string | undefined): string {
  const link = root === undefined ? "at the start of this site" : `<a href="${escapeHtml(root)}">here</a>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<p>This address has no page. The reference of ${escapeHtml(title)} is one page, ${link}.</p>
`;
}

/** The spec for Scalar: with samples, with the first steps, with a link to the file, and without images, which would come from other hosts. */
function formatScalarDocument(context: DocsContext, options: ReferenceOptions): string {
  const { document, clientSamples, paths } = context;
  const root = document.root;
  const steps = formatFirstSteps(context);
  adaptExamples(context);
  for (const operation of paths.operations.keys()) {
    const { pointer, kind, method, path } = operation;
    const value = valueAt(root, pointer);
    if (!isObject(value)) continue;
    if (kind === "webhook") {
      // Scalar shows only the body of an event, and the security of the API.
      const description = `${asString(value.description) ?? ""}\n\n${formatReceiver(operation)}`;
      Object.assign(value, { description, security: value.security ?? [] });
    }
    const source = clientSamples.get(`${method} ${path}`);
    if (source === undefined) continue;
    const samples = asArray(value["x-codeSamples"]);
    if (!samples.some((sample) => /^ts$|typescript/i.test(asString(asObject(sample)?.lang) ?? "")))
      Object.assign(value, { "x-codeSamples": [...samples, { lang: "TypeScript", label: "TypeScript", source }] });
  }
  const info = isObject(root.info) ? root.info : {};
  const words = asString(info.description) ?? "";
  // Scalar shows other headings as a part of the last one of the first level.
  const hasTopLevel = /^ {0,3}# /m.test(words.replaceAll(CODE_BLOCK, ""));
  const sections = hasTopLevel ? steps.map((step) => step.replace(/^## /, "# ")) : steps;
  const text = [words, ...sections, "[Download the OpenAPI document](openapi.json)"].join("\n\n").trim();
  // Without a host, Scalar shows the path of an operation as its URL.
  const stated = listServers(document).map(({ pointer, url }) => ({ ...asObject(valueAt(root, pointer)), url }));
  const servers = [...stated, TYPED_SERVER];
  return serializeExactJson({ ...root, servers, info: { ...info, description: text } }, 0, (name, value) => {
    if (name !== "description" || typeof value !== "string") return value;
    const plain = value.replaceAll(/!\[([^\]]*)\]\(/g, "[$1](").replaceAll(/<img\b[^>]*>/gi, "");
    return rewriteSiteLinks(plain, (path, anchor) => options.resolvePage?.(path, anchor));
  });
}

/** A server of which the reader types the address. */
const TYPED_SERVER = {
  url: "{address}",
  description: "Another address",
  variables: { address: { default: "http://localhost:3000" } },
};

/**
 * Creates the page of the reference. Its HTML has the text of every operation, for browsers without scripts, for printing, and for
 * search engines. Scripts then show Scalar's reference in place of the text.
 */
function createReferencePage(
  document: Document,
  entries: readonly ReferenceEntry[],
  options: ReferenceOptions,
  versions: VersionSwitch,
): string {
  const { title = "API", isLive = false } = options;
  const { pathToRoot } = versions;
  const sections = formatSections(entries, options);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${formatPolicy(document)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${formatHead(title, entries[0]?.description ?? title, options)}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pathToRoot}reference.css">
<link rel="alternate" type="text/markdown" href="index.md">
<link rel="modulepreload" href="${pathToRoot}scalar/standalone.esm.js">
</head>
<body>
<a class="skip" href="#text">Skip to content</a>
${formatBar(options, versions)}<div id="app"></div>
<main id="text"${pathToRoot === "" ? " data-pagefind-body" : ""}>
${sections.join("\n")}
</main>
<script type="application/json" id="settings">${JSON.stringify({ isLive, changes: `${pathToRoot}changes` })}</script>
<script type="module" src="${pathToRoot}reference.js"></script>
</body>
</html>
`;
}

/** Formats the bar above the reference: the link to the other pages, the switch of versions, and the link to edit the spec. */
function formatBar({ home, editUrl }: ReferenceOptions, { links }: VersionSwitch): string {
  const choices = links.map(({ name, href, isShown }) => {
    return `<option value="${escapeHtml(href)}"${isShown ? " selected" : ""}>${escapeHtml(name)}</option>`;
  });
  const plainLinks = links.map(({ name, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>`);
  const parts = [
    ...(home === undefined ? [] : [`<a href="${home}">All pages</a>`]),
    ...(links.length === 1
      ? []
      : [
          `<label>Version <select id="version" autocomplete="off">${choices.join("")}</select></label>`,
          `<noscript>${plainLinks.join(" ")}</noscript>`,
        ]),
    ...(editUrl === undefined ? [] : [`<a href="${escapeHtml(editUrl)}">Edit the spec</a>`]),
  ];
  return parts.length === 0 ? "" : `<nav class="bar" aria-label="Site">\n${parts.join("\n")}\n</nav>\n`;
}

function formatHead(title: string, description: string, { url }: ReferenceOptions): string {
  const [shown, summary] = [title, description].map(escapeHtml);
  return [
    `<title>${shown}</title>`,
    `<meta name="description" content="${summary}">`,
    `<meta property="og:title" content="${shown}">`,
    `<meta property="og:description" content="${summary}">`,
    ...(url === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(url)}">`]),
  ].join("\n");
}

function formatSections(entries: readonly ReferenceEntry[], options: ReferenceOptions): string[] {
  const resolve = createEntryResolver(entries, ({ anchor }) => `#${anchor}`, options);
  // Descriptions were normalized, so that their HTML only formats text.
  const renderer = new MarkdownIt({ html: true });
  return entries.map(({ title, anchor, body }, at) => {
    const html = renderer
      .render(rewriteSiteLinks(body, resolve))
      .replaceAll(/<(\/?)h([2-5])>/g, (_, close: string, level: string) => `<${close}h${Number(level) + 1}>`)
      .replaceAll("<pre>", "<pre data-pagefind-ignore>");
    const heading = at === 0 ? "h1" : "h2";
    return `<section>\n<${heading} id="${anchor}" data-pagefind-weight="10">${escapeHtml(title)}</${heading}>\n${html}</section>`;
  });
}

/** Allows requests to the servers that the spec declares, to the host of the page, and to the reader's machine. */
function formatPolicy(document: Document): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    `connect-src 'self' http://localhost:* http://127.0.0.1:* ${listOrigins(document).join(" ")}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The origins of servers, and of the endpoints that issue tokens. */
function listOrigins(document: Document): string[] {
  const servers = listOperations(document).flatMap((operation) => operation.servers);
  const urls = new Set(
    [...new Set(servers)].flatMap((server) => [
      buildServerUrl(server),
      ...Object.entries(server.variables).flatMap(([name, variable]) =>
        (variable.enum ?? []).map((value) => buildServerUrl(server, new Map([[name, value]]))),
      ),
    ]),
  );
  const tokens = resolveChildren(document, "/components/securitySchemes").flatMap(({ value }) => [
    asString(value.openIdConnectUrl),
    ...Object.values(asObject(value.flows) ?? {}).map((flow) => asString(asObject(flow)?.tokenUrl)),
  ]);
  const origins = [...urls, ...tokens].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? new URL(url).origin : [],
  );
  // The policy allows any text for a variable without values, if a domain follows it.
  const allowed = origins.map((origin) => origin.replace(/\/\/.*\}[^.]*\.(?=[^.]+\.)/, "//*."));
  return [...new Set(allowed)].filter((origin) => origin !== "null" && !origin.includes("{")).sort();
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
