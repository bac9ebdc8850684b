import type { Document, Json, JsonObject, Pointer } from "../document/index.js";
import type { Schemas } from "../schema/index.js";
import type { Misfit } from "./misfit.js";
import type { ObjectKind } from "./objects.js";

/** `error`: the specification says MUST. `warn`: it says SHOULD, or what is written has no effect. `info`: worth knowing. */
export type ProblemLevel = "error" | "warn" | "info";

/** One object of the description, found where the specification says that such an object stands. */
export type Place = {
  readonly kind: ObjectKind;
  readonly value: JsonObject;
  /** The steps from the parent to here: a field, and a name or an index in it. */
  readonly steps: readonly string[];
  readonly parent?: Place;
};

/** What a rule has found: the place is the object's own unless `at` leads further into it. */
export type Trouble = {
  /** What is wrong, and what would have been accepted. */
  readonly message: string;
  readonly at?: readonly (string | number)[];
  /** Where one version of the specification is milder than the other. */
  readonly level?: ProblemLevel;
};

/** A `$ref` and where it leads. */
export type Reference = { readonly place: Place; readonly kind: ObjectKind; readonly target: Pointer };

/** What rules may ask about the rest of the description. */
export type Lint = {
  readonly document: Document;
  readonly is30: boolean;
  readonly placesOf: (kind: ObjectKind) => readonly Place[];
  readonly references: readonly Reference[];
  /** The kind of object that stands at a pointer, where the walk has seen one. */
  readonly kindOf: (value: Json | undefined) => ObjectKind | undefined;
  /** The object itself, or what its `$ref` leads to. */
  readonly follow: (value: Json | undefined) => JsonObject | undefined;
  /** Holds values against schemas; only when that was asked for. */
  readonly misfit?: Misfit;
  /** What the engine reads otherwise than it stands there; only when that was asked for. */
  readonly remarks?: Schemas["remarks"];
};

/** A rule is pure and never throws, whatever a description holds: nothing in it is known to have the right type. */
export type Rule = {
  readonly level: ProblemLevel;
  /** One line for a list. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string;
  /** The kinds of object that it looks at. */
  readonly on: readonly ObjectKind[];
  /** It is asked once for each of these fields that an object has; without them, once for each object. */
  readonly fields?: readonly string[];
  readonly find: (place: Place, lint: Lint, field: string) => Iterable<Trouble>;
};

/** The rules about one kind of object, by code. */
export type Rules = Readonly<Record<`spec.${string}.${string}`, Rule>>;
