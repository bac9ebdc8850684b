/** Pages written in Markdown: their paths, titles and links, the sidebar, and the files of the site. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rewritePageLinks, rewriteSiteLinks } from "../../src/docs/page-links.js";
import type { Reference } from "../../src/docs/reference-files.js";
import { createSlug } from "../../src/docs/shared-names.js";
import { createSidebar, createSiteFiles, findBrokenLinks } from "../../src/docs/site-files.js";
import { createWrittenPages, type SitePage } from "../../src/docs/written-pages.js";

const GUIDE = `<!-- a comment
of two lines -->

# The \`first\` guide

Says *what* it does. And more.
<!-- another -->
See [the second](second.md), [a part](./sub/third.md#part), [its end](#end), ![a picture](img/a.png), [out](https://a.example/b.md),
[mail](mailto:a@b.example), [root](/x.md), [the code \`a]b\` \\] here](second.md), [start](index.md), [start](index.md#top), [gone](gone.md),
[a colon](sub/a:b.md), [upper case](TEL:1).

# Second heading

\`\`\`sh exit=1
<!-- stays --> [the second](second.md)
\`\`\`

\`\`\`ts title="a.ts" other
\`\`\`

  ~~~~json output title=b.json
  ~~~~

\`\`\`js
\`\`\`
`;

const FILES = {
  "guide.md": GUIDE,
  "second.md": "\r\ntext only\r\n\r\n[up](guide.md)",
  "sub/third.md": "#   Third  \n\n[up](../guide.md) [beside](fourth.md) [here](./third.md) [../..](../../out.md)",
  "sub/fourth.md": "#Fifth\n# Fourth",
  "index.md": "# Start\n",
  "picture.png": "",
};

const SIDEBAR = `- { group: Basics, pages: [second.md, absent.md, guide.md], path: basics }
- { group: More, pages: [sub/third.md] }
- { group: Empty, pages: [] }
`;

const map = (files: object): Map<string, string> => new Map(Object.entries(files));

describe("written pages", () => {
  test.each([
    ["without a sidebar", FILES],
    ["with a sidebar", { ...FILES, "sidebar.yaml": SIDEBAR }],
  ])("%s", async (name, files) => {
    const { pages, groups, problems } = createWrittenPages(map(files));
    const texts = pages.map(({ body, ...head }) => `===== ${JSON.stringify(head)}\n${body}`);
    const text = [JSON.stringify({ groups, problems }), ...texts, ""].join("\n");
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, `written-pages/${name.replaceAll(" ", "-")}.txt`));
  });
});

const ENTRY = { title: "A", description: "An entry.", groups: ["Schemas"], body: "" };
const REFERENCE: Reference = {
  title: "API",
  entries: [
    { ...ENTRY, path: "index", anchor: "description/introduction" },
    { ...ENTRY, path: "schemas/a", anchor: "model/a" },
  ],
  files: new Map(["index.html", "404.html", "llms.txt", "llms-full.txt", "schemas/a.md"].map((name) => [name, name])),
};

describe("links of written pages", () => {
  const files = new Map([
    ["img/a.png", ""],
    ["data.yaml", ""],
  ]);
  const LINKED = {
    "b.md": "# B\n\n## A `part`, (2)\n\n## Same\n\n## Same\n\n<a id='own'></a>",
    "my page.md": "# Mine",
    "sub/index.md": "# Sub",
    "sub/readme/README.md": "# Read me",
  };

  const createLinked = (text: string) => {
    const { pages, links } = createWrittenPages(map({ ...LINKED, "a.md": text }));
    const site = { title: "S", description: "D", pages, files, reference: REFERENCE };
    const content = String(createSiteFiles(site).get("src/content/docs/guides/a.md"));
    return { broken: findBrokenLinks(links, site), content };
  };

  test.each([
    ["a page", "b.md", "c.md", "../../guides/b/"],
    ["a page of another name", "my%20page.md", "my%20pages.md", "../../guides/my%20page/"],
    ["a heading", "b.md#a-part-2", "b.md#a-part", "../../guides/b/#a-part-2"],
    ["the second of two headings", "b.md#same-1", "b.md#same-2", "../../guides/b/#same-1"],
    ["an element", "b.md#own", "b.md#none", "../../guides/b/#own"],
    ["a heading of the page itself", "#end", "#start", "#end"],
    ["a picture", "img/a.png", "img/b.png", "../../img/a.png"],
    ["a file that is no page", "data.yaml", "date.yaml", "../../data.yaml"],
    ["a directory", "sub/", "sup/", "../../sub/"],
    ["a directory with a README", "sub/readme", "sub/readmes", "../../sub/readme/README/"],
    ["a page from the root", "/guides/b/", "/guide/b/", "../../guides/b/"],
    ["an entry of the reference", "/reference/schemas/a/", "/reference/schemas/b/", "../../reference/#model/a"],
    ["a field of the reference", "/reference/#model/a/id", "/reference/#model/b", "../../reference/#model/a/id"],
  ])("%s", (_, good, bad, resolved) => {
    const FORMS = [
      "[a](T)",
      '[a](T "t")',
      "[a](<T>)",
      "![a](T)",
      "![a](T 't')",
      "[![i](img/a.png)](T)",
      "[a]: T",
      '[a]: T "t"',
      "<img width=1 src='T'>",
      '<a href="T">a</a>',
      "| [a](T) |",
      "[`a`] [b](T)",
    ];
    for (const form of FORMS) {
      const write = (target: string) => createLinked(`# A\n\ntext\n${form.replace("T", target)}\n\n## End`);
      expect(write(good).broken, form).toEqual([]);
      expect(write(good).content, form).toContain(resolved);
      // Astro would look for a Markdown image among its sources.
      expect(write(good).content, form).not.toContain("![");
      expect(write(bad).broken, form).toEqual([
        expect.stringMatching(`^a.md:4: ${bad} is no (page or file of the site|heading of the page)$`),
      ]);
    }
  });

  test.each(["https://a.example/gone.md", "mailto:a@b.example", "//a.example/gone.md"])(
    "to %s are not checked",
    (target) => {
      expect(createLinked(`# A\n\n[a](${target}) <a href="${target}">`).broken).toEqual([]);
    },
  );

  test.each([
    "`[a](gone.md)`",
    "```\n[a](gone.md)\n```",
    "<!--\n[a](gone.md)\n-->",
    "a[^1]\n\n[^1]: gone",
    "[a](b c.md)",
  ])("are not in %j", (text) => expect(createLinked(text).broken).toEqual([]));

  test("are all reported, with the lines of the file", () => {
    const text = "---\ntitle: T\n---\n<!--\n-->\n[a](x.md) [b](y.md)\r\n\n![c](z.png) [d](../b.md)";
    expect(createLinked(text).broken).toEqual([
      "a.md:6: x.md is no page or file of the site",
      "a.md:6: y.md is no page or file of the site",
      "a.md:8: z.png is no page or file of the site",
      "a.md:8: ../b.md is no page or file of the site",
    ]);
  });
});

test.each([
  ["front matter", "---\ntitle: T\ndescription: D\n---\n\ntext", { title: "T", description: "D", body: "text" }],
  ["a heading", "# T\n\ntext", { title: "T", description: "text", body: "text" }],
  ["front matter without a title", "---\nsidebar: { order: 1 }\n---\n# T\n\ntext", { title: "T", body: "text" }],
  ["front matter that is no YAML", "---\n[x\n---\n# T\n", { title: "T", body: "" }],
  ["a line", "text\n\n---\na: b\n---\n", { title: "a", body: "text\n\n---\na: b\n---\n" }],
])("the title of a page with %s", (_, text, page) => {
  expect(createWrittenPages(map({ "a.md": text })).pages[0]).toMatchObject(page);
});

test.each(["- group: A", "[x", "a: 1", "- { group: A, pages: a.md }", "- { pages: [a.md] }"])(
  "a sidebar of another form: %s",
  (sidebar) => {
    const { problems } = createWrittenPages(map({ "a.md": "# A", "sidebar.yaml": sidebar }));
    expect(problems).toEqual([
      "sidebar.yaml: expected a list of groups, such as `- { group: Guides, pages: [first.md] }`",
    ]);
    expect(
      createWrittenPages(map({ "a.md": "# A", "sidebar.yaml": "- { group: A, pages: [a.md] }" })).problems,
    ).toEqual([]);
  },
);

const PAGES: readonly SitePage[] = [
  { path: "", title: "Start", description: "The start.", group: "Guides", body: "[guide](/guides/a/) [self](/)" },
  {
    path: "guides/a",
    title: 'A "guide"',
    group: "Guides",
    body: "[start](/#top) [b](/b/c/d) [gone](/gone/#x)",
  },
  {
    path: "b/c/d",
    title: "D",
    group: "API",
    body: '![a "b"](/img/a.png) [s](/openapi.json) [l](/llms.txt) [a](//a.example/) `[a](/)`',
  },
  {
    path: "e",
    title: "E",
    group: "API",
    body: "```\n[a](/b/c/d) ![x](y)\n```\n[t](/llms-full.txt)\n![x](y z) ![x](y)",
  },
  { path: "f", title: "F", group: "Schemas", description: "", body: "" },
  { path: "g", title: "G", body: "hidden" },
  { path: "h", title: "H", group: "Schemas", body: "[entry](/reference/schemas/a/) [all](/reference/)" },
];

describe("the files of a site", () => {
  const options = {
    title: "Site",
    description: "A site.",
    pages: PAGES,
    reference: REFERENCE,
    files: new Map([
      ["openapi.json", "{}"],
      ["img/a.png", "png"],
    ]),
  };

  test.each([
    ["without an address", {}],
    ["with an address", { site: "https://a.example", base: "/docs/", groups: ["Schemas", "Nothing", "API"] }],
    ["without a base", { site: "https://a.example" }],
  ])("%s", async (name, more) => {
    const files = createSiteFiles({ ...options, ...more });
    // The address changes these two files alone.
    const shown = [...files].filter(([path]) => !("site" in more) || /site\.json|llms\.txt/.test(path));
    const text = shown.map(([path, content]) => `===== ${path}\n${content}`).join("\n");
    await expect(text).toMatchFileSnapshot(
      join(import.meta.dirname, `written-pages/site-${name.replaceAll(" ", "-")}.txt`),
    );
  });

  test("closes the groups of many pages", () => {
    const page = (at: number): SitePage => ({ path: `p${at}`, title: "P", group: at < 20 ? "Few" : "Many", body: "" });
    const pages = Array.from({ length: 41 }, (_, at) => page(at));
    expect(createSidebar(pages)).toMatchObject([
      { label: "API reference", link: "/reference/" },
      { label: "Few", collapsed: false },
      { label: "Many", collapsed: true },
    ]);
  });
});

test.each([
  ["a page", "[a](/b/)", "[a](>b)"],
  ["a page with an anchor", "[a](/b/#c)", "[a](>b#c)"],
  ["a file", "![a](/b.png)", "![a](>b.png)"],
  ["the start page", "[a](/)", "[a](>)"],
  ["many slashes at the end", "[a](/b//)", "[a](>b)"],
  ["another host", "[a](//b)", "[a](//b)"],
  ["a relative address", "[a](b)", "[a](b)"],
  ["no page", "[a](/gone) ![b](/gone)", "a b"],
  ["a label with escapes and code", "[a\\] `]` b](/c)", "[a\\] `]` b](>c)"],
  ["an open label", "[a ` b](/c)", "[a ` b](/c)"],
  ["code", "a [b](/c)\n```sh\n[a](/b)\n```\n[d](/e)", "a [b](>c)\n```sh\n[a](/b)\n```\n[d](>e)"],
  ["code with tildes within others", " ~~~~\n~~~\n[a](/b)\n\t~~~~ \n[d](/e)", " ~~~~\n~~~\n[a](/b)\n\t~~~~ \n[d](>e)"],
  ["two blocks", "```\n[a](/b)\n```\n[c](/d)\n```\n[e](/f)\n```", "```\n[a](/b)\n```\n[c](>d)\n```\n[e](/f)\n```"],
  ["a fence within a line", "a ```\n[a](/b)\n```", "a ```\n[a](>b)\n```"],
])("a link to %s", (_, markdown, expected) => {
  const resolve = (path: string, anchor: string) => (path === "gone" ? undefined : `>${path}${anchor}`);
  expect(rewriteSiteLinks(markdown, resolve)).toBe(expected);
});

test.each([
  ["", "a", "./a"],
  ["a", "b/c", "../b/c"],
  ["a/b/c", "", "../../../"],
])("from %j to %j is %s", (page, target, url) => {
  expect(rewritePageLinks(page, "[a](/b)", () => target)).toBe(`[a](${url})`);
});

test.each([
  ["listOrders", "list-orders"],
  ["v2HTTPServer", "v2-http-server"],
  ["listAPIs", "list-apis"],
  ["GET /a/{b}", "get-a-b"],
  ["  é  ÀB--c ", "e-ab-c"],
  ["日本", "page"],
  ["Index", "page-index"],
  ["index2", "index2"],
])("the slug of %j is %s", (name, slug) => expect(createSlug(name)).toBe(slug));
