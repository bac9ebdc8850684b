/** Origin and path of a URL, for messages: without credentials and query. A browser hides where a redirect leads. */
export function formatUrl(url: string | null, base?: string): string {
  try {
    const { origin, pathname } = new URL(url ?? "", base || undefined);
    return (origin + pathname).slice(0, 200);
  } catch {
    return "no URL";
  }
}
