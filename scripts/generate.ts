/** `npm run generate`: writes generated/ from spec/, and the pages of codes from the checks and the rules. */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadDocument } from "../src/document/index.js";
import { generateFiles } from "../src/generate/generate.js";
import { CODE_EXAMPLES, codeExamplesFile } from "./code-examples.js";
import { DIFF_EXAMPLES, diffExamplesFile } from "./diff-examples.js";
import { REPORT_PAGE, reportPage } from "./report-page.js";
import { SANDBOX_PAGE, sandboxPage } from "./sandbox-page.js";
import { SPEC_EXAMPLES, specExamplesFile } from "./spec-examples.js";
import { writeWebAssembly } from "./web-assembly.js";

await writeWebAssembly();
const files = await generateFiles(loadDocument("spec/openapi.yaml"));
mkdirSync("generated", { recursive: true });
for (const [name, content] of files) writeFileSync(`generated/${name}`, content);
// The pages are made from the examples, and so are read after these have been written.
writeFileSync(CODE_EXAMPLES, codeExamplesFile());
writeFileSync(SPEC_EXAMPLES, specExamplesFile());
writeFileSync(DIFF_EXAMPLES, diffExamplesFile());
writeFileSync(REPORT_PAGE, await reportPage());
const { codesPage } = await import("../src/report/codes-page.js");
const { specCodesPage } = await import("../src/report/spec-codes-page.js");
const { diffCodesPage } = await import("../src/report/diff/codes-page.js");
writeFileSync("docs/codes.md", codesPage());
writeFileSync("docs/spec-codes.md", specCodesPage());
writeFileSync("docs/diff-codes.md", diffCodesPage());
writeFileSync(SANDBOX_PAGE, await sandboxPage());
process.stderr.write(
  `wrote ${CODE_EXAMPLES}, ${DIFF_EXAMPLES}, ${REPORT_PAGE}, ${SANDBOX_PAGE}, ${SPEC_EXAMPLES}, docs/codes.md, docs/diff-codes.md, docs/spec-codes.md, ${[...files.keys()].map((name) => `generated/${name}`).join(", ")}\n`,
);
