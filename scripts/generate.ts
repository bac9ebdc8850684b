/** `npm run generate`: writes generated/ from spec/, and the pages of codes from the checks and the rules. */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadDocument } from "../src/document/index.js";
import { generateFiles } from "../src/generate/generate.js";
import { codesPage, specCodesPage } from "../src/report/index.js";

const files = await generateFiles(loadDocument("spec/openapi.yaml"));
mkdirSync("generated", { recursive: true });
for (const [name, content] of files) writeFileSync(`generated/${name}`, content);
writeFileSync("docs/codes.md", codesPage());
writeFileSync("docs/spec-codes.md", specCodesPage());
process.stderr.write(
  `wrote docs/codes.md, docs/spec-codes.md, ${[...files.keys()].map((name) => `generated/${name}`).join(", ")}\n`,
);
