import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, ProbeHooks, TargetConfig } from "../../check/index.js";
import { type ArazzoDocument, findUnknownNames, listEntryWorkflows, readArazzoDocument } from "../../probe/index.js";
import { readInputFile } from "../input/read-input-file.js";
import { getErrorMessage, UsageError } from "../process/io.js";
import type { ProbeSettings } from "./probe-settings.js";

/** What a target adds to its probe. */
export type TargetExtensions = Awaited<ReturnType<typeof loadTargetExtensions>>;

const TARGET_TEXTS: ArazzoHelpTexts = {
  file: 'set "arazzo" to an Arazzo document',
  input: (input) => `set a value for ${input} in "parameters"`,
};

/**
 * Loads the hooks and the workflows of a target, before any service starts.
 *
 * @param folder that of the configuration, to which the files are relative.
 * @throws UsageError if a file cannot be used, or a parameter is neither in the spec nor in a workflow.
 */
export async function loadTargetExtensions(
  { name, parameters = {}, ...target }: TargetConfig,
  contract: Contract,
  folder: string,
) {
  const files = {
    hooks: target.hooks === undefined ? undefined : join(folder, target.hooks),
    arazzo: target.arazzo === undefined ? undefined : join(folder, target.arazzo),
  };
  const arazzo =
    files.arazzo === undefined ? undefined : loadArazzoDocument(files.arazzo, contract, parameters, TARGET_TEXTS);
  assertKnownParameters(contract, parameters, (it) => `target ${name}: parameters: ${it}`, listInputNames(arazzo));
  const hooks = files.hooks === undefined ? undefined : await loadHooks(files.hooks, `target ${name}: hooks`);
  /** The files are for commands that run the probe again. */
  return { hooks, arazzo, files };
}

const NAMES = ["getCredentials", "prepareRequest", "checkExchange"] as const;

/**
 * Imports a hooks module. Errors of its functions are reported with the name of the file.
 *
 * @param option what named the file, for messages.
 * @throws {UsageError} if the file cannot be imported, or its default export is no object of functions.
 */
export async function loadHooks(file: string, option = "--hooks"): Promise<ProbeHooks> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`${option} ${file}: file does not exist`);
  const { default: hooks } = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new UsageError(`${option} ${file}: ${explainImportError(error)}`, { cause: error });
  })) as { readonly default?: unknown };
  if (typeof hooks !== "object" || hooks === null)
    throw new UsageError(`${option} ${file}: expected an object as the default export, with ${NAMES.join(", ")}`);
  const entries = Object.entries(hooks);
  const wrong = entries.find(([name, value]) => !NAMES.some((it) => it === name) || typeof value !== "function");
  if (wrong !== undefined)
    throw new UsageError(`${option} ${file}: unknown export ${wrong[0]}; expected functions named ${NAMES.join(", ")}`);
  return Object.fromEntries(
    entries.map(([name, hook]) => [name, reportErrors(hook as Hook, `${option} ${file}: ${name}`)]),
  );
}

type Hook = (...args: readonly unknown[]) => unknown;

function reportErrors(hook: Hook, where: string): Hook {
  return async (...args) => {
    try {
      return await hook(...args);
    } catch (error) {
      throw new UsageError(`${where} failed: ${getErrorMessage(error)}`, { cause: error });
    }
  };
}

function explainImportError(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === "ERR_UNKNOWN_FILE_EXTENSION"
    ? `this version of Node.js does not run TypeScript, 22.18 and later do; use a .mjs file with JSDoc types`
    : (message ?? String(error));
}

/** What the user can do, by a command line or by a configuration file. */
type ArazzoHelpTexts = { readonly file: string; readonly input: (name: string) => string };

const COMMAND_LINE_TEXTS: ArazzoHelpTexts = {
  file: "give an Arazzo document to --arazzo",
  input: (name) => `give --param ${name}=VALUE`,
};

/**
 * Reads an Arazzo document.
 *
 * @throws {SettingsError} if it is invalid, or has steps that cannot run.
 * @throws {UsageError} if an input of a workflow has no value.
 */
export function loadArazzoDocument(
  file: string,
  { operations }: Contract,
  parameters: ProbeSettings["parameters"],
  helpTexts: ArazzoHelpTexts = COMMAND_LINE_TEXTS,
): ArazzoDocument {
  const document = readArazzoDocument(file, readInputFile(file, helpTexts.file), operations);
  for (const { id, required, inputs } of listEntryWorkflows(document)) {
    const missing = required.find((name) => inputs[name] === undefined && parameters[name] === undefined);
    if (missing !== undefined)
      throw new UsageError(`${file}: workflow ${id}: the input ${missing} has no value; ${helpTexts.input(missing)}`);
  }
  return document;
}

/** The inputs of all workflows, which `--param` may name too. */
export function listInputNames(document: ArazzoDocument | undefined): readonly string[] {
  return (document?.workflows ?? []).flatMap(({ inputNames }) => inputNames);
}

/**
 * Rejects values for names that no request uses, which would have no effect.
 *
 * @param formatName Formats a name for the message, as the command line or the configuration writes it.
 * @param inputNames Names of workflow inputs, which may have values too.
 * @throws UsageError that lists all unknown names.
 */
export function assertKnownParameters(
  contract: Contract,
  parameters: Readonly<Record<string, unknown>>,
  formatName: (name: string) => string,
  inputNames: readonly string[] = [],
): void {
  const names = Object.keys(parameters).filter((name) => !inputNames.includes(name));
  const messages = findUnknownNames(contract, names).map(({ name, nearest }) => {
    const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
    return `${formatName(name)}: no operation has a parameter or body property of this name${hint}`;
  });
  if (messages.length > 0) throw new UsageError(messages.join("\n"));
}
