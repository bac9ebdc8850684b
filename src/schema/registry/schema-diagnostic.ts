import type { Pointer } from "../../document/index.js";

/** A part of a schema that is ignored or read differently than written. The linter reports it. */
export type SchemaDiagnostic = { readonly pointer: Pointer; readonly message: string };
