/** Descriptions of specs on pages: what they may contain, and what becomes text. */
import { describe, expect, test } from "vitest";
import { formatCode, formatFence, normalizeMarkdown, summarizeMarkdown } from "../../src/docs/normalize-markdown.js";

const CASES: readonly (readonly [what: string, given: string, expected: string])[] = [
  ["a heading", "# Orders #\ntext", "**Orders**\ntext"],
  ["a heading in code", "```\n# Orders\n```", "```\n# Orders\n```"],
  ["an open fence", "```js\nx", "```js\nx\n```"],
  ["a script", "a <script>alert(1)</script>", "a &lt;script>alert(1)&lt;/script>"],
  ["an element with a handler", '<b onclick="x()">now</b>', "<b>now</b>"],
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
];

describe("a description", () => {
  test.each(CASES)("with %s", (_, given, expected) => expect(normalizeMarkdown(given)).toBe(expected));
});

test.each([
  ["One. Two.", "One."],
  ["**Bold** `code` [link](https://a.example).\n\nMore", "Bold code link."],
  ["a < b", "a < b"],
])("the summary of %s", (text, summary) => expect(summarizeMarkdown(text)).toBe(summary));

test("code is quoted whatever it contains", () => {
  expect(formatCode("ab")).toBe("`ab`");
  expect(formatCode("a`b")).toBe("`` a`b ``");
  expect(formatFence("md", "```\nx\n```")).toBe("````md\n```\nx\n```\n````");
});
