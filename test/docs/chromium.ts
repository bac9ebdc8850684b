import { accessSync, constants } from "node:fs";
import { createServer, type Server } from "node:http";
import { delimiter, join } from "node:path";
import { type Browser, chromium as playwright } from "playwright-core";
import { closeServer, listenOn } from "../../src/cli/process/listen-on.js";

/** A host name that does not exist. Telemetry is off on localhost, so pages are tested under this name. */
export const HOST = "docs.commerce-contract.example";

/** The path of Chromium. Without it, tests are skipped, but fail in CI. */
export const chromiumPath: string | undefined = findChromium();

if (chromiumPath === undefined) {
  if (process.env.CI === "true")
    throw new Error("no chromium on the PATH: install it, or unset CI to skip browser tests");
  process.stderr.write("browser tests are skipped: no chromium or chromium-browser on the PATH\n");
}

/** Starts a browser that resolves HOST to this machine and sends no requests of its own. */
export function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: chromiumPath ?? "",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    ],
  });
}

export type Site = { readonly origin: string; readonly close: () => Promise<void> };

/** Serves files by name under HOST; `/` is the first one. */
export async function serve(
  files: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? "/").slice(1) || [...files.keys()][0];
    const content = files.get(path ?? "");
    const type = path?.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(content === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8`, ...headers });
    response.end(content ?? "");
  });
  const origin = (await listenOn(server)).replace("127.0.0.1", HOST);
  return { origin, close: () => closeServer(server) };
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = ["chromium", "chromium-browser"].flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
