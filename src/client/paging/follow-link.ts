import { formatUrl } from "../format-url.js";

/**
 * The URL that a link leads to. Origin and path are always those of the collection; the link adds its query and nothing else.
 * It has to name the same collection: in full, by its path, or by its path below the base address.
 *
 * @param url of the first page of the collection, below `baseUrl`
 * @param refuse throws what it is told, which holds no query and no credentials
 */
export function followLink(link: string, baseUrl: string, url: string, refuse: (what: string) => never): string {
  const placeOf = (it: string) => new URL(it, url).href.replace(/[?#].*/s, "");
  const own = placeOf(url);
  try {
    if ([own, placeOf(url.slice(baseUrl.length))].map(normalizeEncoding).includes(normalizeEncoding(placeOf(link))))
      return own + new URL(link, url).search;
  } catch {}
  return refuse(`next link leads to ${formatUrl(link, url)}, not ${own}`);
}

/** One way of writing for each path; what is no path throws. */
function normalizeEncoding(path: string): string {
  return path.replace(/[^/]+/g, (segment) => encodeURIComponent(decodeURIComponent(segment)));
}
