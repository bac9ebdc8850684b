import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";

/** Serves a built site on the loopback interface until the process is interrupted. */
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
      failed(
        new UsageError(`the site cannot be served on port ${port}: ${error.message}; choose another port with --port`),
      ),
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

/** @throws UsageError if the directory does not contain a built site. */
function findBuiltSite(directory: string): string {
  const candidates = [directory, join(directory, "dist")];
  const found = candidates.find((it) => existsSync(join(it, "index.html")));
  if (found !== undefined) return found;
  throw new UsageError(
    existsSync(join(directory, "site.json"))
      ? `the site in ${directory} is not built; run: cd ${directory} && npm install && npm run build`
      : `${directory} contains no site; generate one with --spec and --out, or pass the directory of a built site`,
  );
}

/** Returns the path that the site was built for, such as `/docs/`, from the address of a style or script. */
function readBase(root: string): string {
  return /\b(?:href|src)="(\/[^"]*?)_astro\//.exec(readFileSync(join(root, "index.html"), "utf8"))?.[1] ?? "/";
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
