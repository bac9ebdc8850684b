import { FINDING_EXPLANATIONS, type FindingExample } from "./explanations.js";

/** Formats docs/codes.md, which explains every finding code. */
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
Spec:

${formatFence("yaml", snippet)}
Violates the spec (${message.replaceAll("|", "\\|")}):

${formatFence("", bad)}
Matches the spec:

${formatFence("", good)}`;
}

function formatFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

const PAGE_HEADER = `<!-- Generated from src/checks/codes and test/cases. Do not edit: run \`npm run generate\`. -->

# Finding codes

A code is \`<side>.<part>.<verdict>\`. Codes are stable; messages may change. \`contract explain CODE\` prints the same text.
In the examples, \`>\` is the request and \`<\` the response. Parts that both exchanges have in common are shortened.
`;
