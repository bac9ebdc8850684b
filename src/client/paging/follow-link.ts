/** A collection: base address, and the URL of its first page below that. */
export type Collection = { readonly baseUrl: string; readonly url: string };

/**
 * The URL that a link leads to. Origin and path are always those of the collection; the link adds its query and nothing else.
 * It has to name the same collection: in full, by its path, or by its path below the base address.
 *
 * @param refuse throws what it is told, which holds no query and no credentials
 */
export function followLink(link: string, { baseUrl, url }: Collection, refuse: (what: string) => never): string {
  const to = new URL(url);
  const own = to.pathname;
  try {
    const { origin, pathname, search, username, password } = new URL(link, url);
    const names = [own, own.slice(new URL(`${baseUrl}/`).pathname.length - 1)].map(normal);
    if (origin === to.origin && username + password === "" && names.includes(normal(pathname))) {
      to.search = search;
      to.hash = "";
      return to.href;
    }
  } catch {}
  const shown = JSON.stringify(
    link
      .replace(/[?#].*/s, "?…")
      .replace(/^.*@/s, "***@")
      .slice(0, 200),
  );
  return refuse(`the next link ${shown} is not followed; ${to.origin}${own}?… would be`);
}

/** One way of writing for each path; what is no path throws. */
function normal(path: string): string {
  return path.replaceAll(/[^/]+/g, (segment) => encodeURIComponent(decodeURIComponent(segment)));
}
