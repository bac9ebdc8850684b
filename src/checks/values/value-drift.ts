import { joinPointer, type Pointer } from "../../document/index.js";
import { REDACTED } from "../../exchange/index.js";
import { isSensitiveKey, type MessageDirection, quote } from "../../schema/index.js";
import type { CheckContext, CheckFinding } from "../check.js";
import { describeNotInEnum } from "./not-in-enum.js";
import { getRedactedPath } from "./redacted-value.js";

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
