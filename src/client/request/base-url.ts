/**
 * Normalizes a base URL: without a trailing slash. A URL that starts with a slash is relative to the origin of the
 * page.
 *
 * @param name the option, for the error message
 * @throws TypeError when it is not an http(s) URL of origin and path; the message omits the URL and any password in it
 */
export function normalizeBaseUrl(name: string, url: string): string {
  try {
    const { href, origin, pathname } = new URL(
      url,
      (globalThis as { readonly location?: { readonly href: string } }).location?.href,
    );
    if (/^http/.test(href) && href === origin + pathname) return href.replace(/\/+$/, "");
  } catch {}
  throw new TypeError(`${name} must be an http(s) origin and path`);
}

/** Builds the URL of a server from a template of the spec and the values of its variables. */
export function fillServerUrl(template: string, variables: object): string {
  return template.replace(/\{(.+?)\}/g, (whole, name: string) => String(Object(variables)[name] ?? whole));
}
