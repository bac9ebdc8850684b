import type { Contract } from "../../gate/index.js";
import { type ArazzoDocument, listEntryWorkflows, readArazzoDocument } from "../../probe/index.js";
import { readInputFile } from "../input/read-input-file.js";
import { UsageError } from "../process/usage-error.js";
import type { ProbeSettings } from "./probe-settings.js";

/**
 * Reads an Arazzo document.
 *
 * @throws {SettingsError} if it is invalid, or has steps that cannot run.
 * @throws {UsageError} if an input of a workflow has no value.
 */
export function loadArazzoDocument(
  file: string,
  { operations }: Contract,
  { parameters }: Pick<ProbeSettings, "parameters">,
): ArazzoDocument {
  const document = readArazzoDocument(file, readInputFile(file, "give an Arazzo document to --arazzo"), operations);
  for (const { id, required, inputs } of listEntryWorkflows(document)) {
    const missing = required.find((name) => inputs[name] === undefined && parameters[name] === undefined);
    if (missing !== undefined)
      throw new UsageError(`${file}: workflow ${id}: the input ${missing} has no value; give --param ${missing}=VALUE`);
  }
  return document;
}

/** The inputs of all workflows, which `--param` may name too. */
export function listInputNames(document: ArazzoDocument | undefined): readonly string[] {
  return (document?.workflows ?? []).flatMap(({ inputNames }) => inputNames);
}
