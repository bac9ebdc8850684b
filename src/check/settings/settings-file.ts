import {
  type Diagnostic,
  DocumentError,
  formatDiagnosticLines,
  type Json,
  type Pointer,
  type SourceLocation,
} from "../../document/index.js";
import { parseSourceFile } from "../../document/source-file.js";
import { listSchemaDiagnostics, toPrintable } from "../../schema/index.js";

export type SettingsFile = { readonly value: Json; readonly locate: (pointer: Pointer) => SourceLocation };

/**
 * Reads a YAML or JSON settings file and validates it against its JSON Schema, with the engine that also checks traffic.
 *
 * @throws {SettingsError} with file, line and column of every error.
 */
export function readSettings(path: string, text: string, schema: Json): SettingsFile {
  const file = parseSettings(path, text);
  const value = file.value ?? {};
  const found = listSchemaDiagnostics(schema, value);
  if (found.length > 0)
    throw new SettingsError(
      found.map(({ instance, at, message }) => ({
        message: `${formatInstance(instance)}: ${message}`,
        ...file.locate(at),
      })),
    );
  return { value, locate: file.locate };
}

function parseSettings(path: string, text: string): SettingsFile {
  try {
    return parseSourceFile(path, text);
  } catch (error) {
    if (error instanceof DocumentError) throw new SettingsError(error.diagnostics, { cause: error });
    throw error;
  }
}

function formatInstance(instance: Pointer): string {
  return instance === "" ? "the file" : toPrintable(instance);
}

/** Thrown if a configuration or baseline is invalid. Each diagnostic has a location and the expected value. */
export class SettingsError extends Error {
  override name = "SettingsError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnosticLines(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}
