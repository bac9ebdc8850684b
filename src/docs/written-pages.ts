import { posix } from "node:path";
import { asObject, asString, decodePercentOrKeep, isObject, type Json, tryCall } from "../document/index.js";
import { parseYaml, YamlError } from "../document/yaml.js";
import { summarizeMarkdown } from "./normalize-markdown.js";
import { mapOutsideCode, parseSiteLink, replaceTargets } from "./page-links.js";

/** A link to another page or file of the site, or to a heading. */
export type PageLink = {
  /** `FILE:LINE: TARGET`, as it is written. */
  readonly place: string;
  readonly path: string;
  readonly anchor: string;
};

type Group = { readonly group: string; readonly pages: readonly string[]; readonly path?: string };

/**
 * Reads pages that were written in Markdown. `sidebar.yaml` among them lists groups of pages; without it, all pages are in the
 * group Guides. The page `index.md` becomes the start page. Also returns what is wrong with files, as `FILE: REASON`, and all links.
 *
 * @param texts the texts by their path below the directory.
 */
export function createWrittenPages(texts: ReadonlyMap<string, string>) {
  const files = new Map([...texts].map(([name, text]) => [name, text.replaceAll("\r\n", "\n")]));
  const markdown = [...files.keys()].filter((name) => name.endsWith(".md")).sort();
  const sidebar = files.get("sidebar.yaml");
  const guides = [...markdown].sort((a, b) => Number(b === "index.md") - Number(a === "index.md"));
  const groups = sidebar === undefined ? [{ group: "Guides", pages: guides }] : readGroups(sidebar);
  const placed = new Map((groups ?? []).flatMap((group) => group.pages.map((name) => [name, group] as const)));
  const paths = new Map(markdown.map((name) => [name, getPagePath(name, placed.get(name))]));
  const names = new Set([...placed.keys(), ...markdown]);
  const pages = [...names].flatMap((name) => {
    const text = files.get(name);
    return text === undefined ? [] : [createWrittenPage(name, text, placed.get(name)?.group, paths)];
  });
  const problems = [
    ...(groups === undefined
      ? ["sidebar.yaml: expected a list of groups, such as `- { group: Guides, pages: [first.md] }`"]
      : []),
    ...[...placed.keys()].filter((name) => !files.has(name)).map((name) => `sidebar.yaml: ${name} does not exist`),
  ];
  const links = markdown.flatMap((name) => listLinks(name, files.get(name) ?? "", paths));
  return { pages, groups: (groups ?? []).map(({ group }) => group), problems, links };
}

function readGroups(text: string): readonly Group[] | undefined {
  const groups = readYaml(text);
  const isGroup = (value: Json): boolean =>
    isObject(value) && typeof value.group === "string" && Array.isArray(value.pages);
  return Array.isArray(groups) && groups.every(isGroup) ? (groups as readonly Json[] as readonly Group[]) : undefined;
}

/** Returns nothing for a text that is no YAML. */
function readYaml(text: string): Json | undefined {
  return tryCall(() => parseYaml(text) as Json, YamlError);
}

function getPagePath(name: string, group: Group | undefined): string {
  const base = name.replace(/(?:(?:^|\/)index)?\.md$/, "");
  if (base === "") return "";
  return name.includes("/") ? base : `${group?.path ?? "guides"}/${base}`;
}

function createWrittenPage(
  name: string,
  text: string,
  group: string | undefined,
  paths: ReadonlyMap<string, string>,
): SitePage {
  const [frontmatter = "", settings = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const stated = asObject(readYaml(settings));
  const plain = mapOutsideCode(text.slice(frontmatter.length), (it) => it.replaceAll(COMMENT, ""));
  const heading = /^# +(.*?) *$/m.exec(plain)?.[1]?.replaceAll("`", "");
  const body = plain.replace(/^# +.*\n+/m, "").trimStart();
  const description = asString(stated?.description) ?? summarizeMarkdown(body);
  return {
    path: paths.get(name) ?? "",
    file: name,
    title: asString(stated?.title) ?? heading ?? name.replace(/\.md$/, ""),
    ...(description === "" ? {} : { description }),
    ...(group === undefined ? {} : { group }),
    body: simplifyFences(replaceTargets(body, (target) => resolveFileLink(target, name, paths))),
  };
}

const COMMENT = /<!--[\s\S]*?-->\n*/g;

/** Turns the path to a file into the path of its page. */
function resolveFileLink(target: string, name: string, paths: ReadonlyMap<string, string>): string {
  const [, file = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (file === "" || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(file)) return target;
  const path = posix.join(posix.dirname(name), decodePercentOrKeep(file));
  // Hosts of Git repositories show one of these files for a directory.
  const files = [path, posix.join(path, "index.md"), posix.join(path, "README.md")];
  const page = files.map((it) => paths.get(it)).find((it) => it !== undefined);
  return `/${encodeURI(page === undefined || page === "" ? (page ?? path) : `${page}/`)}${anchor}`;
}

/** Lists the links of a file with their lines, which those of its page no longer have. */
function listLinks(name: string, text: string, paths: ReadonlyMap<string, string>): PageLink[] {
  const links: PageLink[] = [];
  const withoutComments = mapOutsideCode(text, (it) => it.replaceAll(COMMENT, (own) => own.replaceAll(/[^\n]/g, " ")));
  replaceTargets(withoutComments, (target, offset) => {
    const resolved = target.startsWith("#") ? `/${paths.get(name)}${target}` : resolveFileLink(target, name, paths);
    const link = parseSiteLink(resolved);
    const place = `${name}:${withoutComments.slice(0, offset).split("\n").length}: ${target}`;
    if (link !== undefined) links.push({ place, ...link });
    return target;
  });
  return links;
}

/** Keeps the language and title of code blocks; other words of their first line are for tests. */
function simplifyFences(body: string): string {
  return body.replaceAll(
    /^([ \t]*(?:`{3,}|~{3,}))([\w+-]*)[ \t]+([^\n]+)$/gm,
    (_, mark: string, language: string, rest: string) => {
      const title = /\btitle="?([^"\s]+)"?/.exec(rest)?.[1];
      return `${mark}${language}${title === undefined ? "" : ` title=${JSON.stringify(title)}`}`;
    },
  );
}

/** One page of a documentation site. */
export type SitePage = {
  /** The path below the root of the site without slashes at its ends, such as `guides/webhooks`; empty for the start page. */
  readonly path: string;
  /** The file that the page was read from; undefined for a generated page. */
  readonly file?: string;
  /** Where a reader can change the page. */
  readonly editUrl?: string | undefined;
  /** The day on which the page was last changed, such as `2026-01-31`. */
  readonly lastUpdated?: string | undefined;
  readonly title: string;
  readonly description?: string;
  /** The group in the sidebar; undefined for a page that the sidebar does not list. */
  readonly group?: string;
  /** Markdown without the title. It links to other pages of the site as `/guides/webhooks/#anchor`, and to the reference as `/reference/schemas/order/`. */
  readonly body: string;
};
