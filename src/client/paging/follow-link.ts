import { formatUrl } from "../response/read-response.js";

/**
 * Resolves a link to the next page. Uses only the query of the link; origin and path are always those of the
 * collection. The link must refer to the same collection, by URL, by path, or by path relative to the base URL.
 *
 * @param url the first page of the collection, below `baseUrl`
 * @param refuse throws an error with the given message, which contains no query and no credentials
 */
export function followLink(link: string, baseUrl: string, url: string, refuse: (what: string) => never): string {
  const own = url.replace(/[?#].*/s, "");
  try {
    const [target, ...allowed] = [link, own, own.slice(baseUrl.length)].map((it) =>
      new URL(it, url).href
        .replace(/[?#].*/s, "")
        // Normalizes the percent-encoding. Throws when it is invalid.
        .replace(/[^/]+/g, (segment) => encodeURIComponent(decodeURIComponent(segment))),
    );
    if (allowed.includes(target as string)) return own + new URL(link, url).search;
  } catch {}
  return refuse(`next link to ${formatUrl(link, url)}, not ${own}`);
}
