import { type Server, serverUrl } from "../document/index.js";
import { normalPath } from "./normal-path.js";

/** A server URL of the description, ready to be compared with requests. */
export type ServerPattern = {
  /** The same for servers that match the same requests. */
  readonly key: string;
  /** How much of a request it fixes: more segments, then fewer that may be anything. */
  readonly weight: number;
  /** What follows the base path of a path in its normal form, when the request is addressed to this server. */
  readonly strip: (origin: string, path: string) => string | undefined;
  /** The same of a path on any host. */
  readonly stripPath: (path: string) => string | undefined;
};

/**
 * Compiles a server.
 *
 * The URL with every default filled in is always meant. A variable with an enumeration stands for each of its values too;
 * one without stands for any text in its place, except when the URL begins with it: then it names a whole base address,
 * and only its default (or the user's own value) is meant. A relative URL is served from wherever the description is, so
 * every host is taken for it.
 */
export function compileServer(server: Server, overrides: readonly string[]): ServerPattern[] {
  const replacements = overrides.filter((override) => !isVariable(override));
  if (replacements.length > 0) return replacements.map(compileUrl);
  const values = new Map(overrides.map((override) => split(override, "=")));
  return [...new Set([serverUrl(server, values), ...expand(server, values)])].flatMap(withScheme).map(compileUrl);
}

/** A URL without a scheme takes that of the description, which nobody knows here. */
function withScheme(url: string): string[] {
  return url.startsWith("//") ? [`https:${url}`, `http:${url}`] : [url];
}

function expand(server: Server, values: ReadonlyMap<string, string>): string[] {
  let urls = [server.url];
  for (const [name, { default: fallback, enum: allowed }] of Object.entries(server.variables)) {
    const given = values.get(name);
    const leads = server.url.startsWith(`{${name}}`);
    const choices = given === undefined ? (allowed ?? (leads ? [fallback] : undefined)) : [given];
    // What stays in braces is matched as any text.
    if (choices !== undefined) urls = urls.flatMap((url) => choices.map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls;
}

function compileUrl(url: string): ServerPattern {
  const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i.exec(url.replace(/[?#].*$/, ""));
  const origin = absolute?.[1];
  const basePath = normalPath(absolute?.[2] ?? (url.startsWith("/") ? url : `/${url}`))
    .replaceAll(/\/{2,}/g, "/")
    .replace(/\/$/, "");
  const originMatches = origin === undefined ? () => true : originMatcher(origin);
  const prefix = prefixMatcher(basePath);
  return {
    key: `${origin === undefined ? "*" : canonicalOrigin(origin)}${basePath}`,
    weight:
      basePath.split("/").length - (origin === undefined ? 0.9 : 0.1 * variables(origin) + 0.01 * variables(basePath)),
    strip: (requestOrigin, path) => (originMatches(requestOrigin) ? prefix(path) : undefined),
    stripPath: prefix,
  };
}

function variables(text: string): number {
  return Math.min(8, text.split("{").length - 1);
}

function originMatcher(origin: string): (origin: string) => boolean {
  const pattern = origin.includes("{") ? new RegExp(`^${toPattern(origin, "[^./:]+")}$`, "i") : undefined;
  const wanted = canonicalOrigin(origin);
  const known = new Map<string, boolean>();
  return (requested) => {
    let matches = known.get(requested);
    if (matches === undefined) {
      const canonical = canonicalOrigin(requested);
      matches = pattern === undefined ? canonical === wanted : pattern.test(canonical);
      // Few origins come again and again; a hostile recording must not make this table grow.
      if (known.size < 1000) known.set(requested, matches);
    }
    return matches;
  };
}

function prefixMatcher(basePath: string): (path: string) => string | undefined {
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

/** Scheme and host in lower case, the scheme's own port left out. */
function canonicalOrigin(origin: string): string {
  const [scheme, authority] = split(origin.toLowerCase(), "://");
  const host = authority.replace(/^[^@]*@/, "");
  return `${scheme}://${asciiHost(host).replace(scheme === "https" ? /:443$/ : /:80$/, "")}`;
}

/** A host as it goes over the wire: `bücher.example` is `xn--bcher-kva.example`, `[0:0:0:0:0:0:0:1]` is `[::1]`. */
function asciiHost(host: string): string {
  if (!/[^!-~]|^\[/.test(host)) return host;
  try {
    const [port = ""] = /:\d*$/.exec(host) ?? [];
    return new URL(`https://${host}`).hostname + port;
  } catch {
    return host;
  }
}

/** Whether an override is `variable=URL` rather than a URL. */
export function isVariable(override: string): boolean {
  return /^[^:/?#=]+=/.test(override);
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
