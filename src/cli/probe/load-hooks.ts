import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProbeHooks } from "../../gate/index.js";
import { UsageError } from "../process/usage-error.js";

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
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${where} failed: ${reason}`, { cause: error });
    }
  };
}

function explainImportError(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === "ERR_UNKNOWN_FILE_EXTENSION"
    ? `this version of Node.js does not run TypeScript, 22.18 and later do; use a .mjs file with JSDoc types`
    : (message ?? String(error));
}
