/**
 * Parses the address of one server, or of several of a cluster, separated by commas. Those after the first need no scheme.
 *
 * @returns undefined if one of them is no URL of a NATS server
 */
export function parseServerUrls(text: string): readonly URL[] | undefined {
  const parts = text.split(",").map((it, index) => (index > 0 && !it.includes("://") ? `nats://${it}` : it));
  const isAddress = (it: string): boolean => /^(nats|tls):\/\/[^\s/]/.test(it) && URL.canParse(it);
  return parts.every(isAddress) ? parts.map((it) => new URL(it)) : undefined;
}

/** The hosts of the servers, for messages. They contain no password. */
export function formatServers(text: string): string {
  return (parseServerUrls(text) ?? []).map(({ host }) => host).join(", ");
}
