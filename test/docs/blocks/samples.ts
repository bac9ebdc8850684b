/** The TypeScript of SKILL.md, and the samples of the reference: those of the built-in spec, and those that the site of any spec has. */
import { join } from "node:path";
import { createCodeSamples } from "../../../scripts/examples/code-samples.js";
import { createReference } from "../../../src/docs/index.js";
import { loadDocument } from "../../../src/document/index.js";
import { type Block, ROOT, readBlocks } from "./read.js";

export function listSampleBlocks(): Block[] {
  const spec = loadDocument(join(ROOT, "spec/openapi.yaml"));
  const own = [...createCodeSamples(spec, "TypeScript")].map(([{ id }, samples]) => {
    return createBlock("samples", id, samples.find(({ lang }) => lang === "TypeScript")?.source ?? "");
  });
  const foreign = loadDocument(join(ROOT, "examples/galaxy/openapi.json"));
  const made = [spec, foreign].flatMap((document, at) =>
    createReference(document, { clientModule: "commerce-contract" }).entries.flatMap(({ path, body }) => {
      const [, text] = /^```ts title="TypeScript"\n([\s\S]*?)\n```$/m.exec(body) ?? [];
      return text === undefined ? [] : [createBlock(`made-${at}`, path.replaceAll("/", "-"), text)];
    }),
  );
  return [...readBlocks("SKILL.md").filter(({ language }) => language === "ts"), ...own, ...made];
}

function createBlock(page: string, name: string, text: string): Block {
  return { page, line: 0, language: "ts", title: `${name}.ts`, isOutput: false, exit: 0, isIndented: false, text };
}
