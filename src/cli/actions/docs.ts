import { statSync, unwatchFile, watchFile } from "node:fs";
import type { ServerResponse } from "node:http";
import { BUILT_IN_CLIENT, createReference, type Reference, type ReferenceOptions } from "../../docs/index.js";
import { assertComplete, type Document, isSpecUrl, loadDocument, readTextFile } from "../../document/index.js";
import { openBuiltSite, type ServedPage, servePages } from "../docs/serve-pages.js";
import { writeSiteProject } from "../docs/site-project.js";
import { emptyDirectory, readReferenceApp, writeDirectory } from "../docs/write-directory.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import { toRelativePath } from "../input/relative-path.js";
import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract docs`: serves the reference of a spec, or writes it as files or as a site project, or serves a built site. */
export async function runDocsCommand(
  target: string | undefined,
  options: CommandOptions<"docs">,
  io: Io,
): Promise<ExitCode> {
  const { out, site, pages, title, url, tryServer = [], port, host } = options;
  if (out !== undefined && site !== undefined) throw new UsageError("--out and --site exclude each other");
  if (pages !== undefined && site === undefined)
    throw new UsageError("--pages needs --site, which writes a site of pages");
  if (target !== undefined && statSync(target, { throwIfNoEntry: false })?.isDirectory() === true) {
    const { base, findPage } = openBuiltSite(target);
    await servePages(findPage, { port, host, base }, io);
    return 0;
  }
  const settings = resolveSettings({
    config: options.config,
    ...(target === undefined ? {} : { spec: isSpecUrl(target) ? target : toRelativePath(target) }),
  });
  reportBuiltInSpec(settings, "docs", io, "contract docs FILE");
  const clientModule = settings.isSpecConfigured ? undefined : BUILT_IN_CLIENT;
  const common = { title, clientModule, tryServers: tryServer };
  if (site !== undefined) {
    const count = writeSiteProject(readSpec(settings.spec).document, site, { ...common, pages, url });
    io.stderr(
      `wrote ${count} page${count === 1 ? "" : "s"} and the reference to ${site}; build them with: cd ${site} && npm install && npm run build\n`,
    );
  } else if (out !== undefined) {
    const reference = createReference(readSpec(settings.spec).document, { ...common, url: url && `${url}/` });
    emptyDirectory(out, { option: "--out", mark: "reference.json" });
    writeDirectory(out, new Map([...reference.files, ...readReferenceApp()]));
    io.stderr(`wrote the reference to ${out}; any web server can serve it\n`);
  } else await serveReference(settings.spec, { ...common, isLive: true }, { port, host, io });
  return 0;
}

/** Reads a spec, and lists its files, which the reference follows. */
function readSpec(spec: string): { readonly document: Document; readonly files: ReadonlySet<string> } {
  const files = new Set<string>();
  const document = loadDocument(spec, (path) => {
    if (!isSpecUrl(path)) files.add(path);
    return readTextFile(path);
  });
  assertComplete(document);
  return { document, files };
}

/** Serves the reference until the process is interrupted, and reads the spec again after each change of its files. */
async function serveReference(
  spec: string,
  options: ReferenceOptions,
  { port, host, io }: { readonly port: number; readonly host: string; readonly io: Io },
): Promise<void> {
  const app = readReferenceApp();
  const readers = new Set<ServerResponse>();
  let reading = readSpec(spec);
  let reference: Reference | undefined;
  const watched = new Set<string>();
  const readAgain = (): void => {
    try {
      reading = readSpec(spec);
      reference = undefined;
      watchAll();
      for (const reader of readers) reader.write("data: changed\n\n");
    } catch (error) {
      io.stderr(
        `${error instanceof Error ? error.message : String(error)}\nThe reference still shows the spec before this change.\n`,
      );
    }
  };
  const watchAll = (): void => {
    for (const file of reading.files) {
      if (watched.has(file)) continue;
      watched.add(file);
      watchFile(file, { interval: WATCH_INTERVAL_MS }, readAgain);
    }
  };
  const findPage = (path: string | undefined): ServedPage => {
    reference ??= createReference(reading.document, options);
    const name = path === "/" ? "index.html" : (path?.slice(1) ?? "");
    const content = reference.files.get(name) ?? app.get(name);
    if (content !== undefined) return { name, content };
    return { name: "404.html", content: reference.files.get("404.html") ?? "", status: 404 };
  };
  const follow = (path: string, response: ServerResponse): boolean => {
    if (path !== "/changes") return false;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.flushHeaders();
    readers.add(response);
    response.on("close", () => readers.delete(response));
    return true;
  };
  watchAll();
  await servePages(findPage, { port, host, follow }, io);
  for (const file of watched) unwatchFile(file, readAgain);
}

const WATCH_INTERVAL_MS = 200;
