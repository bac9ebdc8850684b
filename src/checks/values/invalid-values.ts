import { explainClosedSchema, reduceToClosestBranch, toPrintable } from "../../schema/index.js";
import type { CheckContext, CheckFinding } from "../check.js";
import { describeRedacted, formatRedactedValue, redactPlace, redactToType } from "./redacted-value.js";
import { getNamedPropertyPath, type NamedValue } from "./value-drift.js";

type InvalidValue = Pick<CheckFinding, "message" | "contract" | "valueClass"> & {
  readonly property: string;
  readonly keyword: string;
};

/**
 * Lists how the value of a parameter or header violates its schema.
 *
 * @param explain explains the encoding of an invalid value; see `explainEncoding`.
 */
export function listInvalidValues(
  context: CheckContext,
  named: NamedValue,
  explain: () => string | undefined,
): readonly InvalidValue[] {
  const { direction, label, location, name, schema, value } = named;
  const { schemas } = context;
  const failures = reduceToClosestBranch(schemas, direction, schemas.validate(schema, direction, value));
  if (failures.length === 0) return NO_FAILURES;
  const encoding = explain();
  return failures.map((failure) => {
    const { instance, keyword, pointer } = failure;
    const { expected, actual, valueClass } = describeRedacted(context, schema, failure);
    const explanation = encoding ?? explainClosedSchema(schemas, schema, failure);
    const redacted = formatRedactedValue(context, { schema, instance, name, got: actual });
    // The name of a cookie does not show whether its value is secret.
    const shown = location === "cookie" ? redactToType(actual) : redacted;
    const inside = instance === "" ? "" : ` at ${toPrintable(redactPlace(context, schema, instance))}`;
    const cause = explanation === undefined ? "" : `; ${explanation}`;
    return {
      message: `${label}${inside}: expected ${expected}, got ${shown}${cause}`,
      contract: pointer,
      property: getNamedPropertyPath(context, { name, schema }, instance),
      keyword,
      valueClass,
    };
  });
}

const NO_FAILURES: readonly InvalidValue[] = [];
