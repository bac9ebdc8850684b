import type { DiffExample } from "./diff-example.js";
import { DIFF_EXPLANATIONS } from "./explanations.js";

/** Formats docs/diff-codes.md, which explains every code of `contract diff`. */
export function formatDiffCodesPage(): string {
  const sections = DIFF_EXPLANATIONS.map(
    ({ code, title, advice, diffExample }) => `## ${code}\n\n${title}\n\n${advice}\n${formatExample(diffExample)}`,
  );
  return `${PAGE_HEADER}\n${sections.join("\n")}`;
}

function formatExample(example: DiffExample | undefined): string {
  if (example === undefined) return "";
  const { old, new: next, message, counterexample } = example;
  const shown = counterexample === undefined ? "" : ` Counterexample, valid in only one of them: \`${counterexample}\``;
  return `
From:

\`\`\`yaml
${old}
\`\`\`

To:

\`\`\`yaml
${next}
\`\`\`

Message: ${message}.${shown}
`;
}

const PAGE_HEADER = `<!-- Generated from src/diff/codes.ts and test/diff/cases. Do not edit: run \`npm run generate\`. -->

# Diff codes

\`contract diff\` reports each change with a code, \`<side>.<part>.<verdict>\`. Codes are stable; messages may change.
\`contract explain CODE\` prints the same text. The examples are from \`test/diff/cases\`.
`;
