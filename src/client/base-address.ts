/**
 * A base address without a slash at its end. One that starts with a slash is of the page's own origin.
 *
 * @throws TypeError when it is no address that paths can be put behind, in words that leave a password out
 */
export function baseAddress(name: string, given: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const refuse = (what: string): never => {
    throw new TypeError(`${name} ${what}; give one such as https://host.example/prefix`);
  };
  const parse = (): URL => {
    try {
      return new URL(given, location?.href);
    } catch {
      return refuse("is no absolute URL");
    }
  };
  const { protocol, username, password, search, hash, origin, pathname } = parse();
  if (!/^https?:$/.test(protocol)) refuse("is neither http nor https");
  if (username !== "" || password !== "") refuse("carries a user, which belongs into signIn");
  if (search !== "" || hash !== "") refuse("carries a query or a fragment");
  return origin + pathname.replace(/\/+$/, "");
}
