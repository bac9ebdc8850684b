import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ORIGIN = "https://site.example";

/** Returns a line for each link of the built pages to a page, file or anchor of the site that does not exist. Needs no browser. */
export function findDeadLinks(directory: string, base: string): string[] {
  const files = new Set(readdirSync(directory, { recursive: true }).map((name) => String(name).replaceAll("\\", "/")));
  // reference.html is a program of Redocly that makes its links in the browser; test/docs/reference.test.ts checks it.
  const pages = new Map(
    [...files]
      .filter((name) => /(^|\/)(index|404)\.html$/.test(name))
      .map((name) => [name, readPage(join(directory, name))]),
  );
  return [...pages].flatMap(([name, { links }]) => {
    const from = `${ORIGIN}${base}${name.replace(/index\.html$/, "")}`;
    return [...new Set(links)].flatMap((link) => {
      const { origin, pathname, hash } = new URL(link, from);
      if (origin !== ORIGIN) return [];
      if (!pathname.startsWith(base)) return [`/${name} links to ${link}, which is not below ${base}`];
      const target = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
      if (!files.has(target)) return [`/${name} links to ${link}, which does not exist`];
      const id = decodeURIComponent(hash.slice(1));
      const hasId = id === "" || (pages.get(target)?.ids.has(id) ?? true);
      return hasId ? [] : [`/${name} links to ${link}, where nothing has this id`];
    });
  });
}

type Page = { readonly links: readonly string[]; readonly ids: ReadonlySet<string> };

function readPage(file: string): Page {
  const html = readFileSync(file, "utf8").replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "");
  const read = (attribute: RegExp): string[] =>
    [...html.matchAll(attribute)].map(([, , value = ""]) => decodeText(value));
  return {
    links: read(/<[a-z][^<>]*?\s(?:href|src)=(["']?)([^"'\s>]*)\1/g),
    ids: new Set(read(/<[a-z][^<>]*?\sid=(["']?)([^"'\s>]*)\1/g)),
  };
}

function decodeText(text: string): string {
  return text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === "" ? 10 : 16)),
    )
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
