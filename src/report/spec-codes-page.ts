import { type SpecExample, specExplanations } from "./explanation.js";

/** The page of the documentation that explains every problem a description can have, in Markdown. */
export function specCodesPage(): string {
  const sections = specExplanations.map(
    ({ code, title, advice, specExample }) => `## ${code}\n\n${title}\n\n${advice}\n${exampleText(specExample)}`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}

function exampleText(example: SpecExample | undefined): string {
  if (example === undefined) return "";
  const { at, bad, good, says } = example;
  return `
${at === "" ? "At the top" : `At \`${at}\``} this breaks it (${says}):

${fenced(bad)}
This keeps it:

${fenced(good)}`;
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\`\n`;
}

const HEAD = `<!-- Generated from the rules in src/lint and test/lint/cases. Do not edit: run \`npm run generate\`. -->

# What is wrong with a description

Before any traffic is judged, the description itself is held against the OpenAPI specification. Problems are listed with file,
line and column; \`contract check --strict-spec\` fails on errors and warnings, and holds examples and defaults against their
schemas too. A code is \`spec.<object>.<verdict>\`. Codes are stable; the words of a message may change.
`;
