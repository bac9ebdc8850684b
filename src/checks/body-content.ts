import type { Pointer } from "../document/index.js";
import type { XmlPart } from "../schema/index.js";

/** What a body turned out to hold. */
export type BodyContent =
  | { readonly kind: "none" }
  /** There is one, but it cannot be looked into: not recorded, not decodable, or of a type nobody can judge. */
  | { readonly kind: "not-checked"; readonly reason: string }
  | { readonly kind: "malformed"; readonly reason: string }
  /** `each`: a stream, whose schema describes each of the values; `violations`: what its parts have wrong beside them. */
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly each?: boolean;
      readonly violations?: readonly BodyViolation[];
      readonly xml?: XmlContent;
    }
  /** A body that keeps its schema in every respect, and of which therefore no value was made. */
  | { readonly kind: "accepted" }
  /** A body without a documented type: there is nothing to hold it against. */
  | { readonly kind: "unread" };

/** What a body in XML says beside its value. */
export type XmlContent = {
  readonly text: string;
  /** The element or attribute that a place in the value was read from. */
  readonly getPart: (at: Pointer) => XmlPart | undefined;
  /** What the contract has not heard of, and a value has no place for: attributes of what is no object. */
  readonly undeclared: readonly (BodyViolation & { readonly name: string })[];
  /** What cannot be told, as the contract does not say it. */
  readonly undecided: readonly string[];
};

/** Something about a part of a body that no schema of its value can say: its Content-Type, its headers, its name. */
export type BodyViolation = {
  readonly at: Pointer;
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
  readonly occurrences?: number;
};
