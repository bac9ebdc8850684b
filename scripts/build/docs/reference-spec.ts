import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type JsonObject, loadDocument, valueAt } from "../../../src/document/index.js";
import { createCodeSamples, SAMPLES_SETUP } from "../examples/code-samples.js";

type OpenQuestion = Readonly<Record<"id" | "question" | "section" | "answer" | "sandbox", string>>;

/** Returns the spec with code samples for each operation, and with the samples and open questions as chapters. */
export function createReferenceSpec(): object {
  const document = loadDocument("spec/openapi.yaml");
  const root = structuredClone(document.root) as { readonly info: { description?: string } };
  for (const [{ pointer }, samples] of createCodeSamples(document, "JavaScript"))
    Object.assign(valueAt(root as unknown as JsonObject, pointer) as JsonObject, { "x-codeSamples": samples });
  root.info.description = [root.info.description ?? "", SAMPLES, formatOpenQuestions()].join("\n\n");
  return root;
}

/** Formats the chapter of open questions. Each `x-open-point` in the reference names one of its entries. */
function formatOpenQuestions(): string {
  const questions = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly OpenQuestion[];
  const sections = [...new Set(questions.map(({ section }) => section))];
  const chapter = sections.map((section) => {
    const own = questions.filter((entry) => entry.section === section).map(formatOpenQuestion);
    return `### ${section}\n\n${own.join("\n\n")}`;
  });
  return [OPEN_QUESTIONS_INTRO, ...chapter].join("\n\n");
}

function formatOpenQuestion({ id, question, answer, sandbox }: OpenQuestion): string {
  return `**\`${id}\`**: ${question}\n\n- The spec: ${answer}\n- The sandbox: ${sandbox}`;
}

const SAMPLES = `# Samples

Each operation has samples for curl and for the client of the package. They read the URL, token and ids from environment variables.
To set these variables for a sandbox on your machine, run these commands in a folder where the package is installed:

${SAMPLES_SETUP.replaceAll(/^/gm, "    ")}

Save a JavaScript sample as \`sample.mjs\` and run \`node sample.mjs\` in the same terminal.`;

const OPEN_QUESTIONS_INTRO = `# Open questions

The spec does not guess what its source leaves open. Each open question has an id. The field \`x-open-point\` names it wherever it
applies. Each entry says what the spec states for now, and what the sandbox does.`;
