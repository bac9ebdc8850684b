import type { Pointer } from "../document/index.js";
import { redactText } from "../exchange/index.js";
import { describeFailure, type Failure, printable, reduceToClosestBranch } from "../schema/index.js";
import { bodyPart, bodySides, judgedValues } from "./body-sides.js";
import type { BodySubject, Check, Disagreement, Subject } from "./check.js";
import { isSecretInXml } from "./secret-in-xml.js";
import { shownValue, withoutValue } from "./shown-value.js";

/** `request.body.invalid`, `response.body.invalid`: one disagreement a place in the contract, however often it is hit. */
export const bodyInvalid: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    const schema = body.media?.schema;
    if (body.content.kind !== "value" || schema === undefined) continue;
    const failures = judgedValues(body).flatMap(({ prefix, value }) =>
      reduceToClosestBranch(subject.schemas, body.side, subject.schemas.validate(schema, body.side, value)).map(
        (failure) => ({ failure, at: prefix + failure.instance }),
      ),
    );
    if (failures.length > 0) yield* disagreements(subject, body, schema, failures);
    for (const { at, reason, contract, valueClass, occurrences = 1 } of body.content.problems ?? []) {
      const message = `${at === "" ? "the body" : printable(at)}: ${printable(redactText(reason))}`;
      yield {
        code: `${body.side}.body.invalid`,
        message,
        part: bodyPart(body.side),
        at,
        contract,
        valueClass,
        occurrences,
      };
    }
  }
};

/** A failure, and where it is in the body. */
type Located = { readonly failure: Failure; readonly at: Pointer };

function* disagreements(
  subject: Subject,
  body: BodySubject,
  schema: Pointer,
  failures: readonly Located[],
): Iterable<Disagreement> {
  const places = new Map<string, Located & { occurrences: number }>();
  for (const located of failures) {
    const { failure } = located;
    const missing =
      failure.params.missingProperty ?? failure.params.additionalProperty ?? failure.params.unevaluatedProperty;
    const key = `${failure.pointer} ${String(missing)}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { ...located, occurrences: 1 });
    else known.occurrences += 1;
  }
  for (const { failure, at, occurrences } of places.values()) {
    const { expected, got, valueClass } = describeFailure(failure);
    const isSecret = isSecretInXml(body.content, at);
    const shown = isSecret ? withoutValue(got) : shownValue(subject, { schema, instance: failure.instance, got });
    yield {
      code: `${body.side}.body.invalid`,
      message: `${at === "" ? "the body" : printable(at)}: expected ${expected}, got ${shown}`,
      part: bodyPart(body.side),
      at,
      contract: failure.pointer,
      valueClass,
      occurrences,
    };
  }
}
