/** The TypeScript of SKILL.md, and the samples of the reference: those that are written, and those that are made of the spec. */
import { join } from "node:path";
import { createCodeSamples } from "../../../scripts/build/examples/code-samples.js";
import { BUILT_IN_CLIENT, createReference } from "../../../src/docs/reference-files.js";
import { loadDocument } from "../../../src/document/index.js";
import { type Block, ROOT, readBlocks } from "./read.js";

export function listSampleBlocks(): Block[] {
  const spec = loadDocument(join(ROOT, "spec/openapi.yaml"));
  const own = [...createCodeSamples(spec, "TypeScript")].map(([{ id }, samples]) => {
    return createBlock("samples", id, samples.find(({ lang }) => lang === "TypeScript")?.source ?? "");
  });
  const made = createReference(spec, { clientModule: BUILT_IN_CLIENT }).entries.flatMap(({ path, body }) => {
    const [, text] = /^```ts title="TypeScript"\n([\s\S]*?)\n```$/m.exec(body) ?? [];
    return text === undefined ? [] : [createBlock("made", path.replaceAll("/", "-"), text)];
  });
  return [...readBlocks("SKILL.md").filter(({ language }) => language === "ts"), ...own, ...made];
}

function createBlock(page: string, name: string, text: string): Block {
  return { page, line: 0, language: "ts", title: `${name}.ts`, isOutput: false, exit: 0, isIndented: false, text };
}
