import {
  asObject,
  type Diagnostic,
  type Document,
  DocumentError,
  formatDiagnosticLines,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  type SourceLocation,
  valueAt,
} from "../../document/index.js";
import { parseSourceFile } from "../../document/source-file.js";
import {
  createSchemas,
  describeViolation,
  findClosestName,
  reduceToClosestBranch,
  toPrintable,
  type Violation,
} from "../../schema/index.js";

export type SettingsFile = { readonly value: Json; readonly locate: (pointer: Pointer) => SourceLocation };

const SETTINGS_POINTER = "/components/schemas/Settings";

/**
 * Reads a YAML or JSON settings file and validates it against its JSON Schema, with the engine that also checks traffic.
 *
 * @throws {SettingsError} with file, line and column of every error.
 */
export function readSettings(path: string, text: string, schema: Json): SettingsFile {
  const file = parseSettings(path, text);
  const value = file.value ?? {};
  const { root, schemas } = compileSettingsSchema(schema);
  const failures = reduceToClosestBranch(schemas, "request", schemas.validate(SETTINGS_POINTER, "request", value));
  if (failures.length > 0) throw new SettingsError(failures.map((failure) => toDiagnostic(failure, root, file)));
  return { value, locate: file.locate };
}

type CompiledSchema = { readonly root: JsonObject; readonly schemas: ReturnType<typeof createSchemas> };

/** A thousand reports are read by one schema. */
const compiled = new Map<Json, CompiledSchema>();

function compileSettingsSchema(schema: Json): CompiledSchema {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // References in the schema start at the root, so its definitions have to be there.
  const definitions = asObject(schema)?.$defs ?? {};
  const root = { openapi: "3.1.0", $defs: definitions, components: { schemas: { Settings: schema } } } as JsonObject;
  const document: Document = { root, path: "", version: "3.1", locate: () => ({ file: "", line: 1, column: 1 }) };
  const created = { root, schemas: createSchemas(document) };
  compiled.set(schema, created);
  return created;
}

function parseSettings(path: string, text: string): SettingsFile {
  try {
    return parseSourceFile(path, text);
  } catch (error) {
    if (error instanceof DocumentError) throw new SettingsError(error.diagnostics, { cause: error });
    throw error;
  }
}

function toDiagnostic(failure: Violation, root: JsonObject, { locate }: SettingsFile): Diagnostic {
  const { instance, params, keyword } = failure;
  const extra = params.additionalProperty;
  if (keyword === "additionalProperties" && typeof extra === "string") {
    const message = `${formatInstance(instance)}: unknown property ${JSON.stringify(toPrintable(extra))}${formatHint(extra, valueAt(root, failure.schemaPointer))}`;
    return { message, ...locate(joinPointer(instance, extra)) };
  }
  const { expected, actual } = describeViolation(failure);
  return { message: `${formatInstance(instance)}: expected ${expected}, got ${actual}`, ...locate(instance) };
}

function formatHint(name: string, schema: Json | undefined): string {
  const known = Object.keys(asObject(asObject(schema)?.properties) ?? {});
  const close = findClosestName(name, known);
  if (close !== undefined) return `; did you mean "${close}"?`;
  return known.length === 0 ? "" : `; expected one of ${known.join(", ")}`;
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
