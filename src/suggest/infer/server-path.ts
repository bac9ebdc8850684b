import {
  asArray,
  type Document,
  type Json,
  listServers,
  type Operation,
  parentPointer,
  type Server,
  valueAt,
} from "../../document/index.js";
import { compileServer, normalizePath, splitUrl } from "../../match/index.js";

/** Which server of a description a request went to, and which path below it. */
export type ServerPath = {
  /** In its normal form. */
  readonly path: string;
  /** The `servers` that a path has to name, where it is not those of the description. */
  readonly servers: Json | undefined;
};

export type ServerPathResolver = (url: string) => ServerPath | undefined;

/** @param overrides as the user gives them with `--server`. */
export function createServerPathResolver(
  document: Document,
  operations: readonly Operation[],
  overrides: readonly string[],
): ServerPathResolver {
  const groups = new Map<string, Server>(listServers(document).map((server) => [server.pointer, server]));
  for (const { servers } of operations) for (const server of servers) groups.set(server.pointer, server);
  const patterns = [...groups.values()].flatMap((server) => {
    const list = parentPointer(server.pointer);
    const isUsual = list === "/servers" || list === "";
    const servers = isUsual ? undefined : valueAt(document.root, list);
    return compileServer(server, overrides).map((pattern) => ({
      pattern,
      isUsual,
      servers: servers && asArray(servers),
    }));
  });
  patterns.sort((a, b) => b.pattern.weight - a.pattern.weight || Number(b.isUsual) - Number(a.isUsual));
  return (url) => {
    const { origin, path } = splitUrl(url);
    for (const { pattern, servers } of patterns) {
      const rest = pattern.stripBase(origin, normalizePath(path));
      if (rest !== undefined) return { path: rest, servers };
    }
    return undefined;
  };
}
