import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

export type CompressedSite = {
  readonly port: number;
  /** The compressed size of each path that was served, in bytes. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly close: () => void;
};

/** Serves a directory below a base path on loopback, compressed as static hosts do. */
export async function serveCompressed(directory: string, base: string): Promise<CompressedSite> {
  const sizes = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : "404";
    const file = join(directory, inside.endsWith("/") || inside === "" ? `${inside}index.html` : inside);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const body = gzipSync(readFileSync(file));
    sizes.set(pathname, body.length);
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Content-Encoding": "gzip",
      "Cache-Control": "max-age=600",
    });
    response.end(body);
  });
  return {
    port: Number(new URL(await listenOn(server)).port),
    sizes,
    close: () => void closeServer(server),
  };
}
