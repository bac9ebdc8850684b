import { existsSync } from "node:fs";
import { type ConfigFile, readConfig } from "../../gate/index.js";
import { LINT_RULES } from "../../lint/index.js";
import { readInputFile } from "../input/read-input-file.js";

/**
 * Reads the given configuration, or the one of the current directory if there is one.
 *
 * @throws SettingsError when it is invalid.
 */
export function readConfigFile(given: string | undefined): ConfigFile & { readonly path: string | undefined } {
  const path = given ?? DEFAULT_CONFIG_NAMES.find((name) => existsSync(name));
  if (path === undefined) return { path, config: {}, assertOperations: () => {} };
  const text = readInputFile(path, "give a configuration such as contract.config.yaml");
  return { path, ...readConfig(path, text, SPEC_CODES) };
}

const SPEC_CODES = Object.keys(LINT_RULES);

const DEFAULT_CONFIG_NAMES = ["contract.config.yaml", "contract.config.yml", "contract.config.json"];
