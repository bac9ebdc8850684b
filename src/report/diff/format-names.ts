/** The formats in which a difference can be told; apart from what writes them, so that help needs none of it. */
export const DIFF_FORMAT_NAMES = ["text", "json", "github", "markdown"] as const;

export type DiffFormatName = (typeof DIFF_FORMAT_NAMES)[number];
