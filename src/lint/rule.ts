import type {
  Diagnostic,
  DiagnosticLevel,
  Document,
  Json,
  JsonObject,
  OpenApiVersion,
  Pointer,
  SourceLocation,
} from "../document/index.js";
import type { SpecObjectKind } from "../document/structure.js";
import type { createValueValidator } from "./value-validator.js";

/** An object of the spec, at a location where the specification expects an object of its kind. */
export type SpecObject = {
  readonly kind: SpecObjectKind;
  readonly value: JsonObject;
  /** The steps from the parent: a field, and a name or an index in it. */
  readonly steps: readonly string[];
  readonly parent?: SpecObject;
};

/**
 * A finding of a rule. Its location is the field that the rule runs for or else the object, unless it says `at` which place inside of the
 * object, or states the `source` position. `level` overrides that of the rule, if the versions of OpenAPI differ.
 */
export type RuleMatch = Pick<Diagnostic, "message" | "level"> & {
  readonly source?: SourceLocation;
  readonly at?: readonly (string | number)[];
};

/** A `$ref` and its target. */
export type SpecReference = { readonly object: SpecObject; readonly kind: SpecObjectKind; readonly target: Pointer };

/** The information that rules get about the rest of the spec. Values are read and validated only with `LintOptions.values`. */
export type LintContext = {
  readonly document: Document;
  readonly version: OpenApiVersion;
  readonly is30: boolean;
  readonly objectsOfKind: (kind: SpecObjectKind) => readonly SpecObject[];
  readonly references: readonly SpecReference[];
  /** Returns the kind of a value, if the walk has visited it as an object. */
  readonly kindOf: (value: Json | undefined) => SpecObjectKind | undefined;
  /** Returns the object, or the target of its `$ref`. */
  readonly resolveReference: (value: Json | undefined) => JsonObject | undefined;
} & Partial<ReturnType<typeof createValueValidator>>;

/** A rule is pure and never throws, even if values in the spec have the wrong type. */
export type LintRule = {
  /** The most severe level of its findings. */
  readonly level: DiagnosticLevel;
  /** When the level of a finding is lower, and which. */
  readonly exception?: string;
  /** A one-line summary. */
  readonly title: string;
  /** How to fix it. */
  readonly fix: string;
  /** The kinds of objects that it checks. */
  readonly objectKinds: readonly SpecObjectKind[];
  /** If present, the rule runs once per listed field of an object, otherwise once per object. */
  readonly fields?: readonly string[];
  readonly find: (object: SpecObject, lint: LintContext, field: string) => Iterable<RuleMatch>;
};

/** The rules about one kind of object, by code. */
export type LintRules = Readonly<Record<`spec.${string}.${string}`, LintRule>>;
