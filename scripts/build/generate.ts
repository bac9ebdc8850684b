/** `npm run generate`: writes generated/ from spec/, the examples of codes, the picture of README, the built HTML pages and the WebAssembly modules. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { generateOutput } from "../../src/generate/generate.js";
import { drawTerminalPicture, TERMINAL_PICTURE } from "./docs/terminal-picture.js";
import { DIFF_EXAMPLES_PATH, formatDiffExamplesFile } from "./generate/diff-examples.js";
import { FINDING_EXAMPLES_PATH, formatFindingExamplesFile } from "./generate/finding-examples.js";
import { buildReportPage, REPORT_PAGE_PATH } from "./generate/report-page.js";
import { buildSandboxPage, SANDBOX_PAGE_PATH } from "./generate/sandbox-page.js";
import { formatSpecExamplesFile, SPEC_EXAMPLES_PATH } from "./generate/spec-examples.js";
import { writeWebAssembly } from "./generate/web-assembly.js";

await writeWebAssembly();
const { client } = parse(readFileSync("contract.config.yaml", "utf8")) as { client: ClientConfig };
const { files } = await generateOutput(loadDocument("spec/openapi.yaml"), client);
mkdirSync("generated", { recursive: true });
for (const [name, content] of files) writeFileSync(`generated/${name}`, content);
writeFileSync(FINDING_EXAMPLES_PATH, formatFindingExamplesFile());
writeFileSync(SPEC_EXAMPLES_PATH, formatSpecExamplesFile());
writeFileSync(DIFF_EXAMPLES_PATH, formatDiffExamplesFile());
writeFileSync(REPORT_PAGE_PATH, await buildReportPage());
writeFileSync(TERMINAL_PICTURE, await drawTerminalPicture());
writeFileSync(SANDBOX_PAGE_PATH, await buildSandboxPage());
process.stderr.write(
  `wrote ${FINDING_EXAMPLES_PATH}, ${DIFF_EXAMPLES_PATH}, ${REPORT_PAGE_PATH}, ${TERMINAL_PICTURE}, ${SANDBOX_PAGE_PATH}, ${SPEC_EXAMPLES_PATH}, ${[...files.keys()].map((name) => `generated/${name}`).join(", ")}\n`,
);
