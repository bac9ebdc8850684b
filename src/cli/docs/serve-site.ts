import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";

/** Serves a built site on loopback until the signal aborts. */
export async function serveSite(directory: string, port: number, io: Io): Promise<ExitCode> {
  const root = findBuiltSite(directory);
  const base = readBase(root);
  const server = createServer((request, response) => {
    const path = decodePath(request.url ?? "/");
    if (base !== "/" && (path === "/" || `${path}/` === base)) return redirect(response, base);
    const file = path?.startsWith(base) === true ? join(root, path.slice(base.length)) : undefined;
    if (file !== undefined && path?.endsWith("/") === false && isFile(join(file, "index.html")))
      return redirect(response, `${encodeURI(path)}/`);
    sendFile(root, path?.endsWith("/") === true && file !== undefined ? join(file, "index.html") : file, response);
  });
  await new Promise<void>((started, failed) => {
    server.once("error", (error) =>
      failed(new UsageError(`the site cannot be served on port ${port}: ${error.message}; choose another with --port`)),
    );
    server.listen(port, "127.0.0.1", () => started());
  });
  const address = server.address();
  io.stdout(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}${base}\n`);
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

/** Returns the path that the site was built for, such as `/docs/`, from the address of a style or script. */
function readBase(root: string): string {
  return /\b(?:href|src)="(\/[^"]*?)_astro\//.exec(readFileSync(join(root, "index.html"), "utf8"))?.[1] ?? "/";
}

/** Returns undefined for a path that leads out of the site. */
function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") || path.split(/[/\\]/).includes("..") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Sends the page 404.html for a file that does not exist. */
function sendFile(root: string, file: string | undefined, response: ServerResponse): void {
  const isFound = file !== undefined && isFile(file);
  const sent = isFound ? file : join(root, "404.html");
  response.writeHead(isFound ? 200 : 404, { "content-type": MEDIA_TYPES[extname(sent)] ?? "application/octet-stream" });
  if (isFile(sent)) createReadStream(sent).pipe(response);
  else response.end("Not found");
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
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
