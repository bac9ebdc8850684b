import type { Pointer } from "../document/index.js";
import type { Conformity, Malformed, Violation, XmlNote, XmlPart } from "../schema/index.js";

/** The result of reading a body. */
export type BodyContent =
  | { readonly kind: "none" }
  /** The body cannot be checked: it is not recorded, cannot be decoded, or its type is not supported. */
  | { readonly kind: "not-checked"; readonly reason: string }
  | Malformed
  /**
   * `each`: the body is a stream, and the schema applies to each value. `inner`: further values with schemas of their own, such
   * as the JSON in an event. `violations`: those that the value does not show. `form`: the text of a form, still encoded.
   * `conformity`: what is already known about the value.
   */
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly each?: boolean;
      readonly inner?: readonly BodyValue[];
      readonly violations?: readonly Violation[];
      readonly form?: string;
      readonly xml?: XmlContent;
      readonly conformity?: Conformity | undefined;
    }
  /** The bytes conform to the schema, so the body was not parsed. */
  | { readonly kind: "accepted" }
  /** The media type is not documented, so there is no schema to check. */
  | { readonly kind: "unread" };

/** The parts of an XML body that its value does not include. */
export type XmlContent = {
  readonly text: string;
  /** Returns the element or attribute that a location in the value was read from. */
  readonly getPart: (at: Pointer) => XmlPart | undefined;
  /** Undocumented items that the value cannot represent, such as attributes of an element that is not an object. */
  readonly undeclared: readonly XmlNote[];
  /** The reasons why parts cannot be checked: the spec does not define them. */
  readonly undecided: readonly string[];
};

/** A value in a body, its schema and its pointer in the body. `property` is the path with `*` for the index of an item. */
export type BodyValue = {
  readonly schema: Pointer;
  readonly prefix: Pointer;
  readonly property: string;
  readonly value: unknown;
};
