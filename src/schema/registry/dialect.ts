import { asObject, type Json } from "../../document/index.js";

/** The keywords that a schema may use, by its `$schema`. */
export type Dialect = {
  readonly draft: "2020-12" | "2019-09" | "7" | "6" | "4";
  /** Whether the vocabularies of the dialect define a keyword; other keywords are annotations. */
  readonly supports: (keyword: string) => boolean;
};

const VALIDATION = new Set(
  [
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern",
    "maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
  ].flatMap((keywords) => keywords.split(" ")),
);
const UNEVALUATED = new Set(["unevaluatedItems", "unevaluatedProperties"]);
const APPLICATOR = new Set(
  `prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then
  else allOf anyOf oneOf not`.split(/\s+/),
);

/** Keywords that 2019-09 and 2020-12 introduced and that earlier drafts ignore. */
const SINCE_2019 = new Set([
  "dependentRequired",
  "dependentSchemas",
  "minContains",
  "maxContains",
  "$anchor",
  ...UNEVALUATED,
]);

export const DRAFT_2020_12: Dialect = { draft: "2020-12", supports: () => true };
const DRAFT_2019_09: Dialect = { draft: "2019-09", supports: (keyword) => keyword !== "prefixItems" };

const EARLIER_DRAFT = /^https?:\/\/json-schema\.org\/draft-0([467])\/(?:hyper-)?schema$/;

/** Dialects with the same validation keywords as 2020-12. */
const EQUIVALENT_DIALECTS = new Set([
  "https://json-schema.org/draft/2020-12/schema",
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://spec.openapis.org/oas/3.1/dialect/2024-10-25",
  "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
  "https://spec.openapis.org/oas/3.2/dialect/base",
  "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
]);

/**
 * Finds the dialect that a `$schema` names; undefined if it is unknown.
 *
 * @param lookUp returns the schema at a URI, for dialects that the spec itself defines.
 */
export function findDialect(uri: string, lookUp: (uri: string) => Json | undefined): Dialect | undefined {
  const name = uri.replace(/#$/, "");
  if (EQUIVALENT_DIALECTS.has(name)) return DRAFT_2020_12;
  if (name === "https://json-schema.org/draft/2019-09/schema") return DRAFT_2019_09;
  const draft = EARLIER_DRAFT.exec(name)?.[1] as "4" | "6" | "7" | undefined;
  if (draft !== undefined)
    return { draft, supports: (keyword) => keyword !== "prefixItems" && !SINCE_2019.has(keyword) };
  const meta = asObject(lookUp(name));
  if (meta === undefined) return undefined;
  const vocabularies = asObject(meta.$vocabulary);
  return vocabularies === undefined ? DRAFT_2020_12 : createVocabularyDialect(Object.keys(vocabularies));
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2 */
function createVocabularyDialect(uris: readonly string[]): Dialect {
  const names = new Set(uris.map((uri) => /\/draft\/2020-12\/vocab\/([a-z-]+)$/.exec(uri)?.[1]));
  const missing: readonly ReadonlySet<string>[] = [
    ...(names.has("validation") ? [] : [VALIDATION]),
    ...(names.has("applicator") ? [] : [APPLICATOR]),
    ...(names.has("unevaluated") ? [] : [UNEVALUATED]),
  ];
  return { draft: "2020-12", supports: (keyword) => !missing.some((keywords) => keywords.has(keyword)) };
}
