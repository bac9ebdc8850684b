/**
 * Evaluates the pages of a list in order. Returns the new items of a page, the link to the next page, and the reason
 * when the list cannot be continued.
 */
export type PageReader = (
  items: readonly unknown[],
  body: object,
  url: string,
) => readonly [items: readonly unknown[], next?: string | undefined, reason?: string];
