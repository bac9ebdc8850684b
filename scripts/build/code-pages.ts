import {
  DIFF_EXPLANATIONS,
  type Explanation,
  FINDING_EXPLANATIONS,
  SPEC_EXPLANATIONS,
} from "../../src/report/codes/explanations.js";

/** The pages of docs/ that explain every code of the checks, of `contract lint` and of `contract diff`, by file name. */
export function formatCodePages(): ReadonlyMap<string, string> {
  return new Map([
    ["codes.md", formatPage(FINDING_HEADER, FINDING_EXPLANATIONS, formatExchanges)],
    ["spec-codes.md", formatPage(SPEC_HEADER, SPEC_EXPLANATIONS, formatSpecs)],
    ["diff-codes.md", formatPage(DIFF_HEADER, DIFF_EXPLANATIONS, formatChange)],
  ]);
}

function formatPage(
  header: string,
  explanations: readonly Explanation[],
  formatExample: (explanation: Explanation) => string,
): string {
  const sections = explanations.map((it) => `## ${it.code}\n\n${it.title}\n\n${it.advice}\n${formatExample(it)}`);
  return `${header}\n${sections.join("\n")}`;
}

function formatExchanges({ example }: Explanation): string {
  if (example === undefined) return "";
  const { good, bad, message, snippet } = example;
  return `
Spec:

${formatFence("yaml", snippet)}
Violates the spec (${message.replaceAll("|", "\\|")}):

${formatFence("", bad)}
Matches the spec:

${formatFence("", good)}`;
}

function formatSpecs({ specExample }: Explanation): string {
  if (specExample === undefined) return "";
  const { at, bad, good, message } = specExample;
  return `
Incorrect${at === "" ? "" : `, at \`${at}\``} (${message}):

${formatFence("yaml", bad)}
Correct:

${formatFence("yaml", good)}`;
}

function formatChange({ diffExample }: Explanation): string {
  if (diffExample === undefined) return "";
  const { old, new: next, message, counterexample } = diffExample;
  const shown = counterexample === undefined ? "" : ` Counterexample, valid in only one of them: \`${counterexample}\``;
  return `
From:

${formatFence("yaml", old)}
To:

${formatFence("yaml", next)}
Message: ${message}.${shown}
`;
}

function formatFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

const FINDING_HEADER = `<!-- Generated from src/check/rules/codes and test/cases by \`npm run build\`. -->

# Finding codes

A code is \`<side>.<part>.<verdict>\`. Codes are stable; messages may change. \`contract explain CODE\` prints the same text.
In the examples, \`>\` is the request and \`<\` the response. Parts that both exchanges have in common are shortened.
`;

const SPEC_HEADER = `<!-- Generated from the rules in src/lint and test/lint/cases by \`npm run build\`. -->

# Spec codes

Before it checks traffic, the tool checks the spec itself against the OpenAPI specification. It reports findings with file,
line and column. \`contract check\` and \`contract record\` list only the errors; \`contract lint\` and \`contract gate\` list warnings
and notes too. \`--strict-spec\` fails on errors and warnings, and also checks examples and defaults against their schemas. A
code is \`spec.<object>.<verdict>\`. Codes are stable; messages may change.
`;

const DIFF_HEADER = `<!-- Generated from src/diff/codes.ts and test/diff/cases by \`npm run build\`. -->

# Diff codes

\`contract diff\` reports each change with a code, \`<side>.<part>.<verdict>\`. Codes are stable; messages may change.
\`contract explain CODE\` prints the same text. The examples are from \`test/diff/cases\`.
`;
