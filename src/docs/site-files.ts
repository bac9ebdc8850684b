import { formatTwin, mapOutsideCode, rewritePageLinks } from "./page-links.js";
import { formatIndex, listEntryFiles, type Reference } from "./reference-files.js";
import type { SitePage } from "./written-pages.js";

export type SiteOptions = {
  readonly title: string;
  readonly description: string;
  readonly pages: readonly SitePage[];
  readonly reference: Reference;
  /** Groups of the sidebar in this order; others follow in the order of the pages. */
  readonly groups?: readonly string[];
  /** Other files by their path below the root of the site, such as `pictures/a.png`. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Where the site will be, such as `https://example.org`; needed for the sitemap. */
  readonly site?: string | undefined;
  /** The path of the site on its host, such as `/docs/`. */
  readonly base?: string | undefined;
};

/** Creates the content of a site project: pages, their Markdown twins, the reference, llms.txt and the settings. */
export function createSiteFiles(options: SiteOptions): Map<string, string | Uint8Array> {
  const { title, description, pages, groups, site, base, reference } = options;
  const files = new Map<string, string | Uint8Array>();
  const settings = { title, description, site, base, sidebar: createSidebar(pages, groups) };
  files.set("site.json", `${JSON.stringify(settings, null, 2)}\n`);
  for (const page of pages) {
    files.set(`src/content/docs/${page.path === "" ? "index" : page.path}.md`, formatContent(page, options));
    files.set(`public/${getTwinPath(page.path)}`, formatPageTwin(page, options));
  }
  for (const [name, content] of options.files) files.set(`public/${name}`, content);
  for (const [name, content] of reference.files)
    if (!SITE_FILES.has(name)) files.set(`public/reference/${name}`, content);
  const listed = [
    ...pages.map(({ path, ...page }) => ({ ...page, file: getTwinPath(path) })),
    ...listEntryFiles(reference.entries, "reference/"),
  ];
  const root = site === undefined ? "" : new URL(base ?? "/", site).href;
  files.set("public/llms.txt", formatIndex(title, description, root, listed));
  files.set("public/llms-full.txt", formatFullText(options));
  return files;
}

/** Files that the site has for all its pages. */
const SITE_FILES = new Set(["404.html", "llms.txt", "llms-full.txt", "sitemap.xml"]);

/** The path of the Markdown twin of a page. */
function getTwinPath(path: string): string {
  return path === "" ? "index.md" : `${path}.md`;
}

/** Returns a function that finds the target of a link from a page, or nothing for a link that leads nowhere. */
export function createLinkResolver({
  pages,
  files,
  reference,
}: Pick<SiteOptions, "pages" | "files"> & { readonly reference: Pick<Reference, "entries"> }) {
  const known = new Set(pages.map(({ path }) => path));
  const anchors = new Map(reference.entries.map(({ path, anchor }) => [`reference/${path}`, anchor]));
  return (path: string, anchor: string, isTwin = false): string | undefined => {
    if (known.has(path)) return (isTwin ? getTwinPath(path) : path === "" ? "" : `${path}/`) + anchor;
    const entry = path === "reference" ? "reference/index" : path;
    if (anchors.has(entry)) return isTwin ? `${entry}.md` : `reference/#${anchors.get(entry)}`;
    return files.has(path) || GENERATED_FILES.has(path) ? path : undefined;
  };
}

const GENERATED_FILES = new Set(["llms.txt", "llms-full.txt", "reference/openapi.json"]);

function formatContent(page: SitePage, options: SiteOptions): string {
  const resolve = createLinkResolver(options);
  const frontmatter = [
    `title: ${JSON.stringify(page.title)}`,
    ...(page.description === undefined ? [] : [`description: ${JSON.stringify(page.description)}`]),
    ...(page.editUrl === undefined ? [] : [`editUrl: ${JSON.stringify(page.editUrl)}`]),
    ...(page.lastUpdated === undefined ? [] : [`lastUpdated: ${page.lastUpdated}`]),
  ];
  const body = rewritePageLinks(page.path, page.body, resolve);
  return `---\n${frontmatter.join("\n")}\n---\n\n${mapOutsideCode(body, formatImages)}\n`;
}

/** Astro would look for Markdown images among the sources. It leaves elements as they are. */
function formatImages(text: string): string {
  return text.replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt: string, target: string) => {
    return `<img src="${target}" alt="${alt.replaceAll('"', "&quot;")}" loading="lazy">`;
  });
}

function formatPageTwin(page: SitePage, options: SiteOptions): string {
  const resolve = createLinkResolver(options);
  return formatTwin(page, (path, anchor) => resolve(path, anchor, true));
}

function formatFullText(options: SiteOptions): string {
  const twins = options.pages.map((page) => formatPageTwin(page, options));
  return [...twins, options.reference.files.get("llms-full.txt") ?? ""].join("\n");
}

/** Creates the sidebar of the site from the groups of the pages. The reference comes first. */
export function createSidebar(pages: readonly SitePage[], order: readonly string[] = []): readonly object[] {
  const labels = [...new Set([...order, ...pages.flatMap(({ group }) => group ?? [])])];
  const groups = labels.map((label) => ({
    label,
    collapsed: COLLAPSED.has(label) && !order.includes(label),
    items: pages
      .filter(({ group }) => group === label)
      .map(({ title, path }) => ({ label: title, link: path === "" ? "/" : `/${path}/` })),
  }));
  return [{ label: "API reference", link: "/reference/" }, ...groups.filter(({ items }) => items.length > 0)];
}

/** Groups that are closed at first, because they have many pages. */
const COLLAPSED = new Set(["Finding codes", "Library"]);
