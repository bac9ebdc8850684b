import { SPEC_EXPLANATIONS, type SpecExample } from "./explanations.js";

/** Formats docs/spec-codes.md, which explains every lint code. */
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
Incorrect${at === "" ? "" : `, at \`${at}\``} (${message}):

${formatFence(bad)}
Correct:

${formatFence(good)}`;
}

function formatFence(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\`\n`;
}

const PAGE_HEADER = `<!-- Generated from the rules in src/lint and test/lint/cases. Do not edit: run \`npm run generate\`. -->

# Spec codes

Before it checks traffic, the tool checks the spec itself against the OpenAPI specification. It reports findings with file,
line and column. \`contract check --strict-spec\` fails on errors and warnings, and also checks examples and defaults against
their schemas. A code is \`spec.<object>.<verdict>\`. Codes are stable; messages may change.
`;
