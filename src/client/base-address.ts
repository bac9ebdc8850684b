/**
 * A base address without a slash at its end. One that starts with a slash is of the page's own origin.
 *
 * @throws TypeError when it is no address that paths can be put behind, in words that leave a password out
 */
export function baseAddress(name: string, given: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    const { protocol, username, password, search, hash, origin, pathname } = new URL(given, location?.href);
    if (/^https?:$/.test(protocol) && !(username + password + search + hash))
      return origin + pathname.replace(/\/+$/, "");
  } catch {}
  throw new TypeError(`${name} is to be an http or https URL without user, query and fragment`);
}
