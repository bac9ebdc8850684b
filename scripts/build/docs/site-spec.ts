import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject, type JsonObject, loadDocument, valueAt } from "../../../src/document/index.js";
import { createCodeSamples, SAMPLES_SETUP } from "../examples/code-samples.js";

type OpenQuestion = Readonly<Record<"id" | "question" | "section" | "answer" | "sandbox", string>>;

/** Returns the spec of the site: with code samples, and with a link to each open question where it applies. */
export function createSiteSpec(): object {
  const document = loadDocument("spec/openapi.yaml");
  const root = structuredClone(document.root) as JsonObject;
  for (const [{ pointer }, samples] of createCodeSamples(document, "TypeScript"))
    Object.assign(valueAt(root, pointer) as JsonObject, { "x-codeSamples": samples });
  linkOpenQuestions(root);
  return root;
}

function linkOpenQuestions(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) linkOpenQuestions(item);
  if (!isObject(value)) return;
  for (const item of Object.values(value)) linkOpenQuestions(item);
  const named = value["x-open-point"];
  const ids = (Array.isArray(named) ? named : [named]).filter((id) => typeof id === "string");
  if (ids.length === 0) return;
  const links = ids.map((id) => `[${id}](/reference/open-questions/#${id})`).join(", ");
  const text = typeof value.description === "string" ? `${value.description.trimEnd()}\n\n` : "";
  Object.assign(value, { description: `${text}Open question${ids.length === 1 ? "" : "s"}: ${links}.` });
}

/** Returns the spec with code samples, and with the samples and open questions as chapters, for a page that has only the spec. */
export function createReferenceSpec(): object {
  const document = loadDocument("spec/openapi.yaml");
  const root = structuredClone(document.root) as { readonly info: { description?: string } };
  for (const [{ pointer }, samples] of createCodeSamples(document, "JavaScript"))
    Object.assign(valueAt(root as unknown as JsonObject, pointer) as JsonObject, { "x-codeSamples": samples });
  const samples = formatSamplesPage(
    "Save a JavaScript sample as `sample.mjs` and run `node sample.mjs` in the same terminal.",
  );
  root.info.description = [root.info.description ?? "", samples, formatOpenQuestionsPage()].join("\n\n");
  return root;
}

/** The page of the open questions, with an anchor for each. */
export function formatOpenQuestionsPage(): string {
  const questions = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly OpenQuestion[];
  const sections = [...new Set(questions.map(({ section }) => section))].map((section) => {
    const own = questions.filter((entry) => entry.section === section);
    const entries = own.map(
      ({ id, question, answer, sandbox }) =>
        `### ${id}\n\n${question}\n\n- The spec: ${answer}\n- The sandbox: ${sandbox}`,
    );
    return [`## ${section}`, ...entries].join("\n\n");
  });
  return [
    "# Open questions",
    "The spec does not guess what its source leaves open. This page lists each open question: what the spec states for now, and what the sandbox does.",
    ...sections,
  ].join("\n\n");
}

/** The page about the samples. */
export function formatSamplesPage(howToRun = RUN_TYPESCRIPT): string {
  return `# Run the samples

Each operation has samples for curl and for the client of the package. They read the URL, token and ids from environment variables.

To set these variables for a sandbox on your machine, run these commands in a folder where the package is installed:

\`\`\`sh
${SAMPLES_SETUP}
\`\`\`

${howToRun}`;
}

const RUN_TYPESCRIPT = `Save a TypeScript sample as \`sample.mts\` and run \`npx tsx sample.mts\` in the same terminal.

"Test Request" sends the same request from your browser. \`npx contract token\` prints an access token for it.`;
