/** Codes of versions before 0.2 and their replacements. */
const RENAMED_ENDS: readonly (readonly [old: RegExp, now: string])[] = [
  [/^((?:request|response|webhook)\.[a-z]+)\.unlisted$/, "$1.not-in-enum"],
  [/^exchange\.answer\.missing$/, "exchange.response.missing"],
  [/^webhook\.answer\.(narrowed|widened)$/, "webhook.response.$1"],
  [/^spec\.(default|example)\.unfit$/, "spec.$1.invalid"],
  [/^spec\.server\.default-unlisted$/, "spec.server.default-not-in-enum"],
  [/^spec\.parameter\.undescribed$/, "spec.parameter.schema-missing"],
  [/^spec\.schema\.endless$/, "spec.schema.infinite-recursion"],
  [/^spec\.schema\.read-otherwise$/, "spec.schema.reinterpreted"],
  [/^spec\.response\.body-impossible$/, "spec.response.body-not-allowed"],
];

/** Returns the current name of a renamed code; undefined for any other text. */
export function findRenamedCode(code: string): string | undefined {
  const row = RENAMED_ENDS.find(([old]) => old.test(code));
  return row && code.replace(...row);
}
