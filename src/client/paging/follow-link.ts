import { formatUrl } from "../format-url.js";

/**
 * Resolves a link to the next page. Uses only the query of the link; origin and path are always those of the
 * collection. The link must refer to the same collection, by URL, by path, or by path relative to the base URL.
 *
 * @param url the first page of the collection, below `baseUrl`
 * @param refuse throws an error with the given message, which contains no query and no credentials
 */
export function followLink(link: string, baseUrl: string, url: string, refuse: (what: string) => never): string {
  const withoutQuery = (it: string) => new URL(it, url).href.replace(/[?#].*/s, "");
  const own = withoutQuery(url);
  try {
    const allowed = [own, withoutQuery(url.slice(baseUrl.length))].map(normalizeEncoding);
    if (allowed.includes(normalizeEncoding(withoutQuery(link)))) return own + new URL(link, url).search;
  } catch {}
  return refuse(`next link leads to ${formatUrl(link, url)}, not ${own}`);
}

/** Normalizes the percent-encoding of a path. @throws URIError when the encoding is invalid */
function normalizeEncoding(path: string): string {
  return path.replace(/[^/]+/g, (segment) => encodeURIComponent(decodeURIComponent(segment)));
}
