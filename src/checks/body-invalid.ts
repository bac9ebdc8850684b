import type { Pointer } from "../document/index.js";
import { describeFailure, type Failure, printable, reduceToClosestBranch } from "../schema/index.js";
import { bodyPart, bodySides } from "./body-sides.js";
import type { BodySubject, Check, Disagreement, Subject } from "./check.js";
import { shownValue } from "./shown-value.js";

/** `request.body.invalid`, `response.body.invalid`: one disagreement a place in the contract, however often it is hit. */
export const bodyInvalid: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    const schema = body.media?.schema;
    if (body.content.kind !== "value" || schema === undefined) continue;
    const failures = subject.schemas.validate(schema, body.side, body.content.value);
    if (failures.length > 0) yield* disagreements(subject, body, schema, failures);
  }
};

function* disagreements(
  subject: Subject,
  body: BodySubject,
  schema: Pointer,
  failures: readonly Failure[],
): Iterable<Disagreement> {
  const places = new Map<string, { readonly failure: Failure; occurrences: number }>();
  for (const failure of reduceToClosestBranch(subject.schemas, body.side, failures)) {
    const missing =
      failure.params.missingProperty ?? failure.params.additionalProperty ?? failure.params.unevaluatedProperty;
    const key = `${failure.pointer} ${String(missing)}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { failure, occurrences: 1 });
    else known.occurrences += 1;
  }
  for (const { failure, occurrences } of places.values()) {
    const { expected, got, valueClass } = describeFailure(failure);
    const shown = shownValue(subject, { schema, instance: failure.instance, got });
    yield {
      code: `${body.side}.body.invalid`,
      message: `${failure.instance === "" ? "the body" : printable(failure.instance)}: expected ${expected}, got ${shown}`,
      part: bodyPart(body.side),
      at: failure.instance,
      contract: failure.pointer,
      valueClass,
      occurrences,
    };
  }
}
