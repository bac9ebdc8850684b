import type { Diagnostic } from "../diagnostic.js";
import type { DocumentFault } from "../document-error.js";
import type { Json, JsonObject } from "../json.js";
import { joinPointer, type Pointer, valueAt } from "../pointer.js";
import type { SourceFile } from "../source-file.js";
import { COMPONENT_SECTION, type ObjectKind } from "../structure.js";
import type { ReferenceResolver } from "./reference-resolver.js";

/** The source of a part of the bundle: a file and a pointer in it. */
export type SourceOrigin = { readonly file: SourceFile; readonly pointer: Pointer };

export type Bundle = {
  readonly root: JsonObject;
  /** The pointers of the bundle at which another file, or another part of a file, begins. */
  readonly origins: ReadonlyMap<Pointer, SourceOrigin>;
  /** The pointers of the bundle that are targets of a `$ref`. */
  readonly referenced: ReadonlySet<Pointer>;
  /** Why the spec cannot be used. */
  readonly diagnostics: readonly DocumentFault[];
  /** Why parts cannot be used, by the pointer of an unresolvable `$ref` object: a schema, an example or a link. */
  readonly unresolved: ReadonlyMap<Pointer, Diagnostic>;
  /** What the specification does not allow but the loader accepts: references in place of a map, types of other languages. */
  readonly repaired: ReadonlyMap<Pointer, string>;
};

export type BundleState = {
  readonly entry: SourceFile;
  readonly resolver: ReferenceResolver;
  readonly origins: Map<Pointer, SourceOrigin>;
  /** The bundle pointer of each reference target, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  readonly added: Map<Pointer, Json>;
  readonly referenced: Set<Pointer>;
  readonly diagnostics: DocumentFault[];
  readonly unresolved: Map<Pointer, Diagnostic>;
  readonly fromMaps: ReadonlySet<Pointer>;
  readonly repaired: Map<Pointer, string>;
};

/** The state of the copy: the kind of object, its location in its file, and its location in the bundle. */
export type CopyPosition = {
  readonly kind: ObjectKind;
  readonly file: SourceFile;
  readonly source: Pointer;
  readonly target: Pointer;
  /** The references that are being inlined; one that occurs again is a cycle. */
  readonly inlining?: readonly string[];
};

/** Whether only what needs an object of this kind cannot be checked. A missing path item would hide unknown operations. */
function isRecoverable(kind: ObjectKind): boolean {
  return COMPONENT_SECTION[kind] !== undefined;
}

export function reportUnresolved(state: BundleState, position: CopyPosition, node: JsonObject, message: string): Json {
  const diagnostic = { message, ...position.file.locate(joinPointer(position.source, "$ref")) };
  if (isRecoverable(position.kind)) state.unresolved.set(position.target, diagnostic);
  else state.diagnostics.push({ ...diagnostic, pointer: joinPointer(position.target, "$ref") });
  return node;
}

/** Whether the bundle has a component at a pointer already. */
export function isTakenPointer(state: BundleState, target: Pointer): boolean {
  return state.added.has(target) || state.fromMaps.has(target) || valueAt(state.entry.value, target) !== undefined;
}
