/** A reader of pages, which knows only the spec, gets every record of a list once, in every style of paging. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";

type Page = Readonly<Record<string, unknown>>;
type Style = {
  readonly is: string;
  /** Query parameters besides the limit. */
  readonly query: Readonly<Record<string, object>>;
  readonly page: object;
  /** The query, or the URL, of the page after this one; undefined after the last one. */
  readonly next: (page: Page, seen: number) => string | undefined;
};

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const items = { type: "array", items: { $ref: "#/components/schemas/Note" } };
const orNull = (schema: object) => ({ ...schema, type: [(schema as { type: string }).type, "null"] });
const at = (page: Page, ...path: readonly string[]) =>
  path.reduce<unknown>((value, name) => (value as Page | null | undefined)?.[name], page);
const query = (name: string, value: unknown) => (value == null || value === "" ? undefined : `${name}=${value}`);

const STYLES: readonly Style[] = [
  {
    is: "a cursor",
    query: { cursor: text },
    page: object({ data: items, next_cursor: text }),
    next: (page) => query("cursor", page.next_cursor),
  },
  {
    is: "a cursor with an example",
    query: { marker: text },
    page: object({ entries: items, next_marker: { ...text, example: "abc" } }),
    next: (page) => query("marker", page.next_marker),
  },
  {
    is: "a cursor of any name, and whether it is done",
    query: { iterator: text },
    page: object(
      { data: items, iterator: { ...orNull(text), example: "iterator" }, done: { type: "boolean" } },
      { required: ["data", "done"] },
    ),
    next: (page) => (page.done === true ? undefined : query("iterator", page.iterator)),
  },
  {
    is: "an object for the next page",
    query: { offset: text },
    page: object({
      data: items,
      next_page: orNull(
        object({
          offset: { ...text, example: "eyJ" },
          path: text,
          uri: { ...text, format: "uri", example: "https://x.example/n" },
        }),
      ),
    }),
    next: (page) => query("offset", at(page, "next_page", "offset")),
  },
  {
    is: "a URL",
    query: { page: integer },
    page: object({ data: items, next: { ...text, format: "uri" } }),
    next: (page) => page.next as string | undefined,
  },
  {
    is: "links of a page in allOf",
    query: { page: integer },
    page: {
      allOf: [
        object({ data: items }),
        object({
          links: object({
            self: { ...text, format: "uri" },
            next: { ...text, format: "uri", example: "https://x.example/notes?page=3" },
            prev: { ...text, format: "uri" },
          }),
        }),
      ],
    },
    next: (page) => at(page, "links", "next") as string | undefined,
  },
  {
    is: "an offset and a total",
    query: { offset: integer },
    page: object({ notes: items, total: integer }),
    next: (page, seen) => (seen < Number(page.total) ? `offset=${seen}` : undefined),
  },
  {
    is: "page numbers, and whether there is more",
    query: { page: integer },
    page: object({ items, has_more: { type: "boolean" } }),
    next: (page, seen) => (page.has_more === true ? `page=${seen / 2 + 1}` : undefined),
  },
  {
    is: "a truncated list",
    query: { cursor: text },
    page: object({ data: items, is_truncated: { type: "boolean" }, next_cursor: text }),
    next: (page) => (page.is_truncated === true ? query("cursor", page.next_cursor) : undefined),
  },
];

function createSpec({ query: parameters, page }: Style): object {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const note = { $ref: "#/components/schemas/Note" };
  const listed = Object.entries({ ...parameters, limit: integer }).map(([name, schema]) => ({
    name,
    in: "query",
    schema,
  }));
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          parameters: listed,
          responses: { "200": { description: "d", ...json(page) } },
        },
        post: {
          operationId: "addNote",
          requestBody: json(note),
          responses: { "201": { description: "d", ...json(note) } },
        },
      },
    },
    components: { schemas: { Note: object({ id: { type: "string", readOnly: true }, text }) } },
  };
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
  for (const it of sent)
    await fetch(list, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: it }),
    });
  const seen: unknown[] = [];
  let url: string | undefined = `${list}?limit=2`;
  for (let count = 0; url !== undefined && count < 5; count += 1) {
    const response = await fetch(url);
    const page = (await response.json()) as Page;
    expect(response.status, JSON.stringify(page)).toBe(200);
    const shown = Object.values(page).find(Array.isArray) as { text: string }[];
    seen.push(...shown.map((it) => it.text));
    const next = style.next(page, seen.length);
    url = next === undefined || next.startsWith("http") ? next : `${list}?limit=2&${next}`;
  }
  expect(seen).toEqual(sent);
});
