/**
 * A base address without a slash at its end. One that starts with a slash is of the page's own origin.
 *
 * @throws TypeError when it is no address that paths can be put behind, in words that leave a password out
 */
export function normalizeBaseUrl(name: string, given: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    const { href, origin, pathname } = new URL(given, location?.href);
    if (/^http/.test(href) && href === origin + pathname) return href.replace(/\/+$/, "");
  } catch {}
  throw new TypeError(`${name} must be an http(s) URL of origin and path`);
}
