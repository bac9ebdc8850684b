import type { DiffExample } from "./diff-example.js";
import { DIFF_EXPLANATIONS } from "./explanations.js";

/** The page of the documentation that explains every difference that two descriptions can have, in Markdown. */
export function formatDiffCodesPage(): string {
  const sections = DIFF_EXPLANATIONS.map(
    ({ code, title, advice, diffExample }) => `## ${code}\n\n${title}\n\n${advice}\n${formatExample(diffExample)}`,
  );
  return `${PAGE_HEADER}\n${sections.join("\n")}`;
}

function formatExample(example: DiffExample | undefined): string {
  if (example === undefined) return "";
  const { old, new: next, message, counterexample } = example;
  const shown = counterexample === undefined ? "" : ` Only one of them accepts \`${counterexample}\`.`;
  return `
From:

\`\`\`yaml
${old}
\`\`\`

To:

\`\`\`yaml
${next}
\`\`\`

It says: ${message}.${shown}
`;
}

const PAGE_HEADER = `<!-- Generated from src/diff/codes.ts and test/diff/cases. Do not edit: run \`npm run generate\`. -->

# What a difference means

\`contract diff\` tells every difference by a code, \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change.
\`contract explain CODE\` tells the same. The edits are those of
\`test/diff/cases\`.
`;
