/** Checks prose with textlint: the terms of glossary.yaml, and the length of sentences. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TextlintKernel, type TextlintKernelOptions } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import sentenceLength from "textlint-rule-sentence-length";
import terminology from "textlint-rule-terminology";
import { parse } from "yaml";
import type { Passage } from "./extract.js";

type Term = { readonly say: string; readonly not: readonly string[] };

/** Maximum characters of a sentence, about 25 words. */
const MAX_SENTENCE = 180;

const glossary = parse(readFileSync(join(import.meta.dirname, "glossary.yaml"), "utf8")) as readonly Term[];

/** Matches whatever textlint could find, and more: it also has limits of words. */
const ANY_TERM = new RegExp(glossary.flatMap(({ not }) => not).join("|"), "i");

/** Checks passages. Returns the findings as `file:line: message`. */
export async function lintProse(passages: readonly Passage[]): Promise<string[]> {
  const kernel = new TextlintKernel();
  const lines: string[] = [];
  for (const { file, line, text } of passages) {
    // Most passages are short and contain none of the terms. Parsing them would take most of the time.
    if (text.length <= MAX_SENTENCE && !ANY_TERM.test(text)) continue;
    const { messages } = await kernel.lintText(text, OPTIONS);
    lines.push(...messages.map((it) => `${file}:${line + it.loc.start.line - 1}: ${it.message}`));
  }
  return lines;
}

/** Returns the default export of a CommonJS package, which is nested in an ES module import. */
function getDefault<Module>(exported: Module): Module {
  return (exported as { readonly default?: Module }).default ?? exported;
}

const OPTIONS: TextlintKernelOptions = {
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: getDefault(markdown) as never }],
  rules: [
    {
      ruleId: "terminology",
      rule: getDefault(terminology) as never,
      options: {
        defaultTerms: false,
        terms: glossary.flatMap(({ say, not }) => not.map((it) => [`\\b(?:${it})\\b(?=)`, say])),
      },
    },
    { ruleId: "sentence-length", rule: getDefault(sentenceLength) as never, options: { max: MAX_SENTENCE } },
  ],
};
