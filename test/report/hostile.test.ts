// biome-ignore-all lint/suspicious/noControlCharactersInRegex: they are what is looked for
import { beforeAll, describe, expect, test } from "vitest";
import { type FormatName, REPORT_FORMATS, type ReportInput } from "../../src/report/index.js";
import { createHar, createHarEntry } from "../cli/run-contract.js";
import { createReportInput, withReproduction } from "./report-input.js";
import { junitProblems, sarifProblems } from "./validators.js";

/** Texts that an attacker can send in a request or response to inject code into a report. */
const ATTACKS: readonly (readonly [name: string, text: string])[] = [
  ["an end of the script", "</script><script>alert(1)</script>"],
  ["an end of the style", "</style><img src=x onerror=alert(1)>"],
  ["an attribute", `" onmouseover="alert(1)' onfocus='alert(2)`],
  ["an entity", "&lt;b&gt;&amp;&#x202e;"],
  ["the end of a section of XML", "]]><failure/><!-- --><![CDATA["],
  ["a declaration of XML", '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>'],
  ["a terminal's commands", "\u001b[2J\u001b]0;title\u0007\u009b31m"],
  ["characters that XML has no place for", "\u0000\u0008\ufffe\uffff"],
  ["half a pair", "a\ud800b"],
  ["another direction", "\u202egnp.exe\u2066x\u200f"],
  ["something invisible", "a\u200b\u00ad\ufeffb"],
  ["new lines and a command for a runner", "x\n::error file=a.ts::owned\r\n::stop-commands::t\n"],
  ["an old command for a runner", "##[error]owned ##[add-mask]x"],
  ["percents of a command", "%0A::error::owned%25"],
  ["a link of Markdown", "[click](https://evil.example) ![x](https://evil.example/x.png)"],
  ["a bare address", "https://evil.example www.evil.example"],
  ["a mention and an issue", "@octocat fixes #1 GH-2 org/repo#3"],
  ["an end of the fence", "```\n# owned\n~~~\n````"],
  ["a cell and a row", "a | b |\n| --- |"],
  ["emphasis and headings", "# a *b* _c_ `d` ~e~ $f$ :tada:"],
  ["HTML in Markdown", "</details></summary><h1>owned</h1><!--"],
];

/** Creates traffic with the attack as a value, a property name, a query parameter and a host. */
function traffic(text: string): string {
  const body = JSON.stringify({ id: text, title: text, [text]: 1, [`__${text}`]: text });
  const encoded = encodeURIComponent(Buffer.from(text).toString());
  return createHar(
    createHarEntry({
      _consumer: text,
      response: { content: { size: body.length, text: body, mimeType: "application/json" } },
    }),
    createHarEntry({ url: `https://library.example/v1/books/7?${encoded}=${encoded}` }),
    createHarEntry({ url: `https://library.example/v1/${encoded}` }),
    createHarEntry({ response: { status: 418, content: { size: 3, text, mimeType: text } } }),
    createHarEntry({ url: `https://elsewhere.example/${encoded}` }),
    { request: text },
  );
}

/** Patterns that must not occur in a report of a format, whatever the traffic. */
const NEVER: Readonly<Record<FormatName, readonly RegExp[]>> = {
  text: [/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/],
  json: [/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066\u200b\ufeff]/],
  ndjson: [/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066\u200b\ufeff]/],
  junit: [/<!\[CDATA|<!DOCTYPE|<failure\/>|[\u0000-\u0008\u000b-\u001f\ufffe\uffff\u202e]/],
  sarif: [/(?<!\\)\]\(https|[\u0000-\u0009\u000b-\u001f\u202e\u200b]/],
  github: [/^(?!::(?:error|warning|notice) title=)/m, /[\u0000-\u0009\u000b-\u001f\u202e]/],
  markdown: [
    /<(?!\/?(?:details|summary|b|sub|br)\b|!-- -->|details open>)/,
    /[\u0000-\u0009\u000b-\u001f\u202e\u200b]/,
    /(?<!`[^`\n]*)@octocat/,
  ],
  html: [
    /<(?:img|script>alert|h1>owned|failure)/i,
    /[\u0000-\u0008\u000b-\u001f\u202e\u200b\ufffe]/,
    / on(?:mouseover|focus)=["']alert/,
  ],
};

describe("any text of the traffic is escaped in every format", () => {
  const written: string[] = [];
  let clean: ReportInput;
  beforeAll(async () => {
    clean = withReproduction(
      await createReportInput(traffic("plain"), { coverage: { operations: 100 } }),
      again("plain"),
    );
  });

  test.each(ATTACKS)("%s", async (_name, text) => {
    const input = withReproduction(
      await createReportInput(traffic(text), { coverage: { operations: 100 } }),
      again(text),
    );
    expect(input.report.findings.length).toBeGreaterThan(2);
    for (const [name, format] of Object.entries(REPORT_FORMATS) as [
      FormatName,
      (typeof REPORT_FORMATS)[FormatName],
    ][]) {
      const shown = name === "markdown" ? withoutCode(format(input)) : format(input);
      // A workflow command ends with a line break.
      for (const pattern of NEVER[name]) expect(shown.trimEnd(), `${name}: ${pattern}`).not.toMatch(pattern);
      // The number of elements, lines or objects is the same as for harmless traffic.
      if (name === "junit" || name === "html") expect(tags(shown), name).toEqual(tags(format(clean)));
    }
    written.push(REPORT_FORMATS.junit(input));
    expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(input)))).toEqual([]);
  });

  test("XML is valid JUnit", async () => {
    expect(written).toHaveLength(ATTACKS.length);
    expect(await junitProblems(...written)).toEqual([]);
    expect(await junitProblems(...written, "<testsuites><what/></testsuites>")).not.toEqual([]);
  });
});

/** Adds reproduction commands of the probe that contain the attack. */
function again(text: string): { readonly curl: string; readonly probe: string } {
  return { curl: `curl --data-raw '${text}'`, probe: `contract probe --case '${text}'` };
}

/** Removes code from Markdown, because Markdown does not interpret it. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, "").replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
}

/** Lists the distinct opening and closing tags of a text. */
function tags(text: string): string[] {
  return [...new Set([...text.matchAll(/<\/?[a-z-]+/gi)].map(([tag]) => tag))].sort();
}
