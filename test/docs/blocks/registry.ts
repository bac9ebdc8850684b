/** A package registry on loopback: what the optional peers of this project need, from node_modules. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ROOT } from "./read.js";

export type Registry = { readonly url: string; readonly close: () => void };

/** @param folder where tarballs are written to */
export async function openRegistry(folder: string): Promise<Registry> {
  const tarballs = new Map<string, string>();
  const tarballOf = (name: string): string => {
    const known = tarballs.get(name) ?? pack(name, folder);
    tarballs.set(name, known);
    return known;
  };
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const [name = "", isTarball] = path.endsWith("/-/package.tgz")
      ? [path.slice(0, -"/-/package.tgz".length), true]
      : [path];
    const source = join(ROOT, "node_modules", name);
    if (!existsSync(join(source, "package.json"))) {
      response.writeHead(404).end("{}");
      return;
    }
    if (isTarball === true) {
      response.end(readFileSync(tarballOf(name)));
      return;
    }
    const description = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string };
    const dist = { tarball: `http://${AUTHORITY()}/${name}/-/package.tgz` };
    const versions = { [description.version]: { ...description, dist } };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: description.version }, versions }));
  });
  const AUTHORITY = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://${AUTHORITY()}/`, close: () => void server.close() };
}

/** An installed package, without the binaries of other platforms and without C sources. */
function pack(name: string, folder: string): string {
  const file = join(folder, `${name.replaceAll("/", "-")}.tgz`);
  const [scope, base] = name.startsWith("@") ? name.split("/") : [".", name];
  const others = PLATFORMS.filter((it) => it !== process.platform).map((it) => `--exclude=prebuilds/${it}-*`);
  const parent = join(ROOT, "node_modules", scope ?? ".");
  execFileSync("tar", ["-czf", file, ...others, "--exclude=sqlite/src/upstream", "-C", parent, base ?? name]);
  return file;
}

const PLATFORMS = ["darwin", "linux", "win32"];
