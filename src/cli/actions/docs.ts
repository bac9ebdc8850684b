import { unwatchFile, watchFile } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname } from "node:path";
import {
  BUILT_IN_CLIENT,
  createReference,
  getVersion,
  type Reference,
  type ReferenceOptions,
} from "../../docs/reference-files.js";
import {
  type Document,
  describeUnusable,
  isSpecUrl,
  loadPartialDocument,
  pluralize,
  readTextFile,
} from "../../document/index.js";
import {
  emptyDirectory,
  formatEditUrl,
  readReferenceApp,
  writeDirectory,
  writeSiteProject,
} from "../docs/site-project.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import { toRelativePath } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { showStatus } from "../output/progress.js";
import { type ExitCode, getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import { closeServer, listenOn } from "../process/listen-on.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract docs`: serves the reference of a spec, or writes it as files or as a site project. */
export async function runDocsCommand(
  target: string | undefined,
  options: CommandOptions<"docs">,
  io: Io,
): Promise<ExitCode> {
  const { out, site, pages, title, url, edit, tryServer = [], port, host } = options;
  if (out !== undefined && site !== undefined) throw new UsageError("--out and --site exclude each other");
  if (pages !== undefined && site === undefined)
    throw new UsageError("--pages needs --site, which writes a site of pages");
  const settings = resolveSettings(target === undefined ? {} : { spec: toRelativePath(target) });
  reportBuiltInSpec(settings, "docs", io, "contract docs FILE");
  const clientModule = settings.isSpecConfigured ? undefined : BUILT_IN_CLIENT;
  const editUrl = settings.isSpecConfigured ? formatEditUrl(edit, settings.spec) : undefined;
  const common = { title, clientModule, tryServers: tryServer, editUrl };
  const read = (): SpecVersions => {
    const versions = readVersions(settings.spec, options);
    for (const line of describeUnusable(versions.document, "the reference shows any value")) io.stderr(`${line}\n`);
    return versions;
  };
  if (site !== undefined) {
    const sourceDateEpoch = io.env.SOURCE_DATE_EPOCH;
    const work = (): number => {
      const { document, versions } = read();
      return writeSiteProject(document, site, { ...common, versions, pages, url, edit, sourceDateEpoch });
    };
    const count = await showStatus(io, false, { text: `writing the site to ${site}`, work });
    io.stderr(
      `wrote ${pluralize(count, "page")} and the reference to ${site}; build them with: cd ${site} && npm install && npm run build\n`,
    );
  } else if (out !== undefined) {
    const work = (): void => {
      const { document, versions } = read();
      const reference = createReference(document, { ...common, versions, url: url && `${url}/` });
      emptyDirectory(out, { option: "--out", mark: "reference.json" });
      writeDirectory(out, new Map([...reference.files, ...readReferenceApp()]));
    };
    await showStatus(io, false, { text: `writing the reference to ${out}`, work });
    io.stderr(`wrote the reference to ${out}; any web server can serve it\n`);
  } else await serveReference(read, { ...common, isLive: true }, { port, host, io });
  return 0;
}

/** The current version of a spec, its other versions, and the files of all, which the reference follows. */
export type SpecVersions = ReturnType<typeof readVersions>;

export function readVersions(spec: string, { otherVersion = [], edit }: CommandOptions<"docs">) {
  const files = new Set<string>();
  const read = (file: string): Document =>
    loadPartialDocument(file, (path) => {
      if (!isSpecUrl(path)) files.add(path);
      return readTextFile(path);
    });
  const document = read(spec);
  const versions = otherVersion.map((it) => {
    if (it.name === getVersion(document))
      throw new UsageError(`--other-version ${it.name} is the version of ${spec}; give the other version another name`);
    return { name: it.name, document: read(it.spec), editUrl: formatEditUrl(edit, it.spec) };
  });
  return { document, versions, files };
}

/** Serves the reference until the process is interrupted, and reads the specs again after each change of their files. */
export async function serveReference(
  read: () => SpecVersions,
  options: ReferenceOptions,
  { port, host, io }: { readonly port: number; readonly host: string; readonly io: Io },
): Promise<void> {
  const app = readReferenceApp();
  const readers = new Set<ServerResponse>();
  let reading = read();
  let reference: Reference | undefined;
  const watched = new Set<string>();
  const readAgain = (): void => {
    try {
      reading = read();
      reference = undefined;
      watchAll();
      for (const reader of readers) reader.write("data: changed\n\n");
    } catch (error) {
      io.stderr(`${getErrorMessage(error)}\nThe reference still shows the spec before this change.\n`);
    }
  };
  const watchAll = (): void => {
    for (const file of reading.files) {
      if (watched.has(file)) continue;
      watched.add(file);
      watchFile(file, { interval: WATCH_INTERVAL_MS }, readAgain);
    }
  };
  const sendFile = (name: string, response: ServerResponse): void => {
    reference ??= createReference(reading.document, { ...options, versions: reading.versions });
    const content = reference.files.get(name) ?? app.get(name);
    const type = MEDIA_TYPES[extname(content === undefined ? "404.html" : name)] ?? "application/octet-stream";
    response.writeHead(content === undefined ? 404 : 200, { "content-type": type, "cache-control": "no-cache" });
    response.end(content ?? reference.files.get("404.html"));
  };
  const followChanges = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.flushHeaders();
    readers.add(response);
    response.on("close", () => readers.delete(response));
  };
  const respond = (path: string, response: ServerResponse): void => {
    try {
      if (path === "/changes") followChanges(response);
      else sendFile(path.slice(1).replace(/(^|\/)$/, "$1index.html"), response);
    } catch (error) {
      io.stderr(`${getErrorMessage(error)}\n`);
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(getErrorMessage(error));
    }
  };
  const server = createServer(({ url = "/" }, response) => respond(url.replace(/[?#].*$/s, ""), response));
  io.stdout(`${await listenOn(server, host, port)}/\n`);
  // Watched files keep the process running, so that it would not end if it cannot listen.
  watchAll();
  await waitForInterrupt(io);
  await closeServer(server);
  for (const file of watched) unwatchFile(file, readAgain);
}

const WATCH_INTERVAL_MS = 200;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};
