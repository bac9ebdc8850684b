import type { Repository } from "./repository.js";

/** Code, where a link is no link; then pictures, images and links. A link's text may hold code. */
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
 * Writes the README as the page of the package shows it: relative links and images lead to the repository. Without one, links
 * become text and images are left out.
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
  // Where images were left out.
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
