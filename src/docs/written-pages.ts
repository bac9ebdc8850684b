import { posix } from "node:path";
import { parseYaml } from "../document/yaml.js";
import { summarizeMarkdown } from "./normalize-markdown.js";
import { mapOutsideCode, replaceLinks } from "./page-links.js";

/** Pages written in Markdown, and the order of their groups. */
export type WrittenPages = {
  readonly pages: SitePage[];
  readonly groups: string[];
  /** Files that `sidebar.yaml` names and that do not exist. */
  readonly missing: string[];
};

type Group = { readonly group: string; readonly pages: readonly string[]; readonly path?: string };

/**
 * Reads pages that were written in Markdown. `sidebar.yaml` among them lists groups of pages; without it, all pages are in the
 * group Guides. The page `index.md` becomes the start page.
 *
 * @param files the texts by their path below the directory.
 */
export function createWrittenPages(files: ReadonlyMap<string, string>): WrittenPages {
  const groups = readGroups(files);
  const placed = new Map(groups.flatMap((group) => group.pages.map((name) => [name, group] as const)));
  const markdown = [...files.keys()].filter((name) => name.endsWith(".md"));
  const paths = new Map(markdown.map((name) => [name, getPagePath(name, placed.get(name))]));
  const names = [...placed.keys(), ...markdown.filter((name) => !placed.has(name)).sort()];
  const pages = names.flatMap((name) => {
    const text = files.get(name);
    if (text === undefined) return [];
    return [createWrittenPage(name, text, placed.get(name)?.group, paths)];
  });
  const missing = [...placed.keys()].filter((name) => !files.has(name));
  return { pages, groups: groups.map(({ group }) => group), missing };
}

function readGroups(files: ReadonlyMap<string, string>): Group[] {
  const text = files.get("sidebar.yaml");
  if (text !== undefined) return parseYaml(text) as Group[];
  const names = [...files.keys()].filter((name) => name.endsWith(".md"));
  return [
    {
      group: "Guides",
      pages: names.sort((a, b) => Number(b === "index.md") - Number(a === "index.md") || (a < b ? -1 : 1)),
    },
  ];
}

function getPagePath(name: string, group: Group | undefined): string {
  const base = name.replace(/\.md$/, "");
  if (base === "index") return "";
  return base.includes("/") ? base : `${group?.path ?? "guides"}/${base}`;
}

function createWrittenPage(
  name: string,
  text: string,
  group: string | undefined,
  paths: ReadonlyMap<string, string>,
): SitePage {
  const plain = mapOutsideCode(text.replaceAll("\r\n", "\n"), (it) => it.replaceAll(/<!--[\s\S]*?-->\n*/g, ""));
  const title = /^# +(.*?) *$/m.exec(plain)?.[1]?.replaceAll("`", "") ?? name.replace(/\.md$/, "");
  const body = plain.replace(/^# +.*\n+/m, "");
  const description = summarizeMarkdown(body);
  return {
    path: paths.get(name) ?? "",
    file: name,
    title,
    ...(description === "" ? {} : { description }),
    ...(group === undefined ? {} : { group }),
    body: simplifyFences(resolveFileLinks(body, name, paths)),
  };
}

/** Rewrites links between files to links between pages. */
function resolveFileLinks(body: string, name: string, paths: ReadonlyMap<string, string>): string {
  return mapOutsideCode(body, (text) =>
    replaceLinks(
      text,
      /(!?\[(?:[^\]\\`]|\\.|`[^`]*`)*\])\(([^)#\s]*)(#[^)\s]*)?\)/g,
      (whole, label: string, file: string, anchor = "") => {
        if (file === "" || /^[a-z]+:|^\//i.test(file)) return whole;
        const path = paths.get(joinPath(name, file));
        if (path !== undefined) return `${label}(/${path === "" ? "" : `${path}/`}${anchor})`;
        return `${label}(/${joinPath(name, file)}${anchor})`;
      },
    ),
  );
}

/** Joins a path that is relative to a file. */
function joinPath(file: string, target: string): string {
  return posix.join("/", posix.dirname(file), target).slice(1);
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
