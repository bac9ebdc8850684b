/**
 * A table of servers and requests. The hand-written verdicts must agree with the router and with a second matcher. It fills the
 * variables with texts of the request, and compares the URLs that the URL parser of the platform has normalized.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createRouter, type Router } from "../../../src/check/index.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";

type Row = {
  readonly server: string;
  readonly variables?: Readonly<Record<string, string | readonly string[]>>;
  /** The URL of the spec. */
  readonly at?: string;
  readonly yes: string;
  readonly no: string;
};

const ROWS = parse(readFileSync(join(import.meta.dirname, "server-table.yaml"), "utf8")) as readonly Row[];

const listUrls = (urls: string): string[] => urls.split(/\s+/);

const CASES = ROWS.flatMap((row) =>
  (["yes", "no"] as const).flatMap((verdict) => listUrls(row[verdict]).map((url) => ({ row, url, verdict }))),
);

function createTableRouter({ server, variables = {}, at }: Row): Router {
  const described = Object.entries(variables).map(([name, values]): [string, object] =>
    typeof values === "string" ? [name, { default: values }] : [name, { default: values[0], enum: values }],
  );
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: server, variables: Object.fromEntries(described) }],
    paths: { "/pet": { get: { responses: { "200": { description: "d" } } } } },
  };
  return createRouter(listOperations(loadDocument(at ?? "openapi.json", () => JSON.stringify(spec))));
}

/** Whether some values of the variables make a server URL that, with the path behind it, is the requested URL. */
function isAddressed(row: Row, requested: string): boolean {
  const url = new URL(requested);
  const target = normalize(url);
  const names = [...row.server.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return combine(names.map((name) => listValues(row, name, url))).some((values) => {
    const filled = names.reduce((text, name, index) => text.replace(`{${name}}`, values[index] ?? ""), row.server);
    const server = parseUrl(filled.replace(/[?#].*/, ""), row.at ?? url.origin);
    if (server === undefined) return false;
    server.pathname = `${server.pathname.replaceAll(/\/+/g, "/").replace(/\/$/, "")}/pet`;
    return normalize(server) === target;
  });
}

function parseUrl(text: string, base: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/** The texts of a request that can stand in the place of a variable: between the delimiters of that part of the URL. */
function listValues({ server, variables = {} }: Row, name: string, url: URL): readonly string[] {
  const values = variables[name];
  if (Array.isArray(values)) return values as readonly string[];
  const fallback = typeof values === "string" ? values : "x";
  const start = server.slice(0, server.indexOf(`{${name}}`));
  const end = server.slice(start.length + name.length + 2);
  if (start === "" && end.startsWith("://")) return ["http", "https", fallback];
  if (start === "") return [fallback];
  const isPath = /^(?:[^/]*\/\/[^/]*)?\//.test(start) || fallback.startsWith("/") || fallback === "";
  if (isPath) return cut(url.pathname, "/-").flatMap((it) => [it, `/${it}`]);
  if (fallback.startsWith(":")) return ["", `:${url.port}`];
  if (start.endsWith(":")) return ["", url.port];
  return cut(url.host, ".:-").concat(cut(`[${url.hostname.replaceAll(/[[\]]/g, "")}]`, ""), url.host);
}

/** All parts of a text that begin and end at a delimiter, and the empty one. */
function cut(text: string, delimiters: string): string[] {
  const ends = [...text].flatMap((char, at) => (delimiters.includes(char) ? [at, at + 1] : []));
  const places = [...new Set([0, ...ends, text.length])];
  return [...new Set(places.flatMap((from) => places.filter((to) => to >= from).map((to) => text.slice(from, to))))];
}

function combine(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );
}

/** The scheme, host, port and path of a URL. The platform leaves encoded characters as they are. */
function normalize({ protocol, host, pathname }: URL): string {
  const path = pathname.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : triplet.toUpperCase();
  });
  return `${protocol}//${host}${path}`;
}

test("the table is large", () => {
  expect(CASES.length).toBeGreaterThan(200);
  for (const { yes, no } of ROWS) expect(Math.min(listUrls(yes).length, listUrls(no).length)).toBeGreaterThan(0);
});

test.each(ROWS)("$server", (row) => {
  const router = createTableRouter(row);
  for (const verdict of ["yes", "no"] as const) {
    for (const url of listUrls(row[verdict])) {
      const found = router.match("GET", url).kind === "operation";
      expect({ url, isAddressed: isAddressed(row, url), found }).toEqual({
        url,
        isAddressed: verdict === "yes",
        found: verdict === "yes",
      });
    }
  }
});
