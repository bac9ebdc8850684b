import type { Json, JsonObject } from "../../src/document/index.js";

/** A keyword around a schema: what to put around a value of that schema, and what is known of the value. */
export type Row = {
  readonly keyword: string;
  readonly wrap: (inner: JsonObject, components: Record<string, Json>) => JsonObject;
  /** What the value is in; the same value if there is no such thing. */
  readonly at?: "p" | 0 | "text";
  /** Whether the schema describes the value, so that what it declares counts. */
  readonly describes: boolean;
  /** Whether its marks are respected when values are shown. They are if the schema may describe the value. */
  readonly redacts: boolean;
  /** Whether it describes other parts of the same value. A text with any sensitive part is sensitive. */
  readonly isInOtherFile?: boolean;
};

const APPLIES = { describes: true, redacts: true };
/** The schema is about the value, but the value does not match it. */
const MISMATCH = { describes: false, redacts: true };
const UNRELATED = { describes: false, redacts: false };

let count = 0;
const addComponent = (components: Record<string, Json>, schema: (name: string) => Json): string => {
  count += 1;
  components[`N${count}`] = schema(`N${count}`);
  return `N${count}`;
};

export const ROWS: readonly Row[] = [
  { keyword: "allOf", wrap: (inner) => ({ allOf: [inner] }), ...APPLIES },
  { keyword: "anyOf", wrap: (inner) => ({ anyOf: [false, inner] }), ...APPLIES },
  { keyword: "anyOf without a match", wrap: (inner) => ({ anyOf: [{ allOf: [inner, false] }, true] }), ...MISMATCH },
  { keyword: "oneOf", wrap: (inner) => ({ oneOf: [false, inner] }), ...APPLIES },
  { keyword: "not", wrap: (inner) => ({ not: { allOf: [inner, false] } }), ...MISMATCH },
  { keyword: "if", wrap: (inner) => ({ if: inner }), ...APPLIES },
  { keyword: "if without a match", wrap: (inner) => ({ if: { allOf: [inner, false] } }), ...MISMATCH },
  { keyword: "then", wrap: (inner) => ({ if: true, then: inner }), ...APPLIES },
  { keyword: "then without a match", wrap: (inner) => ({ if: false, then: inner }), ...MISMATCH },
  { keyword: "else", wrap: (inner) => ({ if: false, else: inner }), ...APPLIES },
  { keyword: "else without a match", wrap: (inner) => ({ if: true, else: inner }), ...MISMATCH },
  {
    keyword: "dependentSchemas",
    wrap: (inner) => ({ dependentSchemas: { p: { properties: { p: inner } } } }),
    at: "p",
    ...APPLIES,
  },
  {
    keyword: "dependentSchemas of an absent property",
    wrap: (inner) => ({ dependentSchemas: { absent: { properties: { p: inner } } } }),
    at: "p",
    ...MISMATCH,
  },
  {
    keyword: "dependencies",
    wrap: (inner) => ({ dependencies: { p: { properties: { p: inner } } } }),
    at: "p",
    ...APPLIES,
  },
  { keyword: "properties", wrap: (inner) => ({ properties: { p: inner } }), at: "p", ...APPLIES },
  { keyword: "patternProperties", wrap: (inner) => ({ patternProperties: { "^p$": inner } }), at: "p", ...APPLIES },
  { keyword: "additionalProperties", wrap: (inner) => ({ additionalProperties: inner }), at: "p", ...APPLIES },
  {
    keyword: "additionalProperties beside properties",
    wrap: (inner) => ({ properties: { p: true }, additionalProperties: inner }),
    at: "p",
    ...UNRELATED,
    isInOtherFile: true,
  },
  { keyword: "unevaluatedProperties", wrap: (inner) => ({ unevaluatedProperties: inner }), at: "p", ...APPLIES },
  {
    keyword: "unevaluatedProperties beside a branch",
    wrap: (inner) => ({ anyOf: [{ properties: { p: true } }], unevaluatedProperties: inner }),
    at: "p",
    ...MISMATCH,
  },
  { keyword: "propertyNames", wrap: (inner) => ({ propertyNames: inner }), at: "p", ...UNRELATED },
  { keyword: "items", wrap: (inner) => ({ items: inner }), at: 0, ...APPLIES },
  { keyword: "prefixItems", wrap: (inner) => ({ prefixItems: [inner] }), at: 0, ...APPLIES },
  { keyword: "contains", wrap: (inner) => ({ contains: inner }), at: 0, ...APPLIES },
  {
    keyword: "contains without a match",
    wrap: (inner) => ({ contains: { allOf: [inner, false] }, minContains: 0 }),
    at: 0,
    ...MISMATCH,
  },
  { keyword: "unevaluatedItems", wrap: (inner) => ({ unevaluatedItems: inner }), at: 0, ...APPLIES },
  {
    keyword: "unevaluatedItems beside contains",
    wrap: (inner) => ({ contains: true, unevaluatedItems: inner }),
    at: 0,
    ...MISMATCH,
  },
  {
    keyword: "additionalItems",
    wrap: (inner) => ({ $schema: "https://json-schema.org/draft/2019-09/schema", items: [], additionalItems: inner }),
    at: 0,
    ...APPLIES,
  },
  {
    keyword: "contentSchema",
    wrap: (inner) => ({ contentMediaType: "application/json", contentSchema: inner }),
    at: "text",
    ...MISMATCH,
  },
  { keyword: "$defs", wrap: (inner) => ({ $defs: { unused: inner } }), ...UNRELATED },
  { keyword: "definitions", wrap: (inner) => ({ definitions: { unused: inner } }), ...UNRELATED },
  {
    keyword: "$ref",
    wrap: (inner, components) => ({ $ref: `#/components/schemas/${addComponent(components, () => inner)}` }),
    ...APPLIES,
  },
  {
    keyword: "$dynamicRef",
    wrap: (inner, components) => ({
      $dynamicRef: `#${addComponent(components, (name) => ({ $dynamicAnchor: name, allOf: [inner] }))}`,
    }),
    ...APPLIES,
  },
  {
    keyword: "$dynamicRef by a pointer",
    wrap: (inner, components) => ({ $dynamicRef: `#/components/schemas/${addComponent(components, () => inner)}` }),
    ...APPLIES,
  },
];
