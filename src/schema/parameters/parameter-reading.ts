import type { Json, Serialization } from "../../document/index.js";

/** Text that does not follow its format. `mode`: the kind of mistake, without values, for the fingerprint of a finding. */
export type Malformed = { readonly kind: "malformed"; readonly reason: string; readonly mode: string };

export type ParameterReading =
  | { readonly kind: "absent" }
  /** The value, converted to the types of the schema, and the names in the query that it used. */
  | { readonly kind: "value"; readonly value: Json; readonly names: readonly string[] }
  /** Present without a value, as `allowEmptyValue` permits. */
  | { readonly kind: "empty"; readonly names: readonly string[] }
  | (Malformed & { readonly names?: readonly string[] })
  /** Has a media type that cannot be checked against a schema. */
  | { readonly kind: "not-checked"; readonly reason: string; readonly names: readonly string[] };

/** A parameter, a header or a form field, and its serialization. */
export type SerializedField = { readonly name: string } & Serialization;
