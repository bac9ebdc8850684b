import type { Pointer } from "../document/index.js";
import { headerValues, joinedHeader } from "../exchange/index.js";
import {
  describeFailure,
  type ParameterReading,
  readParameter,
  reduceToClosestBranch,
  type Schemas,
  schemaTypes,
} from "../schema/index.js";
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
    const schema = header.schema ?? header.content?.schema;
    const reading =
      header.name.toLowerCase() === "set-cookie" && header.content === undefined
        ? readCookies(schemas, schema, headerValues(headers, header.name))
        : readParameter(schemas, header, { in: "header", text });
    if (reading.kind === "unjudged") yield { unjudged: `the header "${header.name}" of the answer ${reading.reason}` };
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

/**
 * Cookies stand each in a line of their own, and have commas in them. A schema of a list is about all of them, any other
 * about one: that which fits, where one does.
 */
function readCookies(schemas: Schemas, schema: Pointer | undefined, lines: readonly string[]): ParameterReading {
  const isList = schema !== undefined && schemaTypes(schemas, schema).has("array");
  const fitting = lines.find((line) => schema === undefined || schemas.isValid(schema, "response", line));
  return { kind: "value", value: isList ? [...lines] : (fitting ?? lines[0] ?? ""), names: [] };
}
