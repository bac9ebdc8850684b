import { stringify } from "yaml";
import {
  asArray,
  asString,
  type Document,
  describeUnusable,
  type JsonObject,
  joinPointer,
  listOperations,
  type Pointer,
  parentPointer,
  resolvePointer,
  takeName,
  valueAt,
} from "../document/index.js";
import { mapInnerSchemas, type SchemaTransform } from "../document/structure.js";
import { createJsonCopy } from "../document/values/parse-json.js";
import { serializeExactJson, writeExactNumbers } from "../document/values/serialize-json.js";
import { generateCalls } from "./client/calls.js";
import { type ClientConfig, hasValidators, INLINED_RUNTIME } from "./client/client-config.js";
import { generateClientFile, generateWebhooksFile } from "./client/client-file.js";
import { type ClientModel, createClientModel, formatListHint, formatListMethods } from "./client/client-model.js";
import { hasOwnId, isIdentifier } from "./client/operation-names.js";
import { loadRuntimeModules } from "./client/runtime-files.js";
import { formatFileHeader } from "./code.js";
import { generateIntegrations } from "./integrations.js";
import { generateOperations } from "./operations.js";
import { markBrands, replaceValue } from "./types/brands.js";
import { generateTypes } from "./types/types.js";
import { generateValidators } from "./validators.js";

export type GeneratedOutput = Awaited<ReturnType<typeof generateOutput>>;

/**
 * Generates all files of a spec, by file name, and says what they lack. The same spec gives the same bytes.
 *
 * This directory turns a document into text. It writes no files.
 *
 * @throws GenerateError when a tool is not installed, or the configuration names what the spec does not have.
 */
export async function generateOutput(spec: Document, config: ClientConfig = {}) {
  const { document: usable, omissions } = replaceUnusableSchemas(spec);
  const { document, notes } = completeOperations(usable);
  const model = createClientModel(document, config);
  const runtime = model.runtime === INLINED_RUNTIME ? await loadRuntimeModules() : [];
  const branded = markBrands(document, config.brands);
  const types = generateTypes(branded);
  const validators = hasValidators(config) ? await generateValidators(document, types.components) : undefined;
  const files = new Map([
    ...(config.with?.includes("bundle") ? generateBundleFiles(spec) : []),
    ["types.ts", types.text],
    ["operations.ts", generateOperations(document)],
    ["calls.ts", generateCalls(document, model)],
    ["client.ts", generateClientFile(model)],
    ...(validators === undefined
      ? []
      : [["validators.js", validators.js] as const, ["validators.d.ts", validators.dts] as const]),
    ...runtime,
    ...(config.webhooks === undefined
      ? []
      : [["webhooks.ts", generateWebhooksFile(document, config.webhooks, model.runtime)] as const]),
    ...generateIntegrations(document, model, config.with),
  ]);
  return {
    files,
    /** The spec as the files describe it, and the client that is made of it. */
    document: branded,
    model,
    /** What the files lack, as text, with the reasons. */
    omissions: [
      ...omissions,
      ...model.omissions.map(
        ({ operation, pointer, reason }) => `the client has no ${operation} (${pointer}): ${reason}`,
      ),
      ...(validators?.omissions ?? []).map(
        ({ owner, pointer, reason }) => `${owner} has no validator of ${pointer}: ${reason}`,
      ),
    ],
    /** What differs from the spec, although nothing in the spec is invalid. */
    notes: [...notes, ...model.notes, ...listRenamedCalls(model), ...types.notes, ...(validators?.notes ?? [])],
    /** The methods that read all pages, and what the configuration could add. */
    hints: [...formatListMethods(model), ...[formatListHint(document, model, config) ?? []].flat()],
  };
}

/** The calls whose operationId could be their name, if the client had nothing of that name. */
function listRenamedCalls({ calls }: ClientModel): readonly string[] {
  return calls.flatMap(({ operation: { id, method, path }, name }) =>
    isIdentifier(id) && name !== id
      ? [`${method} ${path} is generated as ${name}, because generated files have something called ${id}`]
      : [],
  );
}

/** The bundle: the spec in one file, as JSON and as YAML. */
function generateBundleFiles({ root }: Document): readonly (readonly [name: string, content: string])[] {
  const writeYaml = (it: unknown): string => stringify(it, { aliasDuplicateObjects: false, lineWidth: 120 });
  return [
    ["openapi.json", `${serializeExactJson(root, 2)}\n`],
    ["openapi.yaml", formatFileHeader("#") + writeExactNumbers(root, writeYaml)],
  ];
}

/**
 * Returns the document with what a client needs of each operation. A repeated operationId is followed by the method. A parameter
 * of the path that is not declared is that of another operation at this path, or a string; one that the path lacks is left out.
 *
 * @param options `keepsIds`: repeated operationIds stay
 */
export function completeOperations(document: Document, { keepsIds = false } = {}) {
  const operations = listOperations(document);
  const taken = new Set(operations.filter(hasOwnId).map(({ id }) => id));
  const first = new Map<string, Pointer>();
  const notes: string[] = [];
  const complete = { ...document, root: createJsonCopy(document.root) };
  for (const operation of operations) {
    const { id, kind, method, path, pointer, parameters, gaps = [] } = operation;
    const known = first.get(id) ?? pointer;
    first.set(id, known);
    if (!keepsIds && hasOwnId(operation) && known !== pointer) {
      const name = takeName(`${id}_${method.toLowerCase()}`, taken);
      replaceValue(complete.root, joinPointer(pointer, "operationId"), name);
      notes.push(`${method} ${path} is generated as ${name}, because ${known} has the operationId ${id} as well`);
    }
    if (kind !== "path" || gaps.length > 0) continue;
    const declared = new Set(parameters.filter((it) => it.in === "path").map(({ name }) => name));
    const names = new Set([...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name));
    const unused = [...declared].filter((name) => !names.has(name));
    if (unused.length > 0) {
      for (const owner of [parentPointer(pointer), pointer]) removeParameters(complete.root, document, owner, unused);
      notes.push(`${method} ${path} is generated without ${unused.join(", ")}, because the path does not have it`);
    }
    const missing = new Set([...names].filter((name) => !declared.has(name)));
    if (missing.size === 0) continue;
    const others = operations.filter((it) => it.path === path).flatMap((it) => it.parameters);
    const added = [...missing].map((name) => {
      const other = others.find((it) => it.in === "path" && it.name === name);
      return other === undefined
        ? { name, in: "path", required: true, schema: { type: "string" } }
        : createJsonCopy(valueAt(document.root, other.pointer) ?? {});
    });
    const place = joinPointer(pointer, "parameters");
    replaceValue(complete.root, place, [...asArray(valueAt(complete.root, place)), ...added]);
    notes.push(`${method} ${path} is generated with ${[...missing].join(", ")}, because the spec does not declare it`);
  }
  return notes.length === 0 ? { document, notes } : { document: complete, notes };
}

/** Removes parameters of the path from a copy of the document. */
function removeParameters(root: JsonObject, document: Document, owner: Pointer, names: readonly string[]): void {
  const place = joinPointer(owner, "parameters");
  const parameters = asArray(valueAt(document.root, place));
  const kept = parameters.filter((_, index) => {
    const { in: location, name } = resolvePointer(document, joinPointer(place, index))?.value ?? {};
    return location !== "path" || !names.includes(asString(name) ?? "");
  });
  if (kept.length < parameters.length) replaceValue(root, place, kept);
}

/**
 * Returns the document with a schema without constraints for each one that is unusable, such as a reference that leads nowhere.
 * Other faults are gaps of operations.
 */
export function replaceUnusableSchemas(document: Document) {
  const { root, unusable = new Map() } = document;
  if (unusable.size === 0) return { document, omissions: [] };
  const gaps = new Map(unusable);
  const replace: SchemaTransform = (schema, pointer) =>
    gaps.delete(pointer) ? {} : mapInnerSchemas(schema, "schema", replace, pointer);
  const usable = mapInnerSchemas(root, "openapi", replace) as JsonObject;
  const omissions = describeUnusable(document, "its type is unknown", Number.POSITIVE_INFINITY);
  return { document: { ...document, root: usable, unusable: gaps }, omissions };
}
