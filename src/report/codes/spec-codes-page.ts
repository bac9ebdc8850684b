import { SPEC_EXPLANATIONS, type SpecExample } from "./explanations.js";

/** The page of the documentation that explains every problem a description can have, in Markdown. */
export function formatSpecCodesPage(): string {
  const sections = SPEC_EXPLANATIONS.map(
    ({ code, title, advice, specExample }) => `## ${code}\n\n${title}\n\n${advice}\n${formatExample(specExample)}`,
  );
  return `${PAGE_HEADER}\n${sections.join("\n")}`;
}

function formatExample(example: SpecExample | undefined): string {
  if (example === undefined) return "";
  const { at, bad, good, message } = example;
  return `
${at === "" ? "At the top" : `At \`${at}\``} this breaks it (${message}):

${formatFence(bad)}
This keeps it:

${formatFence(good)}`;
}

function formatFence(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\`\n`;
}

const PAGE_HEADER = `<!-- Generated from the rules in src/lint and test/lint/cases. Do not edit: run \`npm run generate\`. -->

# What is wrong with a description

Before any traffic is judged, the description itself is held against the OpenAPI specification. Problems are listed with file,
line and column; \`contract check --strict-spec\` fails on errors and warnings, and holds examples and defaults against their
schemas too. A code is \`spec.<object>.<verdict>\`. Codes are stable; the words of a message may change.
`;
