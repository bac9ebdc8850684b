import type { Contract } from "../../gate/index.js";
import { type ArazzoDocument, listEntryWorkflows, readArazzoDocument } from "../../probe/index.js";
import { readInputFile } from "../input/read-input-file.js";
import { UsageError } from "../process/usage-error.js";
import type { ProbeSettings } from "./probe-settings.js";

/** What the user can do, by a command line or by a configuration file. */
export type ArazzoHelpTexts = { readonly file: string; readonly input: (name: string) => string };

const HELP_TEXTS: ArazzoHelpTexts = {
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
  helpTexts: ArazzoHelpTexts = HELP_TEXTS,
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
