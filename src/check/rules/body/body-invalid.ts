import { type Pointer, parsePointer } from "../../../document/index.js";
import { redactText } from "../../../recording/index.js";
import {
  explainClosedSchema,
  explainFieldEncoding,
  reduceToClosestBranch,
  toPrintable,
  type Violation,
  type ViolationMessage,
} from "../../../schema/index.js";
import { getBodyPart, listBodies, listBodyValues } from "../bodies.js";
import type { BodyContext, Check, CheckContext, FindingReporter } from "../check.js";
import {
  describeRedacted,
  formatRedactedValue,
  getRedactedPath,
  isSecretInXml,
  redactPlace,
  redactToType,
} from "../values/value-findings.js";

/** `request.body.invalid`, `response.body.invalid`: one finding per property, keyword and kind of value, with a count. */
export const bodyInvalid: Check = (context, report) => {
  for (const body of listBodies(context)) {
    const schema = body.media?.schema;
    if (body.content.kind !== "value" || (body.content.conformity ?? "invalid") !== "invalid") continue;
    const failures = listBodyValues(body).flatMap(({ schema, prefix, property, value }) =>
      reduceToClosestBranch(
        context.schemas,
        body.direction,
        context.schemas.validate(schema, body.direction, value),
      ).map((violation) => ({
        violation,
        schema,
        at: prefix + redactPlace(context, schema, violation.instance),
        property: property + getRedactedPath(context, schema, violation.instance),
      })),
    );
    if (failures.length > 0) groupViolations(context, body, failures, report);
    for (const violation of body.content.violations ?? []) {
      const { instance, pointer: contract, reason = "", valueClass = "", occurrences = 1 } = violation;
      const at = redactPlace(context, schema, instance);
      const message = `${at === "" ? "the body" : toPrintable(at)}: ${toPrintable(redactText(reason))}`;
      report({
        code: `${body.direction}.body.invalid`,
        message,
        part: getBodyPart(body.direction),
        at,
        contract,
        property: getRedactedPath(context, schema, instance),
        valueClass,
        occurrences,
      });
    }
  }
};

/** A violation and its location in the body. */
type LocatedViolation = {
  readonly violation: Violation;
  readonly schema: Pointer;
  readonly at: Pointer;
  readonly property: string;
};

function groupViolations(
  context: CheckContext,
  body: BodyContext,
  failures: readonly LocatedViolation[],
  report: FindingReporter,
): void {
  const groups = new Map<string, LocatedViolation & { occurrences: number; readonly described: ViolationMessage }>();
  for (const located of failures) {
    const { violation, property } = located;
    const described = describeRedacted(context, located.schema, violation);
    const key = `${property} ${violation.keyword} ${described.valueClass}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...located, described, occurrences: 1 });
    else known.occurrences += 1;
  }
  for (const { violation, schema, at, property, occurrences, described } of groups.values()) {
    const { expected, actual, valueClass } = described;
    const isSecret = isSecretInXml(body.content, violation.instance);
    const shown = isSecret
      ? redactToType(actual)
      : formatRedactedValue(context, { schema, instance: violation.instance, got: actual });
    const explanation =
      explainField(context, body, violation.instance) ?? explainClosedSchema(context.schemas, schema, violation);
    const cause = explanation === undefined ? "" : `; ${explanation}`;
    report({
      code: `${body.direction}.body.invalid`,
      message: `${at === "" ? "the body" : toPrintable(at)}: expected ${expected}, got ${shown}${cause}`,
      part: getBodyPart(body.direction),
      at,
      contract: violation.pointer,
      property,
      keyword: violation.keyword,
      valueClass,
      occurrences,
    });
  }
}

/** Why the encoding of a form field makes it invalid. */
function explainField({ schemas }: CheckContext, { content, media }: BodyContext, at: Pointer): string | undefined {
  const [name] = parsePointer(at);
  if (content.kind !== "value" || content.form === undefined || media === undefined || name === undefined)
    return undefined;
  return explainFieldEncoding(schemas, { media: media.pointer, text: content.form }, name);
}
