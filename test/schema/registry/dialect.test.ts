/** The dialects that a `$schema` names, and the keywords that each supports. */
import { expect, test } from "vitest";
import { findDialect } from "../../../src/schema/registry/normalize-schema.js";

const VALIDATION =
  "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required";
const APPLICATOR =
  "items contains additionalProperties properties patternProperties propertyNames if then else allOf anyOf oneOf not";
const SINCE_2019 = "dependentRequired minContains maxContains dependentSchemas unevaluatedItems unevaluatedProperties";
const OTHER = "$ref $anchor format title";
const ALL = [VALIDATION, APPLICATOR, SINCE_2019, "prefixItems", OTHER].join(" ").split(" ");

const vocabularies: Readonly<Record<string, readonly string[] | undefined>> = {
  "urn:plain": undefined,
  "urn:all": ["core", "validation", "applicator", "unevaluated"],
  "urn:core": ["core"],
  "urn:validation": ["validation"],
  "urn:applicator": ["applicator"],
  "urn:unevaluated": ["unevaluated"],
};

/** What a dialect does not support. */
function listUnsupported(uri: string): string {
  const dialect = findDialect(uri, (name) => {
    if (!Object.hasOwn(vocabularies, name)) return undefined;
    const names = vocabularies[name]?.map((it) => [`https://json-schema.org/draft/2020-12/vocab/${it}`, true]);
    return names === undefined ? {} : { $vocabulary: Object.fromEntries(names) };
  });
  if (dialect === undefined) return "unknown";
  return [dialect.draft, ...ALL.filter((keyword) => !dialect.supports(keyword))].join(" ");
}

const EARLIER =
  "dependentRequired minContains maxContains dependentSchemas unevaluatedItems unevaluatedProperties prefixItems $anchor";

const unevaluated = "unevaluatedItems unevaluatedProperties";
const contains = "dependentRequired minContains maxContains";

test.each<[uri: string, unsupported: string]>([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["https://json-schema.org/draft/2020-12/schema#", "2020-12"],
  ...[
    "3.1/dialect/base",
    "3.1/dialect/2024-10-25",
    "3.1/dialect/2024-11-10",
    "3.2/dialect/base",
    "3.2/dialect/2025-09-17",
  ].map((name): [string, string] => [`https://spec.openapis.org/oas/${name}`, "2020-12"]),
  ["https://json-schema.org/draft/2019-09/schema", "2019-09 prefixItems"],
  ["http://json-schema.org/draft-07/schema#", `7 ${EARLIER}`],
  ["https://json-schema.org/draft-06/schema", `6 ${EARLIER}`],
  ["http://json-schema.org/draft-04/hyper-schema", `4 ${EARLIER}`],
  ["http://json-schema.org/draft-03/schema", "unknown"],
  ["xhttp://json-schema.org/draft-04/schema", "unknown"],
  ["http://json-schema.org/draft-04/schema/x", "unknown"],
  ["http://json-schema.org/draft-04/schema#x", "unknown"],
  ["urn:other", "unknown"],
  ["urn:plain", "2020-12"],
  ["urn:all", "2020-12"],
  ["urn:core", `2020-12 ${VALIDATION} ${APPLICATOR} ${contains} dependentSchemas ${unevaluated} prefixItems`],
  ["urn:validation#", `2020-12 ${APPLICATOR} dependentSchemas ${unevaluated} prefixItems`],
  ["urn:applicator", `2020-12 ${VALIDATION} ${contains} ${unevaluated}`],
  ["urn:unevaluated", `2020-12 ${VALIDATION} ${APPLICATOR} ${contains} dependentSchemas prefixItems`],
])("%s supports all but %s", (uri, unsupported) => {
  expect(listUnsupported(uri)).toBe(unsupported);
});
