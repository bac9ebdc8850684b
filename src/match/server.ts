import { buildServerUrl, type Server } from "../document/index.js";
import { normalizePath } from "./normalize-path.js";

/** A compiled server URL of the spec. */
export type ServerPattern = {
  /** Equal for servers that match the same requests. */
  readonly key: string;
  /** Higher for more specific servers: by the number of segments, then by fewer variables. */
  readonly weight: number;
  /** Removes the base path from a normalized path; undefined if the request is not for this server. Any host fits no origin. */
  readonly stripBase: (origin: string, path: string) => string | undefined;
  /** Like `stripBase`, for any host. */
  readonly stripBasePath: (path: string) => string | undefined;
};

/**
 * Compiles a server into the patterns that it matches.
 *
 * The URL with all default values always matches. A variable with an `enum` matches each of its values; one without matches
 * any text. A variable at the start of the URL is a whole base address and matches only its default or override. A relative
 * URL depends on the location of the spec, so it matches every host.
 */
export function compileServer(server: Server, overrides: readonly string[]): ServerPattern[] {
  const replacements = overrides.filter((override) => !isVariableOverride(override));
  if (replacements.length > 0) return replacements.map(compileUrl);
  const values = new Map(overrides.map((override) => splitAt(override, "=")));
  return [...new Set([buildServerUrl(server, values), ...expandVariables(server, values)])]
    .flatMap(expandSchemes)
    .map(compileUrl);
}

/** A URL without a scheme uses the scheme of the spec's location. It is unknown here, so both schemes match. */
function expandSchemes(url: string): string[] {
  return url.startsWith("//") ? [`https:${url}`, `http:${url}`] : [url];
}

function expandVariables(server: Server, values: ReadonlyMap<string, string>): string[] {
  let urls = [server.url];
  for (const [name, { default: fallback, enum: allowed }] of Object.entries(server.variables)) {
    const given = values.get(name);
    const leads = server.url.startsWith(`{${name}}`);
    const choices = given === undefined ? (allowed ?? (leads ? [fallback] : undefined)) : [given];
    // A remaining variable matches any text.
    if (choices !== undefined) urls = urls.flatMap((url) => choices.map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls;
}

function compileUrl(url: string): ServerPattern {
  const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i.exec(url.replace(/[?#].*$/, ""));
  const origin = absolute?.[1];
  const basePath = normalizePath(absolute?.[2] ?? (url.startsWith("/") ? url : `/${url}`))
    .replaceAll(/\/{2,}/g, "/")
    .replace(/\/$/, "");
  const originMatches = origin === undefined ? () => true : createOriginMatcher(origin);
  const prefix = createPrefixMatcher(basePath);
  return {
    key: `${origin === undefined ? "*" : canonicalizeOrigin(origin)}${basePath}`,
    weight:
      basePath.split("/").length -
      (origin === undefined ? 0.9 : 0.1 * countVariables(origin) + 0.01 * countVariables(basePath)),
    stripBase: (requestOrigin, path) =>
      requestOrigin === "" || originMatches(requestOrigin) ? prefix(path) : undefined,
    stripBasePath: prefix,
  };
}

function countVariables(text: string): number {
  return Math.min(8, text.split("{").length - 1);
}

function createOriginMatcher(origin: string): (origin: string) => boolean {
  const pattern = origin.includes("{") ? new RegExp(`^${toPattern(origin, "[^./:]+")}$`, "i") : undefined;
  const wanted = canonicalizeOrigin(origin);
  const known = new Map<string, boolean>();
  return (requested) => {
    let matches = known.get(requested);
    if (matches === undefined) {
      const canonical = canonicalizeOrigin(requested);
      matches = pattern === undefined ? canonical === wanted : pattern.test(canonical);
      // Recordings have few origins. The limit bounds memory for hostile recordings.
      if (known.size < 1000) known.set(requested, matches);
    }
    return matches;
  };
}

function createPrefixMatcher(basePath: string): (path: string) => string | undefined {
  if (!basePath.includes("{")) {
    return (path) => {
      if (!path.startsWith(basePath)) return undefined;
      const rest = path.slice(basePath.length);
      return rest === "" ? "/" : rest.startsWith("/") ? rest : undefined;
    };
  }
  const pattern = new RegExp(`^${toPattern(basePath, "[^/]+")}(?=/|$)`);
  return (path) => {
    const [prefix] = pattern.exec(path) ?? [];
    return prefix === undefined ? undefined : path.slice(prefix.length) || "/";
  };
}

function toPattern(template: string, variable: string): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith("{") ? variable : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
}

/** Converts scheme and host to lower case and removes the default port. */
function canonicalizeOrigin(origin: string): string {
  const [scheme, authority] = splitAt(origin.toLowerCase(), "://");
  const host = authority.replace(/^[^@]*@/, "");
  return `${scheme}://${toAsciiHost(host).replace(scheme === "https" ? /:443$/ : /:80$/, "")}`;
}

/** Normalizes a host: `bücher.example` becomes `xn--bcher-kva.example`, `[0:0:0:0:0:0:0:1]` becomes `[::1]`. */
function toAsciiHost(host: string): string {
  if (!/[^!-~]|^\[/.test(host)) return host;
  try {
    const [port = ""] = /:\d*$/.exec(host) ?? [];
    return new URL(`https://${host}`).hostname + port;
  } catch {
    return host;
  }
}

/** Whether an override has the form `variable=URL`. */
export function isVariableOverride(override: string): boolean {
  return /^[^:/?#=]+=/.test(override);
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
