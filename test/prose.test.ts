/** Tests of prose: terms of scripts/check/prose/glossary.yaml, and short sentences. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { extractFile, extractText, type Kind, listProseFiles } from "../scripts/check/prose/extract.js";
import { lintProse } from "../scripts/check/prose/lint-prose.js";

const ROOT = join(import.meta.dirname, "..");

test("the prose of the repository uses the glossary and short sentences", { timeout: 300_000 }, async () => {
  const passages = listProseFiles(ROOT).flatMap((file) => extractFile(ROOT, file));
  expect(new Set(passages.map(({ kind }) => kind)).size).toBe(6);
  expect(await lintProse(passages)).toEqual([]);
});

const LONG = `The report ${"and the next report ".repeat(10)}is written.`;

test.each<[Kind, string, (sentence: string) => string]>([
  ["markdown", "README.md", (sentence) => `# Title\n\n${sentence}\n`],
  ["comment", "src/a.ts", (sentence) => `/** ${sentence} */\nexport const A = 1;\n`],
  ["comment", "test/a.test.ts", (sentence) => `const a = 1; // ${sentence}\n`],
  ["message", "src/a.ts", (sentence) => `throw new Error(\`\${name}: ${sentence}\`);\n`],
  ["message", "src/a.ts", (sentence) => `program.option("--wait <seconds>", "${sentence}");\n`],
  ["message", "scripts/a.ts", (sentence) => `process.stdout.write("${sentence}");\n`],
  ["title", "test/a.test.ts", (sentence) => `describe("a", () => test.each(CASES)("${sentence}", () => {}));\n`],
  ["yaml", "spec/openapi.yaml", (sentence) => `info:\n  description: ${sentence}\n`],
  ["html", "src/page.html", (sentence) => `<p>\n  ${sentence}\n</p>\n`],
])("a bad sentence in a %s of %s is found, a good one is not", async (kind, file, write) => {
  const lint = (sentence: string): Promise<string[]> =>
    lintProse(extractText(file, write(sentence)).filter((passage) => passage.kind === kind));
  expect(await lint("The service sends a response to each request.")).toEqual([]);
  expect(await lint("The service sends an answer to each request.")).toEqual([
    expect.stringMatching(new RegExp(`^${file}:\\d: .*“answer”, use “response”`)),
  ]);
  expect(await lint(LONG)).toEqual([expect.stringContaining("maximum sentence length")]);
});
