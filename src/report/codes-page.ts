import { type CodeExample, findingExplanations } from "./explanation.js";

/** The page of the documentation that explains every code, in Markdown. */
export function codesPage(): string {
  const sections = findingExplanations.map(
    ({ code, title, advice, example }) => `## ${code}\n\n${title}\n\n${advice}\n${exampleText(example)}`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}

function exampleText(example: CodeExample | undefined): string {
  if (example === undefined) return "";
  const { good, bad, says, clause } = example;
  return `
The contract says:

${fenced("yaml", clause.replaceAll(/^ *(\d+) │ /gm, ""))}
This breaks it (${says.replaceAll("|", "\\|")}):

${fenced("", bad)}
This keeps it:

${fenced("", good)}`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

const HEAD = `<!-- Generated from src/checks/codes.ts and test/cases. Do not edit: run \`npm run generate\`. -->

# What a finding means

A code is \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change. \`contract explain CODE\` tells the same.
In the examples \`>\` is the request and \`<\` the answer; what is the same in both stands there in short.
`;
