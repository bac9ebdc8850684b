import type { Json } from "../document/index.js";

/** What a serialized example stands for, or why it stands for nothing. */
export type TextReading =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "malformed"; readonly reason: string };
