import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";

/** Serves a built site on loopback until the signal aborts. */
export async function serveSite(directory: string, port: number, io: Io): Promise<ExitCode> {
  const root = findBuiltSite(directory);
  const server = createServer((request, response) => {
    const file = findFile(root, request.url ?? "/");
    if (file === undefined) return sendMissing(root, response);
    response.writeHead(200, { "content-type": MEDIA_TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((started, failed) => {
    server.once("error", (error) =>
      failed(new UsageError(`the site cannot be served on port ${port}: ${error.message}; choose another with --port`)),
    );
    server.listen(port, "127.0.0.1", () => started());
  });
  const address = server.address();
  io.stdout(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}/\n`);
  await waitForInterrupt(io);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return 0;
}

/** @throws UsageError if the directory holds no built site. */
function findBuiltSite(directory: string): string {
  const candidates = [directory, join(directory, "dist")];
  const found = candidates.find((it) => existsSync(join(it, "index.html")));
  if (found !== undefined) return found;
  throw new UsageError(
    existsSync(join(directory, "site.json"))
      ? `${directory} is not built; run: cd ${directory} && npm install && npm run build`
      : `${directory} holds no site; write one with --spec and --out, or pass the directory of a built site`,
  );
}

/** A site can be built for a path such as /docs/. It is then served below that path as well. */
function findFile(root: string, url: string): string | undefined {
  const path = decodePath(url);
  if (path === undefined) return undefined;
  const parts = path.split("/").filter((part) => part !== "");
  for (let skipped = 0; skipped <= Math.min(parts.length, 3); skipped += 1) {
    const file = join(root, ...parts.slice(skipped));
    const page = path.endsWith("/") || skipped === parts.length ? join(file, "index.html") : file;
    if (statSync(page, { throwIfNoEntry: false })?.isFile()) return page;
  }
  return undefined;
}

/** Returns undefined for a path that leads out of the site. */
function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") || normalize(path).includes("..") ? undefined : path;
  } catch {
    return undefined;
  }
}

function sendMissing(root: string, response: ServerResponse): void {
  const page = join(root, "404.html");
  response.writeHead(404, { "content-type": MEDIA_TYPES[".html"] });
  if (existsSync(page)) createReadStream(page).pipe(response);
  else response.end("Not found");
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
