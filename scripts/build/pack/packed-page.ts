import { posix } from "node:path";
import type { Repository } from "./repository.js";

/** Matches code, which is skipped, and then pictures, images and links. The text of a link may contain code. */
const PARTS = new RegExp(
  [
    /(?<code>^```[\s\S]*?^```|^(?: {4}.*\n)+|(?<!\[)`[^`\n]+`)/,
    /(?<picture><picture>[\s\S]*?<\/picture>|<img\b[^>]*>)/,
    /!\[(?<alt>[^\]]*)\]\((?<image>[^)\s]+)\)/,
    /\[(?<label>(?:`[^`]*`|[^\][`])*)\]\((?<target>[^)\s]+)\)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

export type PageLocation = {
  /** The folder of the page in the repository, with a slash at the end; empty at the top. */
  readonly folder?: string;
  /** Whether a link to this file of the repository stays as it is. By default all are replaced. */
  readonly isKept?: (path: string) => boolean;
};

/**
 * Returns a Markdown page for the package: relative links and images point to the repository. Without a repository, links become
 * text and images are removed.
 */
export function packedPage(
  text: string,
  repository: Repository | undefined,
  { folder = "", isKept = () => false }: PageLocation = {},
): string {
  /** Undefined for a target that stays as it is. */
  const findPath = (target: string): string | undefined => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return undefined;
    const path = posix.join(folder, target);
    return isKept(path.replace(/#.*/, "")) ? undefined : path;
  };
  const replaced = text.replaceAll(PARTS, (all: string, ...rest: unknown[]) => {
    const { picture, alt, image, label, target } = rest.at(-1) as Record<string, string | undefined>;
    if (picture !== undefined) return repository === undefined ? "" : absolutePicture(picture, repository, findPath);
    const path = findPath(image ?? target ?? "#");
    if (path === undefined) return all;
    if (image !== undefined) return repository === undefined ? "" : `![${alt}](${repository.rawUrl(path)})`;
    return repository === undefined ? (label ?? "") : `[${label}](${repository.fileUrl(path)})`;
  });
  // Removed images leave empty lines.
  return replaced.replaceAll(/\n{3,}/g, "\n\n");
}

function absolutePicture(
  picture: string,
  { rawUrl }: Repository,
  findPath: (target: string) => string | undefined,
): string {
  return picture.replaceAll(/\b(src|srcset)="([^"]+)"/g, (all: string, name: string, target: string) => {
    const path = findPath(target);
    return path === undefined ? all : `${name}="${rawUrl(path)}"`;
  });
}
