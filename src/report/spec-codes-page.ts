import { RULES } from "../lint/index.js";

/** The page of the documentation that explains every problem a description can have, in Markdown. */
export function specCodesPage(): string {
  const sections = Object.entries(RULES).map(
    ([code, { level, title, fix }]) => `## ${code}\n\n${title}\n\n${MEANING[level]} ${fix}\n`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}

const MEANING = {
  error: "Error: the specification forbids it.",
  warn: "Warning: the specification advises against it, or it has no effect.",
  info: "Remark.",
} as const;

const HEAD = `<!-- Generated from the rules in src/lint. Do not edit: run \`npm run generate\`. -->

# What is wrong with a description

Before any traffic is judged, the description itself is held against the OpenAPI specification. Problems are listed with file,
line and column; \`contract check --strict-spec\` fails on errors and warnings, and holds examples and defaults against their
schemas too. A code is \`spec.<object>.<verdict>\`. Codes are stable; the words of a message may change.
`;
