/**
 * Formats the origin and path of a URL for messages, without credentials and query.
 *
 * @param url null for a redirect whose target a browser hides
 */
export function formatUrl(url: string | null, base?: string): string {
  try {
    const { origin, pathname } = new URL(url ?? "", base || undefined);
    return (origin + pathname).slice(0, 200);
  } catch {
    return "no URL";
  }
}
