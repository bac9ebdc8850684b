import { FINDING_EXPLANATIONS, type FindingExample } from "./explanations.js";

/** The page of the documentation that explains every code, in Markdown. */
export function formatCodesPage(): string {
  const sections = FINDING_EXPLANATIONS.map(
    ({ code, title, advice, example }) => `## ${code}\n\n${title}\n\n${advice}\n${formatExample(example)}`,
  );
  return `${PAGE_HEADER}\n${sections.join("\n")}`;
}

function formatExample(example: FindingExample | undefined): string {
  if (example === undefined) return "";
  const { good, bad, message, snippet } = example;
  return `
The contract says:

${formatFence("yaml", snippet.replaceAll(/^ *(\d+) │ /gm, ""))}
This breaks it (${message.replaceAll("|", "\\|")}):

${formatFence("", bad)}
This keeps it:

${formatFence("", good)}`;
}

function formatFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

const PAGE_HEADER = `<!-- Generated from src/checks/codes.ts and test/cases. Do not edit: run \`npm run generate\`. -->

# What a finding means

A code is \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change. \`contract explain CODE\` tells the same.
In the examples \`>\` is the request and \`<\` the answer; what is the same in both stands there in short.
`;
