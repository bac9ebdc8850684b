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

/**
 * Returns the README for the npm page: relative links and images point to the repository. Without a repository, links become text
 * and images are removed.
 */
export function packedReadme(text: string, repository: Repository | undefined): string {
  const replaced = text.replaceAll(PARTS, (all: string, ...rest: unknown[]) => {
    const { picture, alt, image, label, target } = rest.at(-1) as Record<string, string | undefined>;
    if (picture !== undefined) return repository === undefined ? "" : absolutePicture(picture, repository);
    if (image !== undefined && isRelative(image))
      return repository === undefined ? "" : `![${alt}](${repository.rawUrl(image)})`;
    if (target !== undefined && isRelative(target))
      return repository === undefined ? (label ?? "") : `[${label}](${repository.fileUrl(target)})`;
    return all;
  });
  // Removed images leave empty lines.
  return replaced.replaceAll(/\n{3,}/g, "\n\n");
}

function absolutePicture(picture: string, { rawUrl }: Repository): string {
  return picture.replaceAll(/\b(src|srcset)="([^"]+)"/g, (all: string, name: string, target: string) =>
    isRelative(target) ? `${name}="${rawUrl(target)}"` : all,
  );
}

/** Links within the page stay as they are. */
function isRelative(target: string): boolean {
  return !/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target);
}
