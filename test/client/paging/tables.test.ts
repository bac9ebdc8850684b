/** Links, pages and whole lists, for many small inputs. */
import { join } from "node:path";
import { test } from "vitest";
import { followLink, iteratePages } from "../../../src/client/paging/iterate-pages.js";
import { createLinkedReader, createStartTimeReader, findNextLink } from "../../../src/client/paging/page-readers.js";
import { normalizeBaseUrl } from "../../../src/client/request/base-url.js";
import { attempt, describeError, expectTable, map, type Row } from "../table.js";

test("links and pages", async () => {
  const refuse = (what: string): never => {
    throw new Error(what);
  };
  const follow = (link: string) =>
    attempt(() => followLink(link, "https://a.example/v1", "https://a.example/v1/orders?limit=1#x", refuse));
  const pages: readonly unknown[] = [
    ...[
      {},
      { links: null },
      { links: [] },
      { links: [{ rel: "next", href: "/b" }] },
      { links: [null, { rel: "prev", href: "/a" }] },
    ],
    ...[
      { links: [{ rel: "next" }] },
      { links: [{ rel: "next", href: 1 }] },
      { links: [{ rel: "next", href: "/b", method: "POST" }] },
    ],
    { links: [{ rel: "next", href: "/b", method: "GET" }] },
  ];
  const at = (createdAt: string, id: number): object => ({ createdAt, id });
  const walks: readonly (readonly (readonly [items: readonly unknown[], body: object, url: string])[])[] = [
    [[[], {}, "https://a.example/?count=2"]],
    [[[at("1", 1)], {}, "https://a.example/?count=2"]],
    [
      [[at("1", 1), at("2", 2)], {}, "https://a.example/?count=2"],
      [[at("2", 2), at("3", 3)], {}, "https://a.example/?count=2&start=2"],
      [[at("3", 3)], {}, "https://a.example/?count=2&start=3"],
    ],
    [
      [[at("1", 1), at("1", 2)], {}, "https://a.example/?count=2"],
      [[at("1", 1), at("1", 2), at("1", 3), at("2", 4)], {}, "https://a.example/?count=4"],
    ],
    [[[at("2", 1), at("1", 2)], {}, "https://a.example/?count=2"]],
    [[[at("1", 1), at("2", 2)], { start: 0, total: 2 }, "https://a.example/"]],
    [
      [[at("1", 1), at("2", 2)], { start: 0, total: 3 }, "https://a.example/"],
      [[at("2", 2), at("3", 3)], { start: 1, total: 3 }, "https://a.example/"],
    ],
    [[[null, at("2", 2)], {}, "https://a.example/"]],
    [
      [[at("1", 1), at("2", 2)], {}, "https://a.example/"],
      [[at("1", 1), at("3", 2)], {}, "https://a.example/?start=2"],
    ],
  ];
  await expectTable(join(import.meta.dirname, "tables"), "pages", [
    ...map(
      [
        "?page=2",
        "/v1/orders?page=2",
        "/orders?page=2",
        "https://a.example/v1/orders?page=2#y",
        "https://b.example/v1/orders?page=2",
        "/v1/others?page=2",
        "/v1/ord%65rs?p",
        "//a.example/v1/orders",
        "http://a.example/v1/orders",
        "/v1/%zz",
        "",
        "https://u:p@a.example/v1/orders?x=secret",
        "http://[",
      ],
      follow,
    ),
    ...map(
      [
        '<a>; rel="next"',
        "<a>; rel=next",
        '<a>; rel="prev", <b>; rel="last next"',
        '<a>; rel="nextish"',
        "<a>; title=next",
        "",
        '<a>;rel = "next"',
        "<a> rel=next",
        '<a>; REL="NEXT"',
        '<a>; rel="first", <b>; x="y"; rel=next',
      ],
      findNextLink,
    ),
    ...map(pages, (it) => createLinkedReader()([1], it as object, "")),
    ...walks.map((walk): Row => {
      const read = createStartTimeReader("start", "count");
      return [walk, walk.map(([items, body, url]) => attempt(() => read(items, body, url)))];
    }),
    ...map(
      [
        "https://a.example",
        "https://a.example/v1/",
        "http://a.example//",
        "ftp://a.example",
        "/v1",
        "https://a.example?x",
        "https://u:p@a.example",
        "",
        "HTTPS://A.example/V1",
      ],
      (it) => attempt(() => normalizeBaseUrl("baseUrl", it)),
    ),
  ]);
});

test("whole lists", async () => {
  const page = (items: unknown, next?: string): object => ({
    items,
    links: next === undefined ? [] : [{ rel: "next", href: next }],
  });
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    one: [page([1, 2])],
    three: [page([1], "?p=1"), page([2], "?p=2"), page([])],
    repeats: [page([1], "?p=1"), page([2], "?p=1")],
    "no array": [page("text")],
    missing: [page(undefined)],
    "fails first": [new Error("first")],
    "fails later": [page([1], "?p=1"), new Error("later")],
    foreign: [page([1], "https://b.example/")],
    many: [page([1], "?p=1"), page([2], "?p=2"), page([3], "?p=3"), page([4])],
    "no link": [{ items: [1], links: [{ rel: "next" }] }],
  };
  const rows: Row[] = [];
  for (const [name, responses] of Object.entries(lists))
    for (const resume of [undefined, "?p=7"]) {
      let count = 0;
      const read = async (): Promise<unknown> => {
        const found = responses[count++];
        if (found instanceof Error) throw found;
        return found;
      };
      const seen: unknown[] = [];
      try {
        const source = [
          "items",
          createLinkedReader(),
          "https://a.example",
          "https://a.example/list?limit=1",
          read,
        ] as const;
        for await (const { items, next } of iteratePages("list", source, resume, 3)) seen.push([items, next]);
      } catch (error) {
        seen.push(describeError(error));
      }
      rows.push([[name, resume], seen]);
    }
  await expectTable(join(import.meta.dirname, "tables"), "lists", rows);
});
