/** A reader of pages, which knows only the spec, gets every record of a list once, in every style of paging. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";

type FullSchema = { readonly type: string };
/** A schema in short: see pages.yaml. */
type Short = string | FullSchema | { readonly [name: string]: Short };
type Page = Readonly<Record<string, unknown>>;
type Style = {
  readonly is: string;
  readonly query: Readonly<Record<string, Short>>;
  readonly size?: string;
  readonly style?: string;
  readonly page: Short;
  readonly items?: string;
  readonly ids?: "integer" | "string";
  readonly sent?: "reversed";
  readonly next: string | Readonly<Record<string, string>>;
  readonly while?: string;
  readonly until?: string;
  readonly pages?: string;
  readonly members?: Readonly<Record<string, readonly unknown[]>>;
};

const STYLES = load(readFileSync(join(import.meta.dirname, "pages.yaml"), "utf8")) as readonly Style[];
const ITEMS = { type: "array", items: { $ref: "#/components/schemas/Note" } };
const SCHEMAS: Readonly<Record<string, object>> = {
  text: { type: "string" },
  uri: { type: "string", format: "uri", example: "https://x.example/notes?page=7" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  items: ITEMS,
};

/** Whether a schema is written in full. */
function isSchema(short: Short): short is FullSchema {
  return typeof short === "object" && ("type" in short || "anyOf" in short);
}

function toSchema(short: Short, mark = ""): object {
  if (isSchema(short)) return short;
  if (typeof short === "object" && Array.isArray(short.allOf)) return { allOf: short.allOf.map((it) => toSchema(it)) };
  const orNull = (schema: object, type: string) => ({ ...schema, type: mark === "?" ? [type, "null"] : type });
  if (typeof short === "object") {
    const members = Object.entries(short).map(([name, it]) => [name.replace(/[?!]$/, ""), name.slice(-1), it] as const);
    const properties = members.map(([name, end, it]) => [name, toSchema(it, end)]);
    const required = members.filter(([, end, it]) => end === "!" || /^\w+!/.test(String(it))).map(([name]) => name);
    return orNull(
      { properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) },
      "object",
    );
  }
  const [, name = "", end = "", example] = /^(\w+)([?!]?)(?: (.*))?$/.exec(short) ?? [];
  const { type, ...schema } = SCHEMAS[name] as { readonly type: string };
  const more =
    example === "from 0" ? { minimum: 0, default: 0 } : { example: type === "integer" ? Number(example) : example };
  const types = end === "?" ? [type, "null"] : type;
  return { ...schema, type: types, ...(example === undefined ? {} : more) };
}

function createSpec({ query, style, page, ids = "string" }: Style): object {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const note = { $ref: "#/components/schemas/Note" };
  const sized = { ...(hasSize(query) ? {} : { limit: "integer" }), ...query };
  const parameters = Object.entries(sized).map(([name, short]) => ({
    ...{ name, in: "query", schema: toSchema(short) },
    ...(style === undefined ? {} : { style, explode: true }),
  }));
  const headers = page === "items" ? { Link: { schema: { type: "string" } } } : {};
  const listed = { "200": { description: "d", headers, ...json(toSchema(page)) } };
  const added = { "201": { description: "d", ...json(note) } };
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/notes": {
        get: { operationId: "listNotes", parameters, responses: listed },
        post: { operationId: "addNote", requestBody: json(note), responses: added },
      },
    },
    components: { schemas: { Note: toSchema({ id: { type: ids, readOnly: true } as never, text: "text" }) } },
  };
}

/** Whether a query has the size, as the last of several parameters, or in an object. */
function hasSize(query: Style["query"]): boolean {
  const members = Object.values(query);
  return members.length > 1 || members.some((it) => typeof it === "object" && !isSchema(it));
}

const at = (page: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Page | null | undefined)?.[name], page);

type Walk = { readonly seen: number; readonly pages: number; readonly last: unknown; readonly link: string | null };

/** The URL or the query of the page after a page; undefined after the last one. */
function findNext({ next, pages, ...style }: Style, page: Page, walk: Walk): string | undefined {
  const ends = style.until === undefined ? false : at(page, style.until);
  if (style.while !== undefined && at(page, style.while) !== true) return undefined;
  if (ends === true || (typeof ends === "number" && walk.seen >= ends)) return undefined;
  if (pages !== undefined && walk.pages >= Number(at(page, pages))) return undefined;
  if (next === "Link") return /<([^>]*)>; rel="next"/.exec(walk.link ?? "")?.[1];
  if (typeof next === "string") return (at(page, next) as string | null) ?? undefined;
  const [[name = "", value = ""] = []] = Object.entries(next);
  const [, path = "", more] = /^\$(\S+)(?: (\d+))?$/.exec(value) ?? [];
  const found = path in walk ? walk[path as keyof Walk] : at(page, path);
  if (more !== undefined) return `${name}=${Number(found) + Number(more)}`;
  return found === null || found === undefined || found === "" || (found === 0 && path !== "pages")
    ? undefined
    : `${name}=${found}`;
}

test.each(STYLES)("$is", async (style) => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  const spec = join(folder, "openapi.json");
  writeFileSync(spec, JSON.stringify(createSpec(style)));
  const sandbox = await createSandbox({ spec, data: "none" });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const list = `${new URL(sandbox.url).origin}/notes`;
  const sent = ["a", "b", "c", "d", "e"];
  const headers = { "content-type": "application/json" };
  for (const it of sent) await fetch(list, { method: "POST", headers, body: JSON.stringify({ text: it }) });
  const named = Object.keys(style.query).length > 1 ? Object.keys(style.query).at(-1) : "limit";
  const size = encodeURIComponent(style.size ?? named ?? "");
  const seen: unknown[] = [];
  const pages: Page[] = [];
  let url: string | undefined = `${list}?${size}=2`;
  for (let count = 0; url !== undefined && count < 5; count += 1) {
    const response: Response = await fetch(url);
    const page = (await response.json()) as Page;
    expect(response.status, JSON.stringify(page)).toBe(200);
    for (const [link = ""] of JSON.stringify(page).matchAll(/https?:[^"]*/g)) expect(link).toContain(list);
    const found = Array.isArray(page) ? page : Object.values(page).find(Array.isArray);
    const shown = (style.items === undefined ? found : at(page, style.items)) as { id: string; text: string }[];
    seen.push(...shown.map((it) => it.text));
    pages.push(page);
    const walk = { seen: seen.length, pages: pages.length, last: shown.at(-1)?.id, link: response.headers.get("link") };
    const next = findNext(style, page, walk);
    url = next === undefined || next.startsWith("http") ? next : `${list}?${size}=2&${next}`;
  }
  expect(seen).toEqual(style.sent === "reversed" ? sent.toReversed() : sent);
  for (const [path, expected] of Object.entries(style.members ?? {}))
    expect(
      pages.map((page) => at(page, path)),
      path,
    ).toEqual(expected.map(toExpectation));
});

/** A text between slashes is a regular expression, and an empty object is any. */
function toExpectation(value: unknown): unknown {
  if (typeof value === "string") return expect.stringMatching(new RegExp(value.slice(1, -1)));
  return value !== null && typeof value === "object" ? expect.any(Object) : value;
}
