import { buildServerUrl, type Server } from "../../document/index.js";
import { splitAt } from "../../schema/formats/uri.js";
import { normalizePath } from "./segment.js";

/** A compiled server URL of the spec. */
export type ServerPattern = ReturnType<typeof compileUrl>;

type OriginPart = "host" | "port" | "scheme";

/**
 * Compiles a server into the patterns that it matches.
 *
 * The URL with all default values always matches. A variable with an `enum` matches each of its values; one without matches
 * any text that its place can hold. A variable at the start of the URL is a whole base address and matches only its default
 * or override, or any scheme before `://`. A relative URL whose document has no URL matches every host. Base URLs among the
 * overrides match besides those of the spec, and instead of those that do not name a host.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-variable-object
 */
export function compileServer(server: Server, overrides: readonly string[]): ServerPattern[] {
  const added = overrides.filter((override) => !isVariableOverride(override)).map(compileUrl);
  const values = readVariableOverrides(overrides);
  const own = [...new Set([buildServerUrl(server, values), ...expandVariables(server, values)])]
    .flatMap(expandSchemes)
    .map(compileUrl);
  return [...added, ...own.filter(({ namesHost }) => namesHost || added.length === 0)];
}

/** A URL without a scheme uses the scheme of the spec's location. If it is unknown, both schemes match. */
function expandSchemes(url: string): string[] {
  return url.startsWith("//") ? [`https:${url}`, `http:${url}`] : [url];
}

function expandVariables(server: Server, values: ReadonlyMap<string, string>): string[] {
  let urls = [separateParts(server)];
  for (const [name, { default: fallback, enum: allowed }] of Object.entries(server.variables)) {
    const given = values.get(name);
    const choices = given === undefined ? (allowed ?? listLeadingValues(server.url, name, fallback)) : [given];
    // A remaining variable matches any text.
    if (choices !== undefined) urls = urls.flatMap((url) => choices.map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls;
}

/** The values of a variable without an enum at the start of a URL, where it would match any URL. */
function listLeadingValues(url: string, name: string, fallback: string): readonly string[] | undefined {
  if (url.startsWith(`{${name}}://`)) return ["https", "http", fallback];
  return url.startsWith(`{${name}}`) && /^[^/]*\/\//.test(fallback) ? [fallback] : undefined;
}

/** Separates a variable from the host before it if its default says that it holds the port or the base path. */
function separateParts({ url, variables }: Server): string {
  return Object.entries(variables).reduce((text, [name, { default: fallback }]) => {
    const expression = `{${name}}`;
    if (fallback !== "" && !/^[/:]/.test(fallback)) return text;
    const [start, end] = splitAt(text, expression);
    const isAfterHost = /^[^/]*\/\/[^/]*[^/:.@-]$/.test(start) && text.includes(expression) && /^(?:$|\/)/.test(end);
    return isAfterHost ? `${start}${fallback.startsWith(":") ? ":" : "/"}${expression}${end}` : text;
  }, url);
}

function compileUrl(url: string) {
  const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i.exec(url.replace(/[?#].*$/, ""));
  const origin = absolute?.[1];
  const basePath = normalizePath(absolute?.[2] ?? (url.startsWith("/") ? url : `/${url}`))
    .replaceAll(/\/{2,}/g, "/")
    .replace(/\/$/, "");
  const canonical = origin === undefined ? undefined : parseOrigin(origin);
  const namesHost = canonical !== undefined && /[^.:-]/.test(canonical.host.replaceAll(VARIABLES, ""));
  const findMisfits = canonical === undefined ? () => [] : createOriginMatcher(canonical);
  const { strip, stripLoose } = createPrefixMatcher(basePath);
  const key = `${canonical === undefined ? "*" : formatOrigin(canonical)}${basePath}`;
  return {
    /** Equal for servers that match the same requests. */
    key,
    /** The server URL; its variables match any text. */
    url: url.replace(/(?<=.)\/$/, ""),
    /** Higher for more specific servers: by the number of segments, then by fewer variables. */
    weight:
      basePath.split("/").length -
      (origin === undefined ? 0.9 : 0.1 * countVariables(origin) + 0.01 * countVariables(basePath)),
    /** Whether the host of an absolute URL is only a variable, so that any matches. */
    isOpen: canonical !== undefined && !namesHost,
    namesHost,
    hasFixedBase: basePath !== "" && !basePath.includes("{"),
    /** Whether the base path has a segment without variables; `hasFixedBase`: only such segments. */
    hasLiteralBase: /\/[^/{}]+(?=\/|$)/.test(basePath),
    /** The parts of an origin that do not fit, the most telling one first; empty if it is one of this server. */
    findMisfits,
    /** Removes the base path from a normalized path; undefined if the request is not for this server. */
    stripBase: (requestOrigin: string, path: string) =>
      findMisfits(requestOrigin).length === 0 ? strip(path) : undefined,
    /** Like `stripBase`, for any host. */
    stripBasePath: strip,
    /** What is left of a path if variables of the base path are empty or contain slashes, the longest rest first. */
    stripLooseBasePath: stripLoose,
  };
}

const VARIABLES = /\{[^{}]*\}/g;

function countVariables(text: string): number {
  return Math.min(8, text.split("{").length - 1);
}

function createOriginMatcher(server: Origin): (origin: string) => readonly OriginPart[] {
  // A variable that ends the host can also hold a port.
  const holdsPort = server.port === "" && server.host.endsWith("}");
  const isHost = createTextMatcher(server.host, "(?:\\[[^\\]]*\\]|[^\\[\\]]*)");
  const isPort = holdsPort ? () => true : createTextMatcher(server.port, "\\d*");
  return (requested) => {
    const { scheme, host, port } = parseOrigin(requested);
    return [
      ...(isHost(host) ? [] : (["host"] as const)),
      ...(isPort(port) ? [] : (["port"] as const)),
      ...(scheme === server.scheme ? [] : (["scheme"] as const)),
    ];
  };
}

function createTextMatcher(template: string, variable: string): (text: string) => boolean {
  if (!template.includes("{")) return (text) => text === template;
  const pattern = new RegExp(`^${toPattern(template, variable)}$`, "i");
  return (text) => pattern.test(text);
}

/** Base paths are short. The limit bounds the work for paths of many segments. */
const MAX_BASE_SEGMENTS = 12;

function createPrefixMatcher(basePath: string) {
  if (!basePath.includes("{")) {
    const strip = (path: string): string | undefined => {
      if (!path.startsWith(basePath)) return undefined;
      const rest = path.slice(basePath.length);
      return rest === "" ? "/" : rest.startsWith("/") ? rest : undefined;
    };
    return { strip, stripLoose: (): string[] => [] };
  }
  const pattern = new RegExp(`^${toPattern(basePath, "[^/]+")}(?=/|$)`);
  const wholeSegments = basePath.replaceAll(/\/\{[^{}]*\}(?=\/|$)/g, "\0");
  const loose = new RegExp(`^${toPattern(wholeSegments, ".*").replaceAll("\0", "(?:/.*)?")}$`);
  return {
    strip: (path: string): string | undefined => {
      const [prefix] = pattern.exec(path) ?? [];
      return prefix === undefined ? undefined : path.slice(prefix.length) || "/";
    },
    stripLoose: (path: string) => listSplits(path).flatMap(([prefix, rest]) => (loose.test(prefix) ? [rest] : [])),
  };
}

/** Splits a path at each slash into a base path and the rest, the longest rest first. */
export function listSplits(path: string): readonly (readonly [base: string, rest: string])[] {
  const splits: [string, string][] = [];
  for (let at = 0; at !== -1 && splits.length <= MAX_BASE_SEGMENTS; at = path.indexOf("/", at + 1))
    splits.push([path.slice(0, at), path.slice(at)]);
  return splits;
}

/** A regular expression for a template, with one for its variables. */
export function toPattern(template: string, variable: string): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith("{") ? variable : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
}

/** The parts of an origin in normal form. The port is empty if it is the default port of the scheme. */
type Origin = { readonly scheme: string; readonly host: string; readonly port: string };

/**
 * Normalizes scheme, host and port of a URL or of a server with variables.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.3
 */
export function parseOrigin(origin: string): Origin {
  const [scheme, authority] = splitAt(origin.toLowerCase(), "://");
  const address = authority.replace(/^.*@/, "");
  const port = /:(\d|\{[^{}]*\})*$/.exec(address)?.[0] ?? "";
  const number = port.slice(1).replace(/^0+(?=\d)/, "");
  return {
    scheme,
    host: toAsciiHost(address.slice(0, address.length - port.length)),
    port: number === DEFAULT_PORTS[scheme] ? "" : number,
  };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", ws: "80", wss: "443" };

function formatOrigin({ scheme, host, port }: Origin): string {
  return `${scheme}://${host}${port === "" ? "" : `:${port}`}`;
}

/** Normalizes a host: `bücher.example` becomes `xn--bcher-kva.example`, `[0:0:0:0:0:0:0:1]` becomes `[::1]`. */
function toAsciiHost(host: string): string {
  if (!/[^!-~]|^\[|%/.test(host)) return host;
  const variables = host.match(VARIABLES) ?? [];
  try {
    let at = 0;
    const { hostname } = new URL(`https://${host.replaceAll(VARIABLES, () => `variable-${at++}-name`)}`);
    return hostname.replaceAll(/variable-(\d+)-name/g, (text, index: string) => variables[Number(index)] ?? text);
  } catch {
    return host;
  }
}

/** The URLs of overrides that have the form `variable=URL`. */
export function readVariableOverrides(overrides: readonly string[]): ReadonlyMap<string, string> {
  return new Map(overrides.filter(isVariableOverride).map((override) => splitAt(override, "=")));
}

/** Whether an override has the form `variable=URL`. */
export function isVariableOverride(override: string): boolean {
  return /^[^:/?#=]+=/.test(override);
}

/** Thrown if an override names a server variable that the spec does not have. */
export class ServerError extends Error {
  override name = "ServerError" as const;
}
