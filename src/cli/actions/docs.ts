import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { dirname, extname, join } from "node:path";
import { createSiteFiles, createSpecPages, createWrittenPages, type SitePage } from "../../docs/index.js";
import { asObject, asString, assertComplete, type Document, loadDocument } from "../../document/index.js";
import { findPackageFile } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError, waitForInterrupt } from "../process/io.js";

const DEFAULT_DIRECTORY = "docs-site";

/** The mock listens there. */
const DEFAULT_TRY_SERVER = "http://127.0.0.1:4010";

/** Runs `contract docs`: writes a site project for a spec, or serves a built site until the signal aborts. */
export async function runDocsCommand(
  directory: string | undefined,
  { spec, out, port, ...options }: CommandOptions<"docs">,
  io: Io,
): Promise<ExitCode> {
  if (spec === undefined && out === undefined) return serveSite(directory ?? DEFAULT_DIRECTORY, port, io);
  if (spec === undefined) throw new UsageError("--out needs --spec, the OpenAPI document to write a site for");
  if (out === undefined) throw new UsageError("--spec needs --out, the directory of the site project");
  if (directory !== undefined)
    throw new UsageError(`unexpected argument ${JSON.stringify(directory)}: --spec writes a site and serves none`);
  if (options.base !== undefined && !/^\/(?:[\w.~-]+\/)*$/.test(options.base))
    throw new UsageError(`invalid --base ${JSON.stringify(options.base)}: expected a path such as /docs/`);
  const document = loadDocument(spec);
  assertComplete(document);
  const count = writeSiteProject(document, out, { ...options, tryServers: options.tryServer ?? [DEFAULT_TRY_SERVER] });
  io.stderr(`wrote ${count} pages to ${out}; build them with: cd ${out} && npm install && npm run build\n`);
  return 0;
}

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

export type SiteProjectOptions = Pick<CommandOptions<"docs">, "pages" | "title" | "site" | "base"> & {
  readonly tryServers: readonly string[];
  /** Which pages the project gets; the default is all. Links to other pages become text. */
  readonly choosePages?: (pages: readonly SitePage[]) => readonly SitePage[];
};

/** What a site project contains that this program did not write; it survives when the project is written again. */
const KEPT = ["node_modules", "dist", ".astro"];

/**
 * Writes a project that builds the documentation site of a spec: the content, and the package with pinned versions.
 *
 * Returns the number of pages.
 *
 * @throws UsageError if the directory holds something else, or the pages cannot be read.
 */
export function writeSiteProject(
  document: Document,
  out: string,
  { pages: pagesDirectory, title, site, base, tryServers, choosePages = (all) => all }: SiteProjectOptions,
): number {
  const own = pagesDirectory === undefined ? new Map() : readDirectory(pagesDirectory);
  const texts = new Map([...own].filter(([name]) => /\.(md|yaml)$/.test(name)).map(([name, it]) => [name, String(it)]));
  const written = createWrittenPages(texts);
  if (written.missing.length > 0)
    throw new UsageError(`${pagesDirectory}/sidebar.yaml names ${written.missing.join(", ")}, which does not exist`);
  const hasStart = written.pages.some(({ path }) => path === "");
  const spec = createSpecPages(document, { overviewPath: hasStart ? "reference" : "", tryServers });
  const pages = choosePages([...written.pages, ...spec]);
  const others = [...own].filter(([name]) => !/\.(md|yaml)$/.test(name));
  const [overview] = spec;
  const name = title ?? asString(asObject(document.root.info)?.title) ?? "API";
  const files = createSiteFiles({
    title: name,
    description: (hasStart ? pages.find(({ path }) => path === "") : overview)?.description ?? name,
    pages,
    groups: written.groups,
    files: new Map<string, string | Uint8Array>([
      ...others,
      ["openapi.json", `${JSON.stringify(document.root, undefined, 2)}\n`],
    ]),
    ...(site === undefined ? {} : { site }),
    ...(base === undefined ? {} : { base }),
  });
  emptyDirectory(out);
  const template = findPackageFile("site/template");
  cpSync(template, out, {
    recursive: true,
    filter: (path) => !/[/\\]node_modules(?:[/\\]|$)/.test(path.slice(template.length)),
  });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  return pages.length;
}

/** Removes an earlier project, so that no page of it remains. */
function emptyDirectory(out: string): void {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found?.isFile())
    throw new UsageError(`--out ${out} is a file; pass a directory, which is created if it does not exist`);
  if (found === undefined) return;
  const names = readdirSync(out);
  if (names.length > 0 && !names.includes("site.json"))
    throw new UsageError(
      `--out ${out} is neither empty nor a site project (it has no site.json); pass another directory`,
    );
  for (const name of names) if (!KEPT.includes(name)) rmSync(join(out, name), { recursive: true });
}

function readDirectory(directory: string): Map<string, Uint8Array> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--pages ${directory} is no directory; pass a directory with Markdown files`);
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.sort().map((path) => [path.slice(join(directory, "/").length).replaceAll("\\", "/"), readFileSync(path)]),
  );
}
