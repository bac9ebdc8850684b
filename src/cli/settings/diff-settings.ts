import { findClosestName } from "../../check/index.js";
import { DIFF_CODES, type DiffCode, type DiffPolicy, findUnknownCodes } from "../../diff/index.js";
import type { DiffFailOn } from "../../report/diff/formats.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/io.js";
import { readConfigFile } from "./run-settings.js";

type DiffSection = DiffPolicy & { readonly failOn?: DiffFailOn; readonly old?: string };

/**
 * Reads the `diff` section and the servers of the configuration. The command line overrides it.
 *
 * @throws SettingsError when the configuration is invalid, UsageError when a rule names an unknown code.
 */
export function readDiffSettings(options: Pick<CommandOptions<"diff">, "config" | "checkVersion" | "failOn">) {
  const { path, config } = readConfigFile(options.config);
  // The configuration has been validated against its schema.
  const { failOn, old: _, ...policy } = (config.diff ?? {}) as DiffSection;
  const codes = Object.keys(DIFF_CODES) as DiffCode[];
  const [unknown] = findUnknownCodes(policy.levels ?? [], codes);
  if (unknown !== undefined) {
    const close = findClosestName(unknown, codes);
    throw new UsageError(
      `${path}: "diff.levels": "${unknown}" is not a code of contract diff or a prefix of one${close === undefined ? "" : `; did you mean "${close}"?`}`,
    );
  }
  return {
    /** The servers of recordings. */
    servers: config.servers,
    policy: { ...policy, checkVersion: options.checkVersion ?? policy.checkVersion ?? false },
    failOn: options.failOn ?? failOn,
  };
}
