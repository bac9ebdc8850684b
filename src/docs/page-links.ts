import { decodePercentOrKeep } from "../document/index.js";

/**
 * Rewrites links to other pages of the site, which begin with `/`, to relative links, so that the site can be hosted below any path.
 * A link to a page that does not exist becomes plain text.
 *
 * @param resolveTarget returns the target relative to the page, or undefined if no such page exists.
 */
export function rewriteSiteLinks(markdown: string, resolveTarget: ResolveTarget): string {
  return replaceTargets(markdown, (target) => {
    const link = parseSiteLink(target);
    return link === undefined ? target : resolveTarget(link.path, link.anchor);
  });
}

export type ResolveTarget = (path: string, anchor: string) => string | undefined;

/** Reads a link to another page of the site. */
export function parseSiteLink(target: string): { readonly path: string; readonly anchor: string } | undefined {
  // A URL that begins with `//` leads to another host.
  const [, path, anchor = ""] = /^(\/(?!\/)[^#]*)(#.*)?$/.exec(target) ?? [];
  if (path === undefined) return undefined;
  return { path: decodePercentOrKeep(path).replaceAll(/^\/+|\/+$/g, ""), anchor };
}

/** A code span ends with as many backticks as it begins with. */
export const CODE_SPAN = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

/** The text of a link can contain escapes, code and images. */
const LABEL = String.raw`(?:[^[\]\\\x60]|\\.|\x60[^\x60]*\x60|!?\[[^\]]*\](?:\([^)]*\))?)*`;
const TITLE = String.raw`(?:\s+(?:"[^"]*"|'[^']*'))?`;

/** What a browser would follow: `[label](target "title")`, `[label]: target`, and `href` or `src` of an element. */
const TARGETS = [
  String.raw`(?<mark>!?)\[(?<label>${LABEL})\]\(\s*(?<inline><[^<>\n]*>|[^\s()<>]*)(?<title>${TITLE})\s*\)`,
  String.raw`(?<=^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(?<definition><[^<>\n]*>|[^\s<>]+)(?=${TITLE}[ \t]*$)`,
  String.raw`(?<=<[a-z][^<>]*\s(?:href|src)=["'])(?<attribute>[^"'<>]*)`,
];
const CODE_OR_TARGET = new RegExp([CODE_SPAN.source, ...TARGETS].join("|"), "gim");

/**
 * Replaces the targets of links and images that are not in code, such as the pattern `[1-5]([0-9]{2}|XX)`.
 *
 * @param change returns the new target of the link at this offset; undefined leaves only its label.
 */
export function replaceTargets(
  markdown: string,
  change: (target: string, offset: number) => string | undefined,
): string {
  return mapOutsideCode(markdown, (text, start) => {
    let replaced = "";
    let end = 0;
    for (const { 0: whole, index, groups = {} } of text.matchAll(CODE_OR_TARGET)) {
      const { mark, label, inline, title, definition, attribute } = groups;
      const stated = inline ?? definition ?? attribute;
      const offset = start + index;
      const target = stated === undefined ? undefined : change(stated.replace(/^<(.*)>$/, "$1"), offset);
      const shown = label === undefined ? "" : replaceTargets(label, (it, at) => change(it, offset + at));
      const link = target === undefined ? shown : `${mark}[${shown}](${target}${title})`;
      replaced += text.slice(end, index) + (label === undefined ? (target ?? whole) : link);
      end = index + whole.length;
    }
    return replaced + text.slice(end);
  });
}

export const CODE_BLOCK = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[`~]*[ \t]*$/gm;

/** Applies a function to the Markdown outside of fenced code blocks. */
export function mapOutsideCode(markdown: string, change: (text: string, offset: number) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: block, index } of markdown.matchAll(CODE_BLOCK)) {
    parts.push(change(markdown.slice(end, index), end), block);
    end = index + block.length;
  }
  return [...parts, change(markdown.slice(end), end)].join("");
}

/** Rewrites links of a page to others below the root of the site. Each page is a directory. */
export function rewritePageLinks(pagePath: string, body: string, resolveTarget: ResolveTarget): string {
  const pathToRoot = pagePath === "" ? "./" : "../".repeat(pagePath.split("/").length);
  return rewriteSiteLinks(body, (path, anchor) => {
    const target = resolveTarget(path, anchor);
    return target === undefined ? undefined : pathToRoot + target;
  });
}

/** The page as plain Markdown, which is a file beside others. */
export function formatTwin(
  { path, title, body }: { readonly path: string; readonly title: string; readonly body: string },
  resolveTarget: ResolveTarget,
): string {
  const folder = path.split("/").slice(0, -1).join("/");
  return `# ${title}\n\n${rewritePageLinks(folder, body, resolveTarget)}\n`;
}
