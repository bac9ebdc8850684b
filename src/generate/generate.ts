import type { Document } from "../document/index.js";
import { bundleFiles } from "./bundle-files.js";
import { calls } from "./calls.js";
import { NoClientError } from "./no-client-error.js";
import { operations } from "./operations.js";
import { types } from "./types.js";
import { validators } from "./validators.js";

/**
 * Everything that is made from a description, by file name. The same description gives the same bytes.
 *
 * This folder turns a document into text; it writes no file and judges nothing.
 *
 * @throws GenerateError when a tool is not installed or the description cannot be said in TypeScript.
 */
export async function generateFiles(document: Document): Promise<ReadonlyMap<string, string>> {
  const { json, yaml } = bundleFiles(document);
  const { js, dts } = await validators(document);
  return new Map([
    ["openapi.json", json],
    ["openapi.yaml", yaml],
    ["types.ts", await types(document)],
    ["operations.ts", operations(document)],
    ...clientFiles(document),
    ["validators.js", js],
    ["validators.d.ts", dts],
  ]);
}

/** The table of the client, of a description that the client can serve. */
function clientFiles(document: Document): [name: string, content: string][] {
  try {
    return [["calls.ts", calls(document)]];
  } catch (error) {
    if (error instanceof NoClientError) return [];
    throw error;
  }
}
