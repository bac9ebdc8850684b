import type { Diagnostic, DiagnosticLevel, Document, Json, JsonObject, Pointer } from "../document/index.js";
import type { Schemas } from "../schema/index.js";
import type { SpecObjectKind } from "./object-fields.js";
import type { ValueValidator } from "./value-validator.js";

/** One object of the description, found where the specification says that such an object stands. */
export type SpecObject = {
  readonly kind: SpecObjectKind;
  readonly value: JsonObject;
  /** The steps from the parent to here: a field, and a name or an index in it. */
  readonly steps: readonly string[];
  readonly parent?: SpecObject;
};

/** What a rule has found, at the object or at `at` below it. Its own level replaces that of the rule. The linter completes it to a diagnostic. */
export type RuleMatch = Pick<Diagnostic, "message" | "level"> & {
  readonly at?: readonly (string | number)[];
};

/** A `$ref` and where it leads. */
export type SpecReference = { readonly object: SpecObject; readonly kind: SpecObjectKind; readonly target: Pointer };

/** What rules may ask about the rest of the description. */
export type LintContext = {
  readonly document: Document;
  readonly is30: boolean;
  readonly objectsOfKind: (kind: SpecObjectKind) => readonly SpecObject[];
  readonly references: readonly SpecReference[];
  /** The kind of object that stands at a pointer, where the walk has seen one. */
  readonly kindOf: (value: Json | undefined) => SpecObjectKind | undefined;
  /** The object itself, or what its `$ref` leads to. */
  readonly resolveReference: (value: Json | undefined) => JsonObject | undefined;
  /** Holds values against schemas; only when that was asked for. */
  readonly validateValue?: ValueValidator;
  /** What the engine reads otherwise than it stands there; only when that was asked for. */
  readonly reinterpreted?: Schemas["reinterpreted"];
};

/** A rule is pure and never throws, whatever a description holds: nothing in it is known to have the right type. */
export type LintRule = {
  readonly level: DiagnosticLevel;
  /** One line for a list. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string;
  /** The kinds of object that it looks at. */
  readonly objectKinds: readonly SpecObjectKind[];
  /** It is asked once for each of these fields that an object has; without them, once for each object. */
  readonly fields?: readonly string[];
  readonly find: (object: SpecObject, lint: LintContext, field: string) => Iterable<RuleMatch>;
};

/** The rules about one kind of object, by code. */
export type LintRules = Readonly<Record<`spec.${string}.${string}`, LintRule>>;
