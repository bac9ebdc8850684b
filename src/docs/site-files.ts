import { getRelativeUrl, mapOutsideCode, rewriteSiteLinks } from "./page-links.js";
import type { SitePage } from "./site-page.js";

export type SiteOptions = {
  readonly title: string;
  readonly description: string;
  readonly pages: readonly SitePage[];
  /** Groups of the sidebar in this order; others follow in the order of the pages. */
  readonly groups?: readonly string[];
  /** Other files by their path below the root of the site, such as `openapi.json`. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Where the site will be, such as `https://example.org`; needed for the sitemap. */
  readonly site?: string;
  /** The path of the site on its host, such as `/docs/`. */
  readonly base?: string;
};

/** Creates the content of a site project: pages, their Markdown twins, llms.txt and the settings. */
export function createSiteFiles(options: SiteOptions): Map<string, string | Uint8Array> {
  const { title, description, pages, groups, site, base } = options;
  const files = new Map<string, string | Uint8Array>();
  const settings = { title, description, site, base, sidebar: createSidebar(pages, groups) };
  files.set("site.json", `${JSON.stringify(settings, null, 2)}\n`);
  for (const page of pages) {
    files.set(`src/content/docs/${page.path === "" ? "index" : page.path}.md`, formatContent(page, options));
    files.set(`public/${getTwinPath(page.path)}`, formatTwin(page, options));
  }
  for (const [name, content] of options.files) files.set(`public/${name}`, content);
  files.set("public/llms.txt", formatIndex(options));
  files.set("public/llms-full.txt", formatFullText(options));
  return files;
}

/** The path of the Markdown twin of a page. */
function getTwinPath(path: string): string {
  return path === "" ? "index.md" : `${path}.md`;
}

function formatContent(page: SitePage, { pages, files }: SiteOptions): string {
  const known = new Set(pages.map(({ path }) => path));
  const frontmatter = [
    `title: ${JSON.stringify(page.title)}`,
    ...(page.description === undefined ? [] : [`description: ${JSON.stringify(page.description)}`]),
    ...(page.request === undefined ? [] : [`request: ${JSON.stringify(page.request)}`]),
  ];
  const body = rewriteSiteLinks(page.body, (path, anchor) => {
    if (known.has(path)) return getRelativeUrl(page.path, path === "" ? "" : `${path}/`) + anchor;
    return files.has(path) || GENERATED_FILES.has(path) ? getRelativeUrl(page.path, path) : undefined;
  });
  return `---\n${frontmatter.join("\n")}\n---\n\n${mapOutsideCode(body, formatImages)}\n`;
}

/** Astro would look for Markdown images among the sources. It leaves elements as they are. */
function formatImages(text: string): string {
  return text.replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt: string, target: string) => {
    return `<img src="${target}" alt="${alt.replaceAll('"', "&quot;")}" loading="lazy">`;
  });
}

const GENERATED_FILES = new Set(["llms.txt", "llms-full.txt"]);

/** The page as plain Markdown, with links to the twins of other pages. */
function formatTwin(page: SitePage, { pages, files }: SiteOptions): string {
  const known = new Set(pages.map(({ path }) => path));
  const folder = page.path.split("/").slice(0, -1).join("/");
  const body = rewriteSiteLinks(page.body, (path, anchor) => {
    if (known.has(path)) return getRelativeUrl(folder, getTwinPath(path)) + anchor;
    return files.has(path) || GENERATED_FILES.has(path) ? getRelativeUrl(folder, path) : undefined;
  });
  return `# ${page.title}\n\n${body}\n`;
}

/** Formats llms.txt: a list of all pages for language models (https://llmstxt.org). */
function formatIndex({ title, description, pages, site, base = "/" }: SiteOptions): string {
  const root = site === undefined ? "" : new URL(base, site).href;
  const sections = [...new Set(pages.map(({ groups }) => groups?.[0] ?? "Other"))].map((group) => {
    const own = pages.filter(({ groups }) => (groups?.[0] ?? "Other") === group);
    const lines = own.map((page) => {
      const text = page.description === undefined ? "" : `: ${page.description}`;
      return `- [${page.title}](${root}${getTwinPath(page.path)})${text}`;
    });
    return `## ${group}\n\n${lines.join("\n")}`;
  });
  return `${[`# ${title}`, `> ${description}`, ...sections].join("\n\n")}\n`;
}

function formatFullText(options: SiteOptions): string {
  return options.pages.map((page) => formatTwin(page, options)).join("\n");
}

type SidebarLink = {
  readonly label: string;
  readonly link: string;
  readonly badge?: { readonly text: string; readonly variant: string };
};
type SidebarGroup = { readonly label: string; readonly collapsed: boolean; readonly items: SidebarEntry[] };
type SidebarEntry = SidebarLink | SidebarGroup;

/** Creates the sidebar of the site from the groups of the pages. */
export function createSidebar(pages: readonly SitePage[], order: readonly string[] = []): readonly object[] {
  const root: SidebarGroup = { label: "", collapsed: false, items: [] };
  for (const name of order) if (pages.some(({ groups }) => groups?.[0] === name)) findGroup(root, name, false);
  for (const page of pages) {
    if (page.groups === undefined) continue;
    const group = page.groups.reduce(
      (parent, name, depth) => findGroup(parent, name, depth > 0 || COLLAPSED.has(name)),
      root,
    );
    const link: SidebarLink = {
      label: page.label ?? page.title,
      link: page.path === "" ? "/" : `/${page.path}/`,
      ...(page.badge === undefined ? {} : { badge: { text: page.badge, variant: BADGES[page.badge] ?? "default" } }),
    };
    if (page.isFirst === true) group.items.unshift(link);
    else group.items.push(link);
  }
  return root.items;
}

/** Groups that are closed at first, because they have many pages. */
const COLLAPSED = new Set(["Schemas", "Finding codes", "Library"]);

const BADGES: Readonly<Record<string, string>> = {
  GET: "note",
  POST: "success",
  PUT: "caution",
  PATCH: "caution",
  DELETE: "danger",
};

function findGroup(parent: SidebarGroup, label: string, collapsed: boolean): SidebarGroup {
  const known = parent.items.find((item): item is SidebarGroup => "items" in item && item.label === label);
  if (known !== undefined) return known;
  const group: SidebarGroup = { label, collapsed, items: [] };
  parent.items.push(group);
  return group;
}
