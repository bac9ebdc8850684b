import { stringify } from "yaml";
import { type Document, formatLocation } from "../document/index.js";
import { generateCalls } from "./client/calls.js";
import { type ClientConfig, INTEGRATIONS } from "./client/client-config.js";
import { generateClientFile } from "./client/client-file.js";
import { type ClientModel, createClientModel } from "./client/client-model.js";
import { formatListHint } from "./client/list-hint.js";
import { INLINED_RUNTIME, loadRuntimeModules } from "./client/runtime-files.js";
import { generateWebhooksFile } from "./client/webhooks-file.js";
import { formatFileHeader } from "./file-header.js";
import { GenerateError } from "./generate-error.js";
import { generateMockHandlers } from "./integrations/mock-handlers.js";
import { generateQueries } from "./integrations/queries.js";
import { generateStandardSchemas } from "./integrations/standard-schemas.js";
import { generateOperations } from "./operations.js";
import { markBrands } from "./types/brands.js";
import { generateTypes } from "./types/types.js";
import { makeOperationsUnique } from "./unique-operations.js";
import { generateValidators } from "./validators.js";

/**
 * Generates all files of a spec, by file name. The same spec gives the same bytes.
 *
 * This directory turns a document into text. It writes no files.
 *
 * @throws GenerateError when a tool is not installed, a schema is unusable, or the spec cannot be expressed in TypeScript.
 */
export async function generateFiles(
  document: Document,
  config: ClientConfig = {},
): Promise<ReadonlyMap<string, string>> {
  return (await generateOutput(document, config)).files;
}

export type GeneratedOutput = {
  readonly files: ReadonlyMap<string, string>;
  /** What the files lack, as text, with the reasons. */
  readonly omissions: readonly string[];
  /** Which names differ from those of the spec. */
  readonly notes: readonly string[];
  /** What the configuration could add to the files. */
  readonly hint?: string | undefined;
};

/** Generates all files of a spec, and says what they lack. */
export async function generateOutput(spec: Document, config: ClientConfig = {}): Promise<GeneratedOutput> {
  assertUsable(spec);
  const { json, yaml } = generateBundleFiles(spec);
  const { document, notes } = makeOperationsUnique(spec);
  const { files: validators, omissions: refused } = await generateValidatorFiles(document, config);
  const model = createClientModel(document, config);
  const runtime = model.runtime === INLINED_RUNTIME ? await loadRuntimeModules() : [];
  const types = generateTypes(markBrands(document, config.brands));
  const files = new Map([
    ["openapi.json", json],
    ["openapi.yaml", yaml],
    ["types.ts", types.text],
    ["operations.ts", generateOperations(document)],
    ["calls.ts", generateCalls(document, model)],
    ["client.ts", generateClientFile(model)],
    ...validators,
    ...runtime,
    ...(config.webhooks === undefined
      ? []
      : [["webhooks.ts", generateWebhooksFile(document, config.webhooks, model.runtime)] as const]),
    ...generateIntegrations(document, model, config),
  ]);
  return {
    files,
    omissions: [
      ...model.omissions.map(
        ({ operation, pointer, reason }) => `the client has no ${operation} (${pointer}): ${reason}`,
      ),
      ...refused.map(({ operation, pointer, reason }) => `${operation} has no validator of ${pointer}: ${reason}`),
    ],
    notes: [...notes, ...types.notes],
    hint: formatListHint(document, model, config),
  };
}

async function generateValidatorFiles(document: Document, config: ClientConfig) {
  if (config.validators === false) {
    if (config.with?.includes("standard-schema") === true)
      throw new GenerateError("schemas.ts needs the validators: do not turn them off, or leave out standard-schema");
    return { files: [], omissions: [] };
  }
  const { js, dts, omissions } = await generateValidators(document);
  return { files: [["validators.js", js] as const, ["validators.d.ts", dts] as const], omissions };
}

function generateIntegrations(
  document: Document,
  model: ClientModel,
  { with: wanted = [] }: ClientConfig,
): readonly (readonly [name: string, content: string])[] {
  const generators = {
    "standard-schema": ["schemas.ts", generateStandardSchemas],
    "tanstack-query": ["queries.ts", generateQueries],
    msw: ["handlers.ts", generateMockHandlers],
  } as const;
  return INTEGRATIONS.filter((name) => wanted.includes(name)).map((name) => {
    const [file, generate] = generators[name];
    return [file, generate(document, model)];
  });
}

/** Validators and types need every schema. Examples and links are only copied. */
function assertUsable({ unusable = new Map() }: Document): void {
  const faults = [...unusable].filter(([pointer]) => !/\/(examples|links)\/[^/]+$/.test(pointer));
  if (faults.length === 0) return;
  const reasons = faults.map(([, diagnostic]) => `${formatLocation(diagnostic)}: ${diagnostic.message}`);
  throw new GenerateError(reasons.join("\n"));
}

/** The bundle: the spec in one file, as JSON and as YAML. */
export function generateBundleFiles(document: Document): { readonly json: string; readonly yaml: string } {
  return {
    json: `${JSON.stringify(document.root, undefined, 2)}\n`,
    yaml: formatFileHeader("#") + stringify(document.root, { aliasDuplicateObjects: false, lineWidth: 120 }),
  };
}
