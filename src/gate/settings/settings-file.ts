import {
  asObject,
  type Document,
  DocumentError,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  type SourceLocation,
  valueAt,
} from "../../document/index.js";
import { parseSourceFile } from "../../document/source-file.js";
import { createSchemas, describeViolation, findClosestName, toPrintable, type Violation } from "../../schema/index.js";
import { SettingsError } from "./settings-error.js";

export type SettingsFile = { readonly value: Json; readonly locate: (pointer: Pointer) => SourceLocation };

const SETTINGS_POINTER = "/components/schemas/Settings";

/**
 * Reads a file of settings, YAML or JSON, and holds it against its JSON Schema with the engine that judges traffic.
 *
 * @throws SettingsError with file, line and column of everything that is wrong.
 */
export function readSettings(path: string, text: string, schema: Json): SettingsFile {
  const file = parseSettings(path, text);
  const value = file.value ?? {};
  // A reference of the schema starts at the root, and so do its definitions.
  const definitions = asObject(schema)?.$defs ?? {};
  const root = { openapi: "3.1.0", $defs: definitions, components: { schemas: { Settings: schema } } } as JsonObject;
  const document: Document = { root, path, version: "3.1", locate: file.locate };
  // Compiling a schema to judge one small value takes longer than interpreting it; what is wrong is told as of traffic.
  if (createSchemas(document, { engine: "interpreter" }).isValid(SETTINGS_POINTER, "request", value))
    return { value, locate: file.locate };
  const failures = createSchemas(document).validate(SETTINGS_POINTER, "request", value);
  if (failures.length > 0) throw new SettingsError(failures.map((failure) => toDiagnostic(failure, root, file)));
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

function toDiagnostic(
  failure: Violation,
  root: JsonObject,
  { locate }: SettingsFile,
): SettingsError["diagnostics"][number] {
  const { instance, params, keyword } = failure;
  const extra = params.additionalProperty;
  if (keyword === "additionalProperties" && typeof extra === "string") {
    const message = `${formatInstance(instance)} takes no ${JSON.stringify(toPrintable(extra))}${formatHint(extra, valueAt(root, failure.schemaPointer))}`;
    return { message, location: locate(joinPointer(instance, extra)) };
  }
  const { expected, actual } = describeViolation(failure);
  return { message: `${formatInstance(instance)}: expected ${expected}, got ${actual}`, location: locate(instance) };
}

function formatHint(name: string, schema: Json | undefined): string {
  const known = Object.keys(asObject(asObject(schema)?.properties) ?? {});
  const close = findClosestName(name, known);
  if (close !== undefined) return `; did you mean "${close}"?`;
  return known.length === 0 ? "" : `; it takes ${known.join(", ")}`;
}

function formatInstance(instance: Pointer): string {
  return instance === "" ? "the file" : toPrintable(instance);
}
