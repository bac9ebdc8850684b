import { unwatchFile, watchFile } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname } from "node:path";
import {
  createReference,
  getVersion,
  type Reference,
  type ReferenceOptions,
  type SpecVersion,
} from "../../docs/index.js";
import { assertComplete, type Document, isSpecUrl, loadDocument, readTextFile } from "../../document/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import { listenOn } from "../process/listen-on.js";
import { formatEditUrl } from "./page-sources.js";
import { readReferenceApp } from "./write-directory.js";

/** The current version of a spec, its other versions, and the files of all, which the reference follows. */
export type SpecVersions = {
  readonly document: Document;
  readonly versions: readonly SpecVersion[];
  readonly files: ReadonlySet<string>;
};

export function readVersions(spec: string, { otherVersion = [], edit }: CommandOptions<"docs">): SpecVersions {
  const files = new Set<string>();
  const read = (file: string): Document => {
    const document = loadDocument(file, (path) => {
      if (!isSpecUrl(path)) files.add(path);
      return readTextFile(path);
    });
    assertComplete(document);
    return document;
  };
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
  watchAll();
  const server = createServer(({ url = "/" }, response) => respond(url.replace(/[?#].*$/s, ""), response));
  io.stdout(`${await listenOn(server, host, port)}/\n`);
  await waitForInterrupt(io);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
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
