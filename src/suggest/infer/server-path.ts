import { compileServer, normalizePath, splitUrl } from "../../check/index.js";
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

/** The server of a request and the path relative to it. */
export type ServerPath = {
  /** Normalized path. */
  readonly path: string;
  /** The `servers` that the path item needs; undefined for the root servers of the spec. */
  readonly servers: Json | undefined;
};

export type ServerPathResolver = (url: string) => ServerPath | undefined;

/** @param overrides base URLs of the option `--server`. */
export function createServerPathResolver(
  document: Document,
  operations: readonly Operation[],
  overrides: readonly string[],
): ServerPathResolver {
  const groups = new Map<string, Server>(listServers(document).map((server) => [server.pointer, server]));
  for (const { servers } of operations) for (const server of servers) groups.set(server.pointer, server);
  const patterns = [...groups.values()].flatMap((server) => {
    const list = parentPointer(server.pointer);
    const isRootServer = list === "/servers" || list === "";
    const servers = isRootServer ? undefined : asArray(valueAt(document.root, list));
    return compileServer(server, overrides).map((pattern) => ({ pattern, isRootServer, servers }));
  });
  patterns.sort((a, b) => b.pattern.weight - a.pattern.weight || Number(b.isRootServer) - Number(a.isRootServer));
  return (url) => {
    const { origin, path } = splitUrl(url);
    for (const { pattern, servers } of patterns) {
      const rest = pattern.stripBase(origin, normalizePath(path));
      if (rest !== undefined) return { path: rest, servers };
    }
    return undefined;
  };
}
