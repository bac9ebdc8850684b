import { joinPointer, type Pointer } from "../../document/index.js";
import { REDACTED } from "../../exchange/index.js";
import {
  explainClosedSchema,
  isSensitiveKey,
  type MessageDirection,
  quote,
  reduceToClosestBranch,
  toPrintable,
} from "../../schema/index.js";
import type { CheckContext, CheckFinding } from "../check.js";
import {
  describeNotInEnum,
  describeRedacted,
  formatRedactedValue,
  getRedactedPath,
  redactPlace,
  redactToType,
} from "./redacted-value.js";

/** A value of a parameter or header, with its label for messages. */
export type NamedValue = {
  readonly direction: MessageDirection;
  readonly location: "path" | "query" | "header" | "cookie";
  readonly name: string;
  /** The start of messages, such as `path parameter "id"`. */
  readonly label: string;
  readonly schema: Pointer;
  readonly value: unknown;
};

type ValueDriftFinding = Omit<CheckFinding, "part" | "at">;

/**
 * Lists the undocumented data in a value, each item once: `<side>.<location>.not-in-enum`, and for properties of objects
 * `<side>.<location>.undeclared`.
 */
export function findValueDrift(context: CheckContext, named: NamedValue): readonly ValueDriftFinding[] {
  const { direction, schema, value } = named;
  if (context.schemas.assess(schema, direction, value) === "documented") return NO_DRIFT;
  const findings: ValueDriftFinding[] = [];
  const reported = new Set<string>();
  for (const undeclared of context.collectUndeclared(schema, direction, value)) {
    const { kind, pointer, name: found, declared } = undeclared;
    const property = getNamedPropertyPath(context, named, undeclared.instance);
    const key = `${kind} ${property} ${found}`;
    if (reported.has(key) || (kind !== "not-in-enum" && kind !== "undeclared")) continue;
    reported.add(key);
    const code = codeOf(named, kind);
    const common = { code, contract: pointer, property, declared, occurrences: 1 };
    if (kind === "undeclared") {
      const shown = isSensitiveKey(context.schemas, schema, undeclared.instance) ? REDACTED : found;
      const message = `${named.label}: the property ${quote(shown)} is not declared`;
      findings.push({ ...common, message, valueClass: `property ${shown}`, name: shown });
      continue;
    }
    // The name of a cookie does not show whether its value is secret.
    const isSecret = named.location === "cookie";
    const notInEnum = describeNotInEnum(context, { schema, name: named.name, undeclared, isSecret });
    findings.push({
      ...common,
      message: `${named.label}: ${notInEnum.message}`,
      valueClass: "not-in-enum",
      name: notInEnum.name,
    });
  }
  return findings;
}

const NO_DRIFT: readonly ValueDriftFinding[] = [];

/** The path of a property in the value of a parameter or header. */
export function getNamedPropertyPath(
  context: CheckContext,
  { name, schema }: { readonly name: string; readonly schema: Pointer | undefined },
  instance: Pointer,
): string {
  return joinPointer("", name) + getRedactedPath(context, schema, instance);
}

function codeOf({ direction, location }: NamedValue, kind: "not-in-enum" | "undeclared"): ValueDriftFinding["code"] {
  return direction === "request" ? `request.${location}.${kind}` : `response.header.${kind}`;
}

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
