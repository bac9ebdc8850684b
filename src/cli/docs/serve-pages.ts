import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { type Io, UsageError, waitForInterrupt } from "../process/io.js";

/** The response to a path. */
export type ServedPage =
  | { readonly content: string | Uint8Array; readonly name: string; readonly status?: number }
  | { readonly location: string };

type ServerOptions = {
  readonly port: number;
  readonly host?: string;
  /** The path of the start page. */
  readonly base?: string;
  /** Keeps the response to a path open, and returns true, or false for other paths. */
  readonly follow?: (path: string, response: ServerResponse) => boolean;
};

/** Serves pages until the process is interrupted. The paths that it asks for are decoded, and undefined if they are invalid. */
export async function servePages(
  findPage: (path: string | undefined) => ServedPage,
  { port, host = "127.0.0.1", base = "/", follow }: ServerOptions,
  io: Io,
): Promise<void> {
  const findPageOrExplain = (path: string | undefined): ServedPage => {
    try {
      return findPage(path);
    } catch (error) {
      const content = error instanceof Error ? error.message : String(error);
      io.stderr(`${content}\n`);
      return { name: "error.txt", content, status: 500 };
    }
  };
  const server = createServer((request, response) => {
    const path = decodePath(request.url ?? "/");
    if (path !== undefined && follow?.(path, response) === true) return;
    const page = findPageOrExplain(path);
    if ("location" in page) return void response.writeHead(302, { location: page.location }).end();
    const type = MEDIA_TYPES[extname(page.name)] ?? "application/octet-stream";
    response.writeHead(page.status ?? 200, { "content-type": type, "cache-control": "no-cache" }).end(page.content);
  });
  await new Promise<void>((started, failed) => {
    server.once("error", (error) =>
      failed(
        new UsageError(`the site cannot be served on port ${port}: ${error.message}; choose another port with --port`),
      ),
    );
    server.listen(port, host, () => started());
  });
  const address = server.address();
  const used = typeof address === "object" && address !== null ? address.port : port;
  io.stdout(`http://${host.includes(":") ? `[${host}]` : host}:${used}${base}\n`);
  await waitForInterrupt(io);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** Returns undefined for an invalid path, or one that leads outside the site directory. */
function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") || path.split(/[/\\]/).includes("..") ? undefined : path;
  } catch {
    return undefined;
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
};

/** Finds the pages of a built site in a directory, and the path that it was built for, such as `/docs/`. */
export function openBuiltSite(directory: string): {
  readonly base: string;
  readonly findPage: (path: string | undefined) => ServedPage;
} {
  const root = findBuiltSite(directory);
  const base = readBase(root);
  const findPage = (path: string | undefined): ServedPage => {
    if (base !== "/" && (path === "/" || `${path}/` === base)) return { location: base };
    const file = path?.startsWith(base) === true ? join(root, path.slice(base.length)) : undefined;
    const isDirectory = path?.endsWith("/") === true;
    if (file !== undefined && !isDirectory && isFile(join(file, "index.html")))
      return { location: `${encodeURI(path ?? "")}/` };
    return readPage(root, isDirectory && file !== undefined ? join(file, "index.html") : file);
  };
  return { base, findPage };
}

/** @throws UsageError if the directory does not contain a built site. */
function findBuiltSite(directory: string): string {
  const candidates = [directory, join(directory, "dist")];
  const found = candidates.find((it) => existsSync(join(it, "index.html")));
  if (found !== undefined) return found;
  throw new UsageError(
    existsSync(join(directory, "site.json"))
      ? `the site in ${directory} is not built; run: cd ${directory} && npm install && npm run build`
      : `${directory} contains no site; pass an OpenAPI document, or write a site with --out or --site`,
  );
}

/** Returns the path that the site was built for, from the address of a style or script. */
function readBase(root: string): string {
  return /\b(?:href|src)="(\/[^"]*?)_astro\//.exec(readFileSync(join(root, "index.html"), "utf8"))?.[1] ?? "/";
}

/** Returns the page 404.html for a file that does not exist. */
function readPage(root: string, file: string | undefined): ServedPage {
  if (file !== undefined && isFile(file)) return { name: file, content: readFileSync(file) };
  const missing = join(root, "404.html");
  return { name: missing, content: isFile(missing) ? readFileSync(missing) : "Not found", status: 404 };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
