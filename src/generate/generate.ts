import { type Document, formatLocation } from "../document/index.js";
import { generateBundleFiles } from "./bundle-files.js";
import { generateCalls } from "./calls.js";
import { GenerateError } from "./generate-error.js";
import { generateOperations } from "./operations.js";
import { generateTypes } from "./types.js";
import { UnsupportedByClientError } from "./unsupported-by-client-error.js";
import { generateValidators } from "./validators.js";

/**
 * Generates all files of a spec, by file name. The same spec gives the same bytes.
 *
 * This directory turns a document into text. It writes no files.
 *
 * @throws GenerateError when a tool is not installed, a schema is unusable, or the spec cannot be expressed in TypeScript.
 */
export async function generateFiles(document: Document): Promise<ReadonlyMap<string, string>> {
  assertUsable(document);
  const { json, yaml } = generateBundleFiles(document);
  const { js, dts } = await generateValidators(document);
  return new Map([
    ["openapi.json", json],
    ["openapi.yaml", yaml],
    ["types.ts", await generateTypes(document)],
    ["operations.ts", generateOperations(document)],
    ...generateClientFiles(document),
    ["validators.js", js],
    ["validators.d.ts", dts],
  ]);
}

/** Validators and types need every schema. Examples and links are only copied. */
function assertUsable({ unusable = new Map() }: Document): void {
  const faults = [...unusable].filter(([pointer]) => !/\/(examples|links)\/[^/]+$/.test(pointer));
  if (faults.length === 0) return;
  const reasons = faults.map(([, diagnostic]) => `${formatLocation(diagnostic)}: ${diagnostic.message}`);
  throw new GenerateError(reasons.join("\n"));
}

/** The call table of the client; undefined if the client does not support the spec. */
function generateClientFiles(document: Document): [name: string, content: string][] {
  try {
    return [["calls.ts", generateCalls(document)]];
  } catch (error) {
    if (error instanceof UnsupportedByClientError) return [];
    throw error;
  }
}
