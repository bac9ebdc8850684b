import { mkdirSync, writeFileSync } from "node:fs";
import { loadDocument } from "../src/document/index.js";
import { generateFiles } from "../src/generate/generate.js";

/** `npm run generate`: writes generated/ from spec/. */
const files = await generateFiles(loadDocument("spec/openapi.yaml"));
mkdirSync("generated", { recursive: true });
for (const [name, content] of files) writeFileSync(`generated/${name}`, content);
process.stderr.write(`wrote ${[...files.keys()].map((name) => `generated/${name}`).join(", ")}\n`);
