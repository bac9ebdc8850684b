import { CODES, type CodeDescription } from "../checks/index.js";

/** The page of the documentation that explains every code, in Markdown. */
export function codesPage(): string {
  const sections = Object.entries(CODES).map(([code, { level, title, fix }]: [string, CodeDescription]) => {
    const meaning =
      level === "error" ? "Error: the exchange contradicts the contract." : "Drift: the contract is silent here.";
    return `## ${code}\n\n${title}\n\n${meaning} ${fix}\n`;
  });
  return `${HEAD}\n${sections.join("\n")}`;
}

const HEAD = `<!-- Generated from src/checks/codes.ts. Do not edit: run \`npm run generate\`. -->

# What a finding means

A code is \`<side>.<part>.<verdict>\`. Codes are stable; the words of a message may change.
`;
