/** `npm run generate`: writes generated/ from spec/, the reference pages of codes, the built HTML pages and the WebAssembly modules. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { loadDocument } from "../src/document/index.js";
import type { ClientConfig } from "../src/generate/client/client-config.js";
import { generateFiles } from "../src/generate/generate.js";
import { DIFF_EXAMPLES_PATH, formatDiffExamplesFile } from "./generate/diff-examples.js";
import { FINDING_EXAMPLES_PATH, formatFindingExamplesFile } from "./generate/finding-examples.js";
import { buildReportPage, REPORT_PAGE_PATH } from "./generate/report-page.js";
import { buildSandboxPage, SANDBOX_PAGE_PATH } from "./generate/sandbox-page.js";
import { formatSpecExamplesFile, SPEC_EXAMPLES_PATH } from "./generate/spec-examples.js";
import { writeWebAssembly } from "./generate/web-assembly.js";

await writeWebAssembly();
const { client } = parse(readFileSync("contract.config.yaml", "utf8")) as { client: ClientConfig };
const files = await generateFiles(loadDocument("spec/openapi.yaml"), client);
mkdirSync("generated", { recursive: true });
for (const [name, content] of files) writeFileSync(`generated/${name}`, content);
// The modules below read the example files when they are loaded, so the examples are written first.
writeFileSync(FINDING_EXAMPLES_PATH, formatFindingExamplesFile());
writeFileSync(SPEC_EXAMPLES_PATH, formatSpecExamplesFile());
writeFileSync(DIFF_EXAMPLES_PATH, formatDiffExamplesFile());
writeFileSync(REPORT_PAGE_PATH, await buildReportPage());
const { formatCodesPage } = await import("../src/report/codes/finding-codes-page.js");
const { formatSpecCodesPage } = await import("../src/report/codes/spec-codes-page.js");
const { formatDiffCodesPage } = await import("../src/report/codes/diff-codes-page.js");
writeFileSync("docs/codes.md", formatCodesPage());
writeFileSync("docs/spec-codes.md", formatSpecCodesPage());
writeFileSync("docs/diff-codes.md", formatDiffCodesPage());
writeFileSync(SANDBOX_PAGE_PATH, await buildSandboxPage());
process.stderr.write(
  `wrote ${FINDING_EXAMPLES_PATH}, ${DIFF_EXAMPLES_PATH}, ${REPORT_PAGE_PATH}, ${SANDBOX_PAGE_PATH}, ${SPEC_EXAMPLES_PATH}, docs/codes.md, docs/diff-codes.md, docs/spec-codes.md, ${[...files.keys()].map((name) => `generated/${name}`).join(", ")}\n`,
);
