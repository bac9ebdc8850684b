import MarkdownIt from "markdown-it";
import { decodePercentOrKeep } from "../document/index.js";
import type { ReferenceEntry } from "./operation-entry.js";
import { formatTwin, mapOutsideCode, type ResolveTarget, rewritePageLinks } from "./page-links.js";
import { formatIndex, listEntryFiles, type Reference } from "./reference-files.js";
import { getTagAnchor } from "./shared-names.js";
import type { PageLink, SitePage } from "./written-pages.js";

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
  const resolve = createLinkResolver(options);
  const twins = pages.map((page) => formatTwin(page, (path, anchor) => resolve(path, anchor, true)));
  for (const [index, page] of pages.entries()) {
    files.set(`src/content/docs/${page.path === "" ? "index" : page.path}.md`, formatContent(page, resolve));
    files.set(`public/${getTwinPath(page.path)}`, twins[index] ?? "");
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
  files.set("public/llms-full.txt", [...twins, reference.files.get("llms-full.txt") ?? ""].join("\n"));
  return files;
}

/** Files that the site has for all its pages. */
const SITE_FILES = new Set(["404.html", "llms.txt", "llms-full.txt"]);

/** The path of the Markdown twin of a page. */
function getTwinPath(path: string): string {
  return path === "" ? "index.md" : `${path}.md`;
}

type LinkedSite = Pick<SiteOptions, "pages" | "files"> & { readonly reference: Pick<Reference, "entries"> };

/** Returns a function that finds the target of a link from a page, or nothing for a link that leads nowhere. */
export function createLinkResolver({ pages, files, reference: { entries } }: LinkedSite) {
  const known = new Set(pages.map(({ path }) => path));
  const findPlace = createPlaceFinder(entries);
  return (path: string, anchor: string, isTwin = false): string | undefined => {
    if (known.has(path)) return encodeURI(isTwin ? getTwinPath(path) : path && `${path}/`) + anchor;
    const place = findPlace(path, anchor);
    if (place !== undefined) return isTwin ? `reference/${place.path}.md` : `reference/#${place.anchor}`;
    return files.has(path) || GENERATED_FILES.has(path) ? encodeURI(path) : undefined;
  };
}

/** Finds the entry of `reference/schemas/pet`, or of an anchor of the reference, which Scalar continues for fields. */
function createPlaceFinder(
  entries: readonly ReferenceEntry[],
): (path: string, anchor: string) => Pick<ReferenceEntry, "path" | "anchor"> | undefined {
  const byPath = new Map(entries.map((entry) => [`reference/${entry.path}`, entry]));
  const tags = entries.flatMap(({ tag }) => (tag === undefined ? [] : [{ path: "index", anchor: getTagAnchor(tag) }]));
  return (path, anchor) => {
    if (path !== "reference") return byPath.get(path);
    if (anchor === "") return byPath.get("reference/index");
    const place = [...entries, ...tags].find((it) => `${anchor}/`.startsWith(`#${it.anchor}/`));
    return place && { path: place.path, anchor: anchor.slice(1) };
  };
}

const GENERATED_FILES = new Set(["llms.txt", "llms-full.txt", "reference/openapi.json"]);

/** Returns a line for each link of written pages to a page, file or heading that the site does not have. */
export function findBrokenLinks(links: readonly PageLink[], site: LinkedSite): string[] {
  const resolve = createLinkResolver(site);
  const headings = new Map(site.pages.map((page) => [page.path, listHeadingAnchors(page)]));
  return links.flatMap(({ place, path, anchor }) => {
    const hasHeading = anchor === "" || (headings.get(path)?.has(decodePercentOrKeep(anchor)) ?? true);
    if (!hasHeading) return `${place} is no heading of the page`;
    return resolve(path, anchor) === undefined ? `${place} is no page or file of the site` : [];
  });
}

/** The anchors that Astro gives to headings (https://github.com/Flet/github-slugger), and those of elements. */
function listHeadingAnchors({ body }: SitePage): Set<string> {
  const anchors = new Set(["#_top"]);
  for (const [, id] of body.matchAll(/<[a-z][^<>]*\s(?:id|name)=["']([^"']+)/gi)) anchors.add(`#${id}`);
  const tokens = new MarkdownIt({ html: true }).parse(body, {});
  const counts = new Map<string, number>();
  for (const [at, { type }] of tokens.entries()) {
    if (type !== "heading_open") continue;
    const parts = tokens[at + 1]?.children?.filter((it) => it.type === "text" || it.type === "code_inline") ?? [];
    const words = parts.map(({ content }) => content).join("");
    const slug = words
      .toLowerCase()
      .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? `#${slug}` : `#${slug}-${count}`);
  }
  return anchors;
}

function formatContent(page: SitePage, resolve: ResolveTarget): string {
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
  return text.replaceAll(
    /!\[([^\]]*)\]\(([^)\s]+)( +(?:"[^"]*"|'[^']*'))?\)/g,
    (_, alt: string, target: string, title = "") => {
      return `<img src="${target}" alt="${alt.replaceAll('"', "&quot;")}"${title && ` title=${title.trim()}`} loading="lazy">`;
    },
  );
}

/** Creates the sidebar of the site from the groups of the pages. The reference comes first. */
export function createSidebar(pages: readonly SitePage[], order: readonly string[] = []): readonly object[] {
  const labels = [...new Set([...order, ...pages.flatMap(({ group }) => group ?? [])])];
  const groups = labels.map((label) => {
    const own = pages.filter(({ group }) => group === label);
    const items = own.map(({ title, path }) => ({ label: title, link: path === "" ? "/" : `/${path}/` }));
    return { label, collapsed: items.length > MAX_OPEN_ITEMS, items };
  });
  return [{ label: "API reference", link: "/reference/" }, ...groups.filter(({ items }) => items.length > 0)];
}

/** Longer groups are closed, except for that of the page. */
const MAX_OPEN_ITEMS = 20;
