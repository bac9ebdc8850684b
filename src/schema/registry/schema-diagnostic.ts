import type { Pointer } from "../../document/index.js";

/** Something in a schema that is read otherwise than it stands there, or not at all: for a lint to report. */
export type SchemaDiagnostic = { readonly pointer: Pointer; readonly message: string };
