import { joinedHeader } from "../exchange/index.js";
import { describeFailure, readParameter, reduceToClosestBranch } from "../schema/index.js";
import type { Check } from "./check.js";
import { headerAt } from "./parameter-place.js";
import { shownValue } from "./shown-value.js";

/** `response.header.missing` and `response.header.invalid`. */
export const responseHeader: Check = function* (subject) {
  const { exchange, response, schemas } = subject;
  for (const header of response?.headers ?? []) {
    const { headers } = exchange.response;
    const place = { part: "response.headers", at: headerAt(headers, header.name), occurrences: 1 } as const;
    const text = joinedHeader(headers, header.name);
    if (text === undefined) {
      const message = `the header "${header.name}" of the answer is required and missing`;
      if (header.required)
        yield { code: "response.header.missing", message, ...place, contract: header.pointer, valueClass: "missing" };
      continue;
    }
    const reading = readParameter(schemas, header, { in: "header", text });
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind === "malformed") {
      const message = `the header "${header.name}" of the answer ${reading.reason}`;
      yield { code: "response.header.invalid", message, ...place, contract: header.pointer, valueClass: "malformed" };
    }
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const failure of reduceToClosestBranch(
      schemas,
      "response",
      schemas.validate(schema, "response", reading.value),
    )) {
      const { expected, got, valueClass } = describeFailure(failure);
      const shown = shownValue(subject, { schema, instance: failure.instance, name: header.name, got });
      const message = `the header "${header.name}" of the answer: expected ${expected}, got ${shown}`;
      yield { code: "response.header.invalid", message, ...place, contract: failure.pointer, valueClass };
    }
  }
};
