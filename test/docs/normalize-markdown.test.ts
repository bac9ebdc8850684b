/** Descriptions of specs on pages: what they may contain, and what becomes text. */
import { describe, expect, test } from "vitest";
import { escapeLabel, formatCode, normalizeMarkdown, summarizeMarkdown } from "../../src/docs/normalize-markdown.js";
import { formatFence } from "../../src/generate/package/readme.js";

const CASES: readonly (readonly [what: string, given: string, expected: string])[] = [
  ["a heading", "# Orders #\ntext", "**Orders**\n\ntext"],
  ["headings between lines", "a\n# B\n\n# C\nd", "a\n\n**B**\n\n**C**\n\nd"],
  ["a heading in code", "```\n# Orders\n```", "```\n# Orders\n```"],
  ["an open fence", "```js\nx", "```js\nx\n```"],
  ["a script", "a <script>alert(1)</script>", "a &lt;script>alert(1)&lt;/script>"],
  ["an element with a handler", '<b onclick="x()">now</b>', "<b>now</b>"],
  ["an element against line breaks", "<nobr>`a`</nobr>", "<nobr>`a`</nobr>"],
  ["a link element", '<a href="https://a.example/" target=x>a</a>', '<a href="https://a.example/">a</a>'],
  ["a link element to a script", '<a href="javascript:x()">a</a>', "<a>a</a>"],
  ["an unfinished element", "a <b", "a &lt;b"],
  ["a comparison", "if 1 < 2 or List<string>", "if 1 &lt; 2 or List&lt;string>"],
  ["a comparison in code", "`List<string>`", "`List<string>`"],
  ["an address in angle brackets", "see <https://a.example/>", "see <https://a.example/>"],
  ["an image", "![logo](https://a.example/a.png)", "[logo](https://a.example/a.png)"],
  ["a relative link", "[the guide](/x) and [more](guide.md)", "[the guide](/x) and more"],
  ["a link to an anchor", "[below](#section/Errors)", "below"],
  ["a link to a script", "[x](javascript:alert(1))", "x)"],
  ["a comment", "a<!-- b -->c", "ac"],
  ["a directive", ":::note", "\\:::note"],
  ["a rule that would make a heading", "a\n---", "a"],
  ["a heading of six levels", "   ###### A **b** `**c**`", "**A b `c`**"],
  ["a heading with marks of strong text", "# **All** of it", "**All of it**"],
  ["a number sign that begins no heading", "#1\n    # code\n####### seven", "#1\n    # code\n####### seven"],
  ["a mark within a line", "a # b\nsee -- and ---: x\na ===", "a # b\nsee -- and ---: x\na ==="],
  ["a line of equal signs", "a\n   ==\t\nb\n    ---\nc", "a\n\nb\n    ---\nc"],
  ["a short line of hyphens", "--\n-- -", "--\n-- -"],
  ["lines of Windows", "a\r\nb\r\n", "a\nb"],
  ["blank lines around it", "\n\n  a  \n\n", "a"],
  ["a fence with tildes", "~~~\n# a\n```\n~~~~\n# b", "~~~\n# a\n```\n~~~~\n\n**b**"],
  ["a fence within a longer one", "````\n```\n# a\n````\n# b", "````\n```\n# a\n````\n\n**b**"],
  ["an indented fence", "  ```\n# a\n  ```\n# b", "```\n# a\n  ```\n\n**b**"],
  ["two backticks, which are no fence", "``\n# a", "``\n\n**a**"],
  ["a fence within a line", "a ```\n# b", "a ```\n\n**b**"],
  ["an indented directive", "  a\n  :::tip\na :::", "a\n  \\:::tip\na :::"],
  ["code of two backticks", "``a ` <b`` <i", "``a ` <b`` &lt;i"],
  ["code that ends as it begins", "`<a``<b` ``<c```<d`` `<e``", "`<a``<b` ``<c```<d`` `&lt;e``"],
  ["code in a link", "[`a`](b.md) and [`c` d](https://e.example)", "`a` and [`c` d](https://e.example)"],
  ["a link to a script from code", "[`x`](javascript:y)", "`x`"],
  ["code in a target", '<a href=https://a.example/`" onclick=x `>', '<a href="https://a.example/">'],
  ["code beside elements", "<x>`<y>`<z>`<w>`", "&lt;x>`<y>`&lt;z>`<w>`"],
  ["two images", "![](https://a.example/) ![a b](/c)", "[](https://a.example/) [a b](/c)"],
  ["an image of the spec", "![logo](logo.png)", "logo"],
  [
    "links with titles",
    '[a](https://a.example "A b") [c](< /d > "e")',
    '[a](https://a.example "A b") [c](&lt; /d > "e")',
  ],
  ["a link in angle brackets", "[a](<https://a.example/>) [b](<c>)", "[a](<https://a.example/>) b"],
  ["a link with blanks", "[a]( b ) [c](  https://d.example )", "a [c](  https://d.example )"],
  [
    "links of each scheme",
    "[a](HTTP://a) [b](mailto:b) [c](ftp://c) [d](xhttp://d)",
    "[a](HTTP://a) [b](mailto:b) c d",
  ],
  ["a link without a target", "[a]()", "a"],
  ["an open comment", "a<!-- b", "a"],
  ["two comments", "a<!-- b -->c<!-- d -->e", "ace"],
  ["an element that is closed at once", "a<br/>b<br />c<BR>", "a<br />b<br />c<BR>"],
  ["elements and attributes", '<p class="x">a</p x="y"><hr>', "<p>a</p><hr>"],
  ["a name that begins as an allowed one", "<bold> <sups> <ab> <a-b>", "&lt;bold> &lt;sups> &lt;ab> &lt;a-b>"],
  ["a closed link with a target", '</a href="https://a.example">', "</a>"],
  ["another element with a target", '<b href="https://a.example">', "<b>"],
  ["a link element with a quoted target", "<A HREF = 'https://a.example/?a=b' x>", '<A href="https://a.example/?a=b">'],
  ["an attribute that ends as a target", '<a xhref="https://a.example">a</a>', "<a>a</a>"],
  ["an address of mail", "<mailto:a@b.example> <tel:1>", "<mailto:a@b.example> &lt;tel:1>"],
  ["an empty text", "", ""],
];

describe("a Markdown text", () => {
  test.each(CASES)("with %s", (_, given, expected) => expect(normalizeMarkdown(given)).toBe(expected));
});

test.each([
  ["One. Two.", "One."],
  ["**Bold** `code` [link](https://a.example).\n\nMore", "Bold code link."],
  ["a < b", "a < b"],
  ["One.Two! Three", "One.Two!"],
  ["Is it? Yes.", "Is it?"],
  ["<b>a</b>\n  b <br/> c", "a b c"],
  ["a\n \t\nb", "a"],
  ["no end", "no end"],
  ["end.", "end."],
  ["", ""],
  ["a # b", "a # b"],
  ["> quoted\n> text. More", "quoted text."],
  ["> **Note**\n>\n> quoted", "Note quoted"],
  ["- first\n- 2 > 1", "first 2 > 1"],
  ["1. first", "first"],
  ["1.5 is more - or less", "1.5 is more - or less"],
  ["# Head\n\nText.", "Text."],
  ["```sh\nx\n```\n\nText.", "Text."],
  ["| a |\n|---|\n\nText.", "Text."],
  ["# Head", "Head"],
  [`${"x".repeat(199)}.`, `${"x".repeat(199)}.`],
  [`${"x".repeat(200)}.`, `${"x".repeat(199)}…`],
])("the summary of %s", (text, summary) => expect(summarizeMarkdown(text)).toBe(summary));

test.each([
  ["ab", "`ab`"],
  ["a`b", "`` a`b ``"],
  ["a``b`c", "``` a``b`c ```"],
  ["a \n\n b\nc", "`a b c`"],
])("code with %j", (text, code) => expect(formatCode(text)).toBe(code));

test.each([
  ["```\nx\n```", "````md\n```\nx\n```\n````"],
  ["``x`", "```md\n``x`\n```"],
  ["  x\n\n", "```md\n  x\n```"],
])("a block of %j", (code, block) => expect(formatFence("md", code)).toBe(block));

test.each([
  ["a b-c", "a b-c"],
  ["\\ ` * _ [ ] < > | ~ # \n", "\\\\ \\` \\* \\_ \\[ \\] \\< \\> \\| \\~ \\#  "],
])("the label %j", (text, label) => expect(escapeLabel(text)).toBe(label));
