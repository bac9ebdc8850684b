import type { Operation, Server } from "../../document/index.js";
import { compileServer } from "../../match/index.js";
import type { Comparison, Pair } from "../comparison.js";
import { replaceParameterNames } from "../operations/match-operations.js";

/** Compares the URLs of an operation: each URL that clients use today must still lead to it. */
export function compareServers({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [oldUrls, newUrls] = [old.servers.flatMap(expandUrls), next.servers.flatMap(expandUrls)];
  const affected = { operation: next.id, part: "servers" };
  const [before, after] = [old.servers[0]?.pointer ?? "/servers", next.servers[0]?.pointer ?? "/servers"];
  const isNew = (url: string): boolean => newUrls.some((it) => it.url === url) && old.path === next.path;
  const isOld = (url: string): boolean => oldUrls.some((it) => it.url === url) && old.path === next.path;
  const removed = oldUrls.filter(({ url }) => !isNew(url) && !isServed(url, { old, new: next }));
  const added = newUrls.filter(({ url }) => !isOld(url) && !isServed(url, { old: next, new: old }));
  for (const { url, pointer } of removed)
    report({
      code: "server.removed",
      message: `the server ${url} was removed; keep it to stay compatible`,
      old: pointer,
      new: after,
      subject: url,
      affected,
    });
  for (const { url, pointer } of added)
    report({
      code: "server.added",
      message: `the server ${url} was added`,
      old: before,
      new: pointer,
      subject: url,
      affected,
    });
  const [one, other] = [oldUrls, newUrls].map((urls) => urls.map(({ url }) => url).join(", "));
  if (removed.length + added.length === 0 && one !== other)
    report({
      code: "keyword.changed",
      message: `the servers changed from ${one} to ${other}; every URL is still served`,
      old: before,
      new: after,
      affected,
    });
}

/** Whether a request to the old operation at a URL leads to the new one at one of its servers. */
function isServed(url: string, { old, new: next }: Pair<Operation>): boolean {
  const [, origin, base = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/i.exec(url) ?? [];
  const basePath = base === "/" ? "" : base;
  if (next.servers.some((server) => expandUrls(server).some((it) => it.url === url)) && isSamePath(old.path, next.path))
    return true;
  if (origin === undefined)
    return [old.path, next.path].some((path) => isSamePath(basePath + old.path, getBasePath(next) + path));
  const concrete = { origin: fillVariables(origin), path: fillVariables(basePath) + old.path };
  return next.servers.some((server) =>
    compileServer(server, []).some(({ stripBase }) => {
      const rest = stripBase(concrete.origin, concrete.path);
      return rest !== undefined && (rest === old.path || isSamePath(rest, next.path));
    }),
  );
}

function isSamePath(one: string, other: string): boolean {
  return replaceParameterNames(one) === replaceParameterNames(other);
}

/** A text that only a variable matches. */
function fillVariables(url: string): string {
  return url.replaceAll(/\{[^{}]*\}/g, "any-value");
}

/** The path of the first server, in front of the paths of the spec. */
export function getBasePath({ servers }: Operation): string {
  const [url = "/"] = servers.flatMap(expandUrls).map((it) => it.url);
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  return path === "/" ? "" : path;
}

const MAX_URLS = 64;

/** Expands server variables with an enum into their values; other variables match any text. */
function expandUrls({ url, variables, pointer }: Server): { readonly url: string; readonly pointer: string }[] {
  let urls = [url.replace(/\/$/, "")];
  for (const [name, { enum: values }] of Object.entries(variables)) {
    const texts = values ?? ["{}"];
    if (urls.length * texts.length <= MAX_URLS)
      urls = urls.flatMap((it) => texts.map((text) => it.replaceAll(`{${name}}`, text)));
  }
  return urls.map((it) => ({ url: it === "" ? "/" : it, pointer }));
}
