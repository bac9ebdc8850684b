import { describeFailure, reduceToClosestBranch } from "../schema/index.js";
import type { Check } from "./check.js";
import { headerAt } from "./parameter-place.js";
import { readAnswerHeader } from "./read-answer-header.js";
import { shownValue } from "./shown-value.js";
import { valueDrift } from "./value-drift.js";

/**
 * `response.header.missing`, `response.header.invalid`, and what a header shows beyond its schema:
 * `response.header.unlisted`, and of objects `response.header.undeclared`.
 */
export const responseHeader: Check = function* (subject) {
  const { exchange, response, schemas } = subject;
  for (const header of response?.headers ?? []) {
    const { name, pointer, required } = header;
    const place = { part: "response.headers", at: headerAt(exchange.response.headers, name), occurrences: 1 } as const;
    const where = `the header "${name}" of the answer`;
    const reading = readAnswerHeader(schemas, header, exchange);
    if (reading.kind === "absent" && required) {
      const message = `${where} is required and missing`;
      yield { code: "response.header.missing", message, ...place, contract: pointer, valueClass: "missing" };
    }
    if (reading.kind === "unjudged") yield { unjudged: `${where} ${reading.reason}` };
    if (reading.kind === "malformed") {
      const message = `${where} ${reading.reason}`;
      yield { code: "response.header.invalid", message, ...place, contract: pointer, valueClass: "malformed" };
    }
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const { value } = reading;
    const failures = reduceToClosestBranch(schemas, "response", schemas.validate(schema, "response", value));
    for (const failure of failures) {
      const { expected, got, valueClass } = describeFailure(failure);
      const shown = shownValue(subject, { schema, instance: failure.instance, name, got });
      const message = `${where}: expected ${expected}, got ${shown}`;
      yield { code: "response.header.invalid", message, ...place, contract: failure.pointer, valueClass };
    }
    const spoken = { side: "response", location: "header", name, where, schema, value } as const;
    for (const drift of valueDrift(subject, spoken)) yield { ...drift, ...place };
  }
};
