/**
 * Rewrites Markdown links to other pages of the site, which begin with `/`, to relative links, so that the site can be hosted below
 * any path. A link to a page that does not exist becomes plain text.
 *
 * @param resolveTarget returns the target relative to the page, or undefined if no such page exists.
 */
export function rewriteSiteLinks(markdown: string, resolveTarget: ResolveTarget): string {
  return mapOutsideCode(markdown, (text) =>
    replaceLinks(text, SITE_LINK, (...match) => rewriteSiteLink(match, resolveTarget)),
  );
}

type ResolveTarget = (path: string, anchor: string) => string | undefined;

/** A link or image: `!`, the label, which can contain escapes and inline code, the path, and the anchor. */
const SITE_LINK = /(!?)\[((?:[^\]\\`]|\\.|`[^`]*`)*)\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g;

function rewriteSiteLink(
  [link, imageMark, label, path, anchor = ""]: readonly string[],
  resolveTarget: ResolveTarget,
): string {
  // A URL that begins with `//` leads to another host.
  if (path === undefined || path.startsWith("//")) return link ?? "";
  const target = resolveTarget(path.replaceAll(/^\/+|\/+$/g, ""), anchor);
  return target === undefined ? (label ?? "") : `${imageMark}[${label}](${target})`;
}

/** Replaces links that are not in a code span, such as the pattern `[1-5]([0-9]{2}|XX)`. The label of a link can contain code. */
export function replaceLinks(markdown: string, link: RegExp, replace: (...match: string[]) => string): string {
  const spanOrLink = new RegExp(`${CODE_SPAN.source}|${link.source}`, "g");
  return markdown.replaceAll(spanOrLink, (whole, mark: string | undefined, ...groups: string[]) =>
    mark === undefined ? replace(whole, ...groups) : whole,
  );
}

/** A code span ends with as many backticks as it begins with. */
export const CODE_SPAN = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

export const CODE_BLOCK = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[`~]*[ \t]*$/gm;

/** Applies a function to the Markdown outside of fenced code blocks. */
export function mapOutsideCode(markdown: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: block, index } of markdown.matchAll(CODE_BLOCK)) {
    parts.push(change(markdown.slice(end, index)), block);
    end = index + block.length;
  }
  return [...parts, change(markdown.slice(end))].join("");
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
