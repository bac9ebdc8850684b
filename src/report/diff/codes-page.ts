import { diffExplanations } from "../explanation.js";

/** The page of the documentation that explains every difference that two descriptions can have, in Markdown. */
export function diffCodesPage(): string {
  const sections = diffExplanations.map(({ code, title, advice }) => `## ${code}\n\n${title}\n\n${advice}\n`);
  return `${HEAD}\n${sections.join("\n")}`;
}

const HEAD = `<!-- Generated from src/diff/codes.ts. Do not edit: run \`npm run generate\`. -->

# What a difference means

\`contract diff\` tells every difference by a code, \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change.
\`contract explain CODE\` tells the same. An edit that each is found by, and what taking it back is told as, stands in
\`test/diff/cases\`.
`;
