import { join } from "node:path";
import type { Contract, ProbeHooks, TargetConfig } from "../../gate/index.js";
import type { ArazzoDocument } from "../../probe/index.js";
import { assertKnownParameters } from "./known-parameters.js";
import { type ArazzoHelpTexts, listInputNames, loadArazzoDocument } from "./load-arazzo-document.js";
import { loadHooks } from "./load-hooks.js";

/** What a target adds to its probe. */
export type TargetExtensions = {
  readonly hooks: ProbeHooks | undefined;
  readonly arazzo: ArazzoDocument | undefined;
  /** The files, for commands that run the probe again. */
  readonly files: { readonly hooks?: string; readonly arazzo?: string };
};

const HELP_TEXTS: ArazzoHelpTexts = {
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
): Promise<TargetExtensions> {
  const files = {
    ...(target.hooks === undefined ? {} : { hooks: join(folder, target.hooks) }),
    ...(target.arazzo === undefined ? {} : { arazzo: join(folder, target.arazzo) }),
  };
  const arazzo =
    files.arazzo === undefined ? undefined : loadArazzoDocument(files.arazzo, contract, parameters, HELP_TEXTS);
  assertKnownParameters(contract, parameters, (it) => `target ${name}: parameters: ${it}`, listInputNames(arazzo));
  const hooks = files.hooks === undefined ? undefined : await loadHooks(files.hooks, `target ${name}: hooks`);
  return { hooks, arazzo, files };
}
