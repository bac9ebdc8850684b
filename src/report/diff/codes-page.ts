import { diffExplanations } from "../explanation.js";
import type { DiffExample } from "./example.js";

/** The page of the documentation that explains every difference that two descriptions can have, in Markdown. */
export function diffCodesPage(): string {
  const sections = diffExplanations.map(
    ({ code, title, advice, diffExample }) => `## ${code}\n\n${title}\n\n${advice}\n${exampleText(diffExample)}`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}

function exampleText(example: DiffExample | undefined): string {
  if (example === undefined) return "";
  const { old, new: next, says, witness } = example;
  const shown = witness === undefined ? "" : ` Only one of them accepts \`${witness}\`.`;
  return `
From:

\`\`\`yaml
${old}
\`\`\`

To:

\`\`\`yaml
${next}
\`\`\`

It says: ${says}.${shown}
`;
}

const HEAD = `<!-- Generated from src/diff/codes.ts and test/diff/cases. Do not edit: run \`npm run generate\`. -->

# What a difference means

\`contract diff\` tells every difference by a code, \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change.
\`contract explain CODE\` tells the same. The edits are those of
\`test/diff/cases\`.
`;
