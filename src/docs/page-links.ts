/**
 * Rewrites the links to other pages of the site, which begin with `/`, to relative ones, so that the site works below any path.
 * The label stays where no such page exists.
 *
 * @param rewrite returns the target relative to the page, or undefined if it does not exist.
 */
export function rewriteLinks(body: string, rewrite: (path: string, anchor: string) => string | undefined): string {
  return mapOutsideCode(body, (text) => text.replaceAll(LINK, (...match) => rewriteLink(match, rewrite)));
}

const LINK = /(!?)\[((?:[^\]\\`]|\\.|`[^`]*`)*)\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g;

function rewriteLink(
  [whole, image, label, path, anchor = ""]: readonly string[],
  rewrite: (path: string, anchor: string) => string | undefined,
): string {
  if (path === undefined || path.startsWith("//")) return whole ?? "";
  const target = rewrite(path.replaceAll(/^\/+|\/+$/g, ""), anchor);
  return target === undefined ? (label ?? "") : `${image}[${label}](${target})`;
}

/** Applies a change to the text outside fenced code blocks. */
export function mapOutsideCode(body: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: block, index } of body.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$/gm)) {
    parts.push(change(body.slice(end, index)), block);
    end = index + block.length;
  }
  return [...parts, change(body.slice(end))].join("");
}

/** Returns the relative path from a page, which is a directory, to a target below the root of the site. */
export function getRelativeTarget(from: string, target: string): string {
  const up = from === "" ? "./" : "../".repeat(from.split("/").length);
  return `${up}${target}`;
}
