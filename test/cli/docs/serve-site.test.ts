/** `contract docs` with a built site: which file each path has, redirects, and directories without a site. */
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBuiltSite, servePages } from "../../../src/cli/docs/serve-pages.js";
import { type Io, UsageError } from "../../../src/cli/process/io.js";
import { createFolder } from "../run-contract.js";

function createIo(signal: AbortSignal, stdout: (text: string) => void): Io {
  const stdin = (async function* () {})();
  return { stdout, stderr: () => undefined, stdin, env: {}, signal, isTerminal: false };
}

/** Serves a directory, and returns its printed URL and the response to a path, which is sent as it is. */
async function serve(directory: string) {
  const stop = new AbortController();
  let served: Promise<unknown> = Promise.resolve();
  const printed = await new Promise<string>((started, failed) => {
    const { base, findPage } = openBuiltSite(directory);
    served = servePages(findPage, { port: 0, base }, createIo(stop.signal, started));
    served.catch(failed);
  });
  onTestFinished(() => stop.abort());
  const { port } = new URL(printed);
  const get = (path: string): Promise<string> =>
    new Promise((done, failed) => {
      const sent = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
        const { location, "content-type": type } = response.headers;
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          done([response.statusCode, location ?? type, Buffer.concat(parts)].filter((it) => String(it)).join(" ")),
        );
      });
      sent.on("error", failed).end();
    });
  const end = async () => {
    stop.abort();
    return served;
  };
  return { printed: printed.replace(port, "PORT"), get, end };
}

const HTML = "text/html; charset=utf-8";

test("a site at the root", async () => {
  const directory = createFolder({
    ...{ "site/index.html": "start", "site/404.html": "none", "site/a b/index.html": "inner", "outside.txt": "no" },
    ...{ "site/a.css": "c", "site/a.js": "j", "site/a.json": "o", "site/a.md": "m", "site/a.png": "p" },
    ...{ "site/a.svg": "s", "site/a.txt": "t", "site/a.wasm": "w", "site/a.xml": "x", "site/a.bin": "b" },
  });
  const { printed, get, end } = await serve(join(directory, "site"));
  expect(printed).toBe("http://127.0.0.1:PORT/\n");
  const expected = {
    "/": `200 ${HTML} start`,
    "/?a=/b": `200 ${HTML} start`,
    "/index.html": `200 ${HTML} start`,
    "/a%20b/": `200 ${HTML} inner`,
    "/a%20b": "302 /a%20b/",
    "/gone": `404 ${HTML} none`,
    "/gone/": `404 ${HTML} none`,
    "/%": `404 ${HTML} none`,
    "/%00": `404 ${HTML} none`,
    "/..%2foutside.txt": `404 ${HTML} none`,
    "/..%5coutside.txt": `404 ${HTML} none`,
    "/a.css": "200 text/css; charset=utf-8 c",
    "/a.js": "200 text/javascript; charset=utf-8 j",
    "/a.json": "200 application/json o",
    "/a.md": "200 text/markdown; charset=utf-8 m",
    "/a.png": "200 image/png p",
    "/a.svg": "200 image/svg+xml s",
    "/a.txt": "200 text/plain; charset=utf-8 t",
    "/a.wasm": "200 application/wasm w",
    "/a.xml": "200 application/xml x",
    "/a.bin": "200 application/octet-stream b",
  };
  const found = await Promise.all(Object.keys(expected).map(async (path) => [path, await get(path)]));
  expect(Object.fromEntries(found)).toEqual(expected);
  await end();
});

test("a site with a base path, in the directory of its project", async () => {
  const index = '<link href="/other.css"><script src="/docs/_astro/a.js"></script>';
  const { printed, get, end } = await serve(
    createFolder({ "dist/index.html": index, "dist/a.txt": "t", "dist/in/index.html": "inner" }),
  );
  expect(printed).toBe("http://127.0.0.1:PORT/docs/\n");
  const expected = {
    "/": "302 /docs/",
    "/docs": "302 /docs/",
    "/docs/": `200 ${HTML} ${index}`,
    "/docs/a.txt": "200 text/plain; charset=utf-8 t",
    "/docs/in": "302 /docs/in/",
    "/a.txt": `404 ${HTML} Not found`,
    "/docsa.txt": `404 ${HTML} Not found`,
  };
  const found = await Promise.all(Object.keys(expected).map(async (path) => [path, await get(path)]));
  expect(Object.fromEntries(found)).toEqual(expected);
  await end();
});

test("a directory without a built site", () => {
  const folder = createFolder({ "project/site.json": "{}", "other/a.txt": "" });
  const [project, other] = [join(folder, "project"), join(folder, "other")];
  expect(() => openBuiltSite(project)).toThrow(
    new UsageError(`the site in ${project} is not built; run: cd ${project} && npm install && npm run build`),
  );
  expect(() => openBuiltSite(other)).toThrow(
    new UsageError(`${other} contains no site; pass an OpenAPI document, or write a site with --out or --site`),
  );
});
