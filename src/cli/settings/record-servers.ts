import { buildServerUrl, type Operation } from "../../document/index.js";

/**
 * Returns the base URLs of recorded traffic: those of the configuration, and the target, with the base paths of the configuration
 * or else of the spec, and without. Base URLs of the command line are used alone.
 */
export function resolveRecordServers(
  operations: readonly Pick<Operation, "servers">[],
  {
    origin,
    given,
    configured,
  }: { readonly origin: string; readonly given: readonly string[]; readonly configured: readonly string[] },
): readonly string[] {
  if (given.some(isBaseUrl)) return given;
  const bases = configured.filter(isBaseUrl);
  const variables = new Map([...configured, ...given].filter((it) => !isBaseUrl(it)).map(splitVariable));
  const urls =
    bases.length > 0 ? bases : operations.flatMap(({ servers }) => servers).map((it) => buildServerUrl(it, variables));
  return [...new Set([...bases, ...urls.map((url) => origin + getBasePath(url, origin)), origin])];
}

/** The others set a server variable: `variable=URL`. */
function isBaseUrl(server: string): boolean {
  return !/^[^:/?#=]+=/.test(server);
}

function splitVariable(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The path of a server without a slash at its end; servers can be relative. */
function getBasePath(url: string, origin: string): string {
  return URL.canParse(url, origin) ? new URL(url, origin).pathname.replace(/\/+$/, "") : "";
}
